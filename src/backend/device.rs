//! What is said when a device cannot be used: what to do about it.

use std::{fmt, fs, io, os::unix::fs::MetadataExt as _, path::Path};

use super::Obstacle;

/// A device that cannot be used, and the remedy.
#[derive(Debug)]
pub(crate) struct Unusable {
    /// Which, as the configuration names it.
    pub(crate) device: String,
    /// Why, and so what the technician can do.
    pub(crate) obstacle: Obstacle,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.device, self.obstacle)?;
        self.obstacle.remedy().map_or(Ok(()), |remedy| write!(f, "\n  {remedy}"))
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
    let obstacle = match error.kind() {
        io::ErrorKind::NotFound => missing(path),
        io::ErrorKind::PermissionDenied => not_allowed(path),
        io::ErrorKind::ResourceBusy => Obstacle::Busy,
        _ => Obstacle::Other(error.to_string()),
    };
    Unusable { device: path.display().to_string(), obstacle }
}

fn missing(path: &Path) -> Obstacle {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let line = match name.as_str() {
        "spidev0.0" | "spidev0.1" => "dtparam=spi=on",
        name if name.starts_with("spidev1") => "dtoverlay=spi1-1cs",
        "i2c-1" => "dtparam=i2c_arm=on",
        "i2c-0" => "dtparam=i2c_vc=on",
        name if name.starts_with("ttyACM")
            || name.starts_with("ttyUSB")
            || path.starts_with("/dev/serial") =>
        {
            return Obstacle::Unplugged;
        }
        _ => return Obstacle::Missing,
    };
    Obstacle::SwitchedOff(line.into())
}

fn not_allowed(path: &Path) -> Obstacle {
    let group = fs::metadata(path).ok().and_then(|file| group_name(file.gid()));
    match group.filter(|name| name != "root") {
        Some(group) => Obstacle::OfGroup(group),
        None => Obstacle::OfRoot,
    }
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
            assert!(told.contains(&format!("`{line}` to /boot/firmware/config.txt")), "{told}");
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
