use super::Config;
use crate::{
    driver::Mcp,
    sensor::{Backend, SensorKind},
};

/// What the board's service must be let to by the system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Groups whose members may use the devices.
    pub(crate) groups: Vec<&'static str>,
    /// The devices: classes of them (`char-gpiochip`), as systemd names them.
    pub(crate) devices: Vec<&'static str>,
}

impl Needs {
    fn add(&mut self, group: &'static str, devices: &[&'static str]) {
        if !self.groups.contains(&group) {
            self.groups.push(group);
            self.devices.extend(devices);
        }
    }

    fn gpio(&mut self) {
        self.add("gpio", &["char-gpiochip"]);
    }

    fn spi(&mut self) {
        self.add("spi", &["char-spi"]);
    }

    fn chip(&mut self, chip: Mcp) {
        match chip {
            Mcp::I2c => self.add("i2c", &["char-i2c"]),
            Mcp::Spi => self.spi(),
        }
    }
}

impl Config {
    /// What the service of this board needs, and nothing besides.
    pub(crate) fn needs(&self) -> Needs {
        let sensor = &self.sensor;
        let mut needs = Needs::default();
        match sensor.kind {
            SensorKind::Simulated | SensorKind::Trace | SensorKind::Faulty => {}
            SensorKind::Chain => {
                needs.spi();
                needs.gpio();
            }
            SensorKind::Expanders => {
                needs.chip(sensor.expanders.chip);
                if sensor.expanders.reset.is_some() {
                    needs.gpio();
                }
            }
            SensorKind::Matrix => {
                let chip = sensor.matrix.on.chip();
                chip.into_iter().for_each(|chip| needs.chip(chip));
                if chip.is_none() || sensor.matrix.reset.is_some() {
                    needs.gpio();
                }
            }
            SensorKind::Lines => needs.gpio(),
            SensorKind::Serial => needs.add("dialout", &["char-ttyACM", "char-ttyUSB"]),
        }
        if self.clock.contacts.is_some() {
            needs.gpio();
        }
        if sensor.backend == Backend::Rppal && needs.groups.contains(&"gpio") {
            needs.devices.extend(["/dev/gpiomem", "/dev/gpiomem0"]);
        }
        needs
    }
}
