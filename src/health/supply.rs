use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where the kernel shows what its sensors of the machine read.
const HWMON: &str = "/sys/class/hwmon";
/// The driver of a Pi's own voltage sensor (Documentation/hwmon/raspberrypi-hwmon.rst): its alarm is
/// 1 when the supply has been below 4.63 V since it was looked at last, every 2 s.
const DRIVER: &str = "rpi_volt";
const ALARM: &str = "in0_lcrit_alarm";

/// The supply of the machine, where it is watched.
#[derive(Clone, Debug)]
pub(crate) struct Supply {
    alarm: PathBuf,
}

impl Supply {
    /// The supply of this machine; none where nothing watches it.
    pub(crate) fn find() -> Option<Supply> {
        Supply::find_in(Path::new(HWMON))
    }

    fn find_in(hwmon: &Path) -> Option<Supply> {
        let sensors = fs::read_dir(hwmon).ok()?.filter_map(Result::ok);
        let named = |folder: &PathBuf| {
            fs::read_to_string(folder.join("name")).is_ok_and(|name| name.trim() == DRIVER)
        };
        let folder = sensors.map(|entry| entry.path()).find(named)?;
        Some(Supply { alarm: folder.join(ALARM) })
    }

    /// Whether the voltage is too low.
    pub(crate) fn is_low(&self) -> bool {
        fs::read_to_string(&self.alarm).is_ok_and(|alarm| alarm.trim() == "1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sensor_is_found_by_its_drivers_name() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Supply::find_in(folder.path()).is_none());
        for (n, name) in ["cpu_thermal", DRIVER, "nvme"].iter().enumerate() {
            let sensor = folder.path().join(format!("hwmon{n}"));
            fs::create_dir(&sensor).unwrap();
            fs::write(sensor.join("name"), format!("{name}\n")).unwrap();
        }
        let supply = Supply::find_in(folder.path()).unwrap();
        assert!(!supply.is_low(), "what cannot be read is no alarm");
        for (alarm, low) in [("0\n", false), ("1\n", true)] {
            fs::write(folder.path().join("hwmon1").join(ALARM), alarm).unwrap();
            assert_eq!(supply.is_low(), low);
        }
    }
}
