use std::{fmt, path::Path};

use crate::config::{Config, Needs};

/// The unit for the configuration that is installed; what another needs differs in a few lines.
const INSTALLED: &str = include_str!("../../systemd/touchmove.service");

/// The folder that `StateDirectory=touchmove` makes and keeps.
const STATE: &str = "/var/lib/touchmove";

/// Folders that the unit hides from the daemon.
const HIDDEN: [&str; 5] = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"];

/// Ports below this one are only for those who are let to them.
const FREE_PORTS: std::ops::Range<u16> = 1..1024;

/// The unit that runs a board as its configuration says; its text is what is displayed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit<'a> {
    /// The configuration.
    pub(crate) config: &'a Config,
    /// Where it stands; absolute.
    pub(crate) file: &'a Path,
    /// The program; absolute.
    pub(crate) binary: &'a Path,
}

/// Whether the unit hides this path from the daemon.
pub(crate) fn out_of_sight(path: &Path) -> bool {
    HIDDEN.iter().any(|hidden| path.starts_with(hidden))
}

impl fmt::Display for Unit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needs = self.config.needs();
        for line in INSTALLED.lines() {
            self.line(line, &needs, f)?;
        }
        Ok(())
    }
}

impl Unit<'_> {
    /// A line of the installed unit as this configuration needs it.
    fn line(&self, line: &str, needs: &Needs, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = line.split_once('=').map_or("", |(key, _)| key);
        let state = &self.config.board.state;
        let at_home = state.is_relative() || state.starts_with(STATE);
        match key {
            "ExecStart" => {
                // A dollar names a variable in an argument, not in the program's own name.
                let (binary, file) = (quoted(self.binary), quoted(self.file).replace('$', "$$"));
                writeln!(f, "ExecStart={binary} board --config {file}")
            }
            "Group" => {
                writeln!(f, "{line}")?;
                listed("SupplementaryGroups", needs.groups.iter().copied(), f)
            }
            "StateDirectory" => {
                if at_home {
                    writeln!(f, "{line}")?;
                }
                listed("ReadWritePaths", self.folders().into_iter().map(quoted), f)
            }
            "StateDirectoryMode" if !at_home => Ok(()),
            "WorkingDirectory" if !at_home => writeln!(f, "{key}={}", unquoted(state)),
            // A service with a /dev of its own has no devices in it.
            "PrivateDevices" if !needs.devices.is_empty() => {
                needs.devices.iter().try_for_each(|device| writeln!(f, "DeviceAllow={device} rw"))
            }
            "CapabilityBoundingSet" if self.ports().any(|port| FREE_PORTS.contains(&port)) => {
                writeln!(f, "{key}=CAP_NET_BIND_SERVICE\nAmbientCapabilities=CAP_NET_BIND_SERVICE")
            }
            _ => writeln!(f, "{line}"),
        }
    }

    /// Where it lets browsers in.
    fn ports(&self) -> impl Iterator<Item = u16> {
        let public = self.config.public.as_ref().map(|public| public.port);
        std::iter::once(self.config.web.port).chain(public)
    }

    /// Folders it writes to besides its own.
    fn folders(&self) -> Vec<&Path> {
        let state = self.config.board.state.as_path();
        let socket = self.config.sensor.socket.as_deref().and_then(Path::parent);
        let mut folders: Vec<&Path> = [Some(state), socket].into_iter().flatten().collect();
        folders.retain(|folder| folder.is_absolute() && !folder.starts_with(STATE));
        folders.dedup_by(|socket, state| socket.starts_with(*state));
        folders
    }
}

/// A key with its values, where there are any.
fn listed(
    key: &str,
    values: impl Iterator<Item = impl Into<String>>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let values: Vec<String> = values.map(Into::into).collect();
    if values.is_empty() { Ok(()) } else { writeln!(f, "{key}={}", values.join(" ")) }
}

/// A path in a list, where spaces divide.
fn quoted(path: &Path) -> String {
    let text = unquoted(path).replace('\\', "\\\\").replace('"', "\\\"");
    let plain = |c: char| !c.is_whitespace() && !['"', '\'', '\\', ';'].contains(&c);
    if text.chars().all(plain) { text } else { format!("\"{text}\"") }
}

