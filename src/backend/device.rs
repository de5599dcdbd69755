//! What is said when a device cannot be used: what to do about it.

use std::{fmt, fs, io, os::unix::fs::MetadataExt as _, path::Path};

/// Lines of this file switch a Pi's buses on.
const CONFIG_TXT: &str = "/boot/firmware/config.txt";

/// A device that cannot be used, and the remedy.
#[derive(Debug)]
pub(crate) struct Unusable {
    /// Which, as the configuration names it.
    pub(crate) device: String,
    /// Why.
    pub(crate) reason: String,
    /// What the technician can do.
    pub(crate) remedy: Option<String>,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.device, self.reason)?;
        self.remedy.as_ref().map_or(Ok(()), |remedy| write!(f, "\n  {remedy}"))
    }
}

impl std::error::Error for Unusable {}

impl From<Unusable> for io::Error {
    fn from(error: Unusable) -> io::Error {
        io::Error::other(error)
    }
}

/// Says why a device file cannot be used.
pub(crate) fn unusable(path: &Path, error: &io::Error) -> Unusable {
    let remedy = match error.kind() {
        io::ErrorKind::NotFound => missing(path),
        io::ErrorKind::PermissionDenied => not_allowed(path),
        io::ErrorKind::ResourceBusy => {
            Some("another program uses it: is a second touchmove running?".into())
        }
        _ => None,
    };
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such device".into(),
        io::ErrorKind::PermissionDenied => "this user may not use it".into(),
        _ => error.to_string(),
    };
    Unusable { device: path.display().to_string(), reason, remedy }
}

fn missing(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let line = match name.as_str() {
        "spidev0.0" | "spidev0.1" => "dtparam=spi=on",
        name if name.starts_with("spidev1") => "dtoverlay=spi1-1cs",
        "i2c-1" => "dtparam=i2c_arm=on",
        "i2c-0" => "dtparam=i2c_vc=on",
        name if name.starts_with("ttyACM")
            || name.starts_with("ttyUSB")
            || path.starts_with("/dev/serial") =>
        {
            return Some(
                "is the microcontroller plugged in? `ls /dev/serial/by-id` lists those that are"
                    .into(),
            );
        }
        _ => return None,
    };
    Some(format!("add the line `{line}` to {CONFIG_TXT} and start the Pi again"))
}

fn not_allowed(path: &Path) -> Option<String> {
    let gid = fs::metadata(path).ok()?.gid();
    let group = group_name(gid).filter(|name| name != "root");
    Some(match group {
        Some(group) => format!(
            "it belongs to the group `{group}`: `sudo usermod -aG {group} $USER` and sign in again; \
             a service gets there by `touchmove systemd`"
        ),
        None => {
            "only root may use it: is the rule of udev missing that gives it to a group?".into()
        }
    })
}

fn group_name(gid: u32) -> Option<String> {
    let groups = fs::read_to_string("/etc/group").ok()?;
    groups.lines().find_map(|line| {
        let mut parts = line.split(':');
        let name = parts.next()?;
        (parts.nth(1)?.parse() == Ok(gid)).then(|| name.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(path: &str, kind: io::ErrorKind) -> String {
        unusable(Path::new(path), &kind.into()).to_string()
    }

    #[test]
    fn a_missing_bus_is_answered_with_the_line_that_switches_it_on() {
        for (device, line) in [
            ("/dev/spidev0.0", "dtparam=spi=on"),
            ("/dev/spidev0.1", "dtparam=spi=on"),
            ("/dev/spidev1.0", "dtoverlay=spi1-1cs"),
            ("/dev/i2c-1", "dtparam=i2c_arm=on"),
        ] {
            let told = told(device, io::ErrorKind::NotFound);
            assert!(told.starts_with(&format!("{device}: there is no such device\n")), "{told}");
            assert!(told.contains(&format!("`{line}`")) && told.contains(CONFIG_TXT), "{told}");
        }
        assert!(told("/dev/ttyACM0", io::ErrorKind::NotFound).contains("/dev/serial/by-id"));
        assert_eq!(told("/dev/x", io::ErrorKind::NotFound), "/dev/x: there is no such device");
    }

    #[test]
    fn a_device_of_a_group_is_answered_with_the_group() {
        // Any file of a group that has a name will do.
        let file = tempfile::NamedTempFile::new().unwrap();
        let gid = fs::metadata(file.path()).unwrap().gid();
        let told = told(file.path().to_str().unwrap(), io::ErrorKind::PermissionDenied);
        match group_name(gid).filter(|name| name != "root") {
            Some(name) => assert!(told.contains(&format!("usermod -aG {name} ")), "{told}"),
            None => assert!(told.contains("only root"), "{told}"),
        }
        assert_eq!(group_name(0).as_deref(), Some("root"));
    }
}
