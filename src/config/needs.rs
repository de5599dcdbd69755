use super::SensorKind;

/// What a sensor must be let to by the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Groups whose members may use the devices.
    pub(crate) groups: &'static [&'static str],
    /// The devices: paths, or classes of them (`char-gpiochip`), as systemd names them.
    pub(crate) devices: &'static [&'static str],
}

impl SensorKind {
    /// What the service that reads such a sensor needs, and nothing besides.
    pub(crate) fn needs(self) -> Needs {
        match self {
            SensorKind::Simulated | SensorKind::Trace => Needs { groups: &[], devices: &[] },
        }
    }
}