/// A path that stands alone, where only `%` means something.
fn unquoted(path: &Path) -> String {
    path.to_string_lossy().replace('%', "%%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(toml: &str) -> String {
        unit_at(toml, "/etc/touchmove/board.toml")
    }

    fn unit_at(toml: &str, file: &str) -> String {
        let config = Config::parse(toml).unwrap();
        let binary = Path::new("/usr/bin/touchmove");
        Unit { config: &config, file: Path::new(file), binary }.to_string()
    }

    /// Lines that only the one has, marked by `-`, or only the other, by `+`.
    fn difference(one: &str, other: &str) -> Vec<String> {
        let only = |a: &str, b: &str, mark: &str| -> Vec<String> {
            let there: Vec<&str> = b.lines().collect();
            a.lines().filter(|line| !there.contains(line)).map(|l| format!("{mark}{l}")).collect()
        };
        [only(one, other, "-"), only(other, one, "+")].concat()
    }

    #[test]
    fn the_installed_unit_is_that_of_the_installed_configuration() {
        assert_eq!(unit("[board]\nstate = \"/var/lib/touchmove\"\n"), INSTALLED);
        assert_eq!(unit("[board]\nstate = \"/var/lib/touchmove/7\"\n"), INSTALLED);
        // It is started in its own folder, so a relative one is below that.
        assert_eq!(unit(""), INSTALLED);
    }

    #[test]
    fn folders_of_its_own_are_let_to_it() {
        let state = "[board]\nstate = \"/srv/chess boards/7\"\n";
        let home = ["-StateDirectory=touchmove", "-StateDirectoryMode=0750"];
        let more =
            ["-WorkingDirectory=/var/lib/touchmove", "+WorkingDirectory=/srv/chess boards/7"];
        let (gone, stands) = (&more[..1], &more[1..]);
        assert_eq!(
            difference(INSTALLED, &unit(state)),
            [&home[..], gone, &["+ReadWritePaths=\"/srv/chess boards/7\""], stands].concat()
        );
        let socket = format!("{state}[sensor]\nsocket = \"/srv/chess boards/7/a.sock\"\n");
        assert_eq!(unit(&socket), unit(state));
        let socket = format!("{state}[sensor]\nsocket = \"/run/chess/7.sock\"\n");
        let both = "+ReadWritePaths=\"/srv/chess boards/7\" /run/chess";
        assert!(difference(INSTALLED, &unit(&socket)).contains(&both.to_string()));
        let socket = "[sensor]\nsocket = \"/run/chess/7.sock\"\n";
        assert_eq!(difference(INSTALLED, &unit(socket)), ["+ReadWritePaths=/run/chess"]);
    }

    #[test]
    fn a_low_port_is_let_to_it() {
        assert_eq!(
            difference(INSTALLED, &unit("[web]\nport = 80\n")),
            [
                "-CapabilityBoundingSet=",
                "+CapabilityBoundingSet=CAP_NET_BIND_SERVICE",
                "+AmbientCapabilities=CAP_NET_BIND_SERVICE",
            ]
        );
        assert_eq!(unit("[web]\nport = 0\n"), INSTALLED);
    }

    #[test]
    fn a_sensor_is_let_to_its_devices_and_groups_only() {
        let lever = "[clock.contacts]\nleft = \"GPIO5\"\nright = \"GPIO6\"\n";
        let hall = "[sensor]\nkind = \"serial\"\nsees = \"polarity\"\n";
        let on_mcp = "[sensor]\nkind = \"matrix\"\n[sensor.matrix]\non = \"MCP23S17\"\n";
        for (toml, groups, devices) in [
            (lever.to_string(), "gpio", &["gpiochip"][..]),
            ("[sensor]\nkind = \"chain\"\n".into(), "spi gpio", &["spi", "gpiochip"]),
            ("[sensor]\nkind = \"expanders\"\n".into(), "i2c", &["i2c"]),
            (format!("[sensor]\nkind = \"expanders\"\n{lever}"), "i2c gpio", &["i2c", "gpiochip"]),
            (on_mcp.into(), "spi", &["spi"]),
            (hall.into(), "dialout", &["ttyACM", "ttyUSB"]),
        ] {
            let mut wanted =
                vec!["-PrivateDevices=yes".into(), format!("+SupplementaryGroups={groups}")];
            wanted.extend(devices.iter().map(|device| format!("+DeviceAllow=char-{device} rw")));
            assert_eq!(difference(INSTALLED, &unit(&toml)), wanted, "{toml}");
        }
    }

    #[test]
    fn paths_mean_themselves() {
        let exec = |file: &str| {
            let unit = unit_at("", file);
            unit.lines().find(|line| line.starts_with("ExecStart=")).unwrap().to_string()
        };
        let start = "ExecStart=/usr/bin/touchmove board --config ";
        assert_eq!(exec("/a/7 b.toml"), format!("{start}\"/a/7 b.toml\""));
        assert_eq!(exec("/a/%n$x.toml"), format!("{start}/a/%%n$$x.toml"));
        assert_eq!(exec("/a/\"\\.toml"), format!("{start}\"/a/\\\"\\\\.toml\""));
    }

    #[test]
    fn what_the_unit_hides_is_known() {
        assert!(out_of_sight(Path::new("/home/pi/board.toml")));
        assert!(out_of_sight(Path::new("/tmp/board.toml")));
        assert!(!out_of_sight(Path::new("/etc/touchmove/board.toml")));
        assert!(!out_of_sight(Path::new("/homes/board.toml")));
    }
}
