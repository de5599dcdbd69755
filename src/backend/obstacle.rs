use std::fmt;

/// Lines of this file switch a Pi's buses on.
const CONFIG_TXT: &str = "/boot/firmware/config.txt";

/// Why a device cannot be used, which says what to do about it, too.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[cfg_attr(test, derive(strum::EnumIter))]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Obstacle {
    /// It is not there: its bus is switched on by this line of `config.txt`.
    SwitchedOff(String),
    /// It is not there: it is plugged in.
    Unplugged,
    /// It is not there.
    Missing,
    /// Its group may use it.
    OfGroup(String),
    /// Only root may use it.
    OfRoot,
    /// Another program has it.
    Busy,
    /// Another program has this line of this chip.
    Taken {
        /// Its place there.
        offset: u32,
        /// The chip.
        chip: String,
    },
    /// This machine has no GPIO, or the system does not give it away.
    NoGpio(String),
    /// No chip has such a line.
    NoLine {
        /// The chips that there are.
        chips: String,
    },
    /// Several lines have this name.
    Ambiguous {
        /// How many.
        count: usize,
        /// One of them, by its chip.
        first: String,
    },
    /// Rows of a matrix are on several chips.
    OtherChip,
    /// Anything else, in the system's words.
    Other(String),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::SwitchedOff(_) | Obstacle::Unplugged | Obstacle::Missing => {
                f.write_str("there is no such device")
            }
            Obstacle::OfGroup(_) | Obstacle::OfRoot => f.write_str("this user may not use it"),
            Obstacle::Busy => f.write_str("another program has it"),
            Obstacle::Taken { .. } => f.write_str("is used by somebody else"),
            Obstacle::NoLine { .. } => f.write_str("no chip has it"),
            Obstacle::Ambiguous { count, .. } => write!(f, "{count} lines have this name"),
            Obstacle::OtherChip => f.write_str("is on another chip than the first row"),
            Obstacle::NoGpio(reason) | Obstacle::Other(reason) => f.write_str(reason),
        }
    }
}

impl Obstacle {
    /// What the technician can do, where we know.
    pub(super) fn remedy(&self) -> Option<String> {
        Some(match self {
            Obstacle::SwitchedOff(line) => {
                format!("add the line `{line}` to {CONFIG_TXT} and start the Pi again")
            }
            Obstacle::Unplugged => {
                "is the microcontroller plugged in? `ls /dev/serial/by-id` lists those that are"
                    .into()
            }
            Obstacle::OfGroup(group) => format!(
                "it belongs to the group `{group}`: `sudo usermod -aG {group} $USER` and sign in \
                 again; a service gets there by `touchmove systemd`"
            ),
            Obstacle::OfRoot => {
                "only root may use it: is the rule of udev missing that gives it to a group?".into()
            }
            Obstacle::Busy => "is a second touchmove running?".into(),
            Obstacle::Taken { offset, chip } => {
                format!("`gpioinfo` shows by whom, at line {offset} of {chip}")
            }
            Obstacle::NoGpio(_) => "`gpiodetect` lists the chips; is this a Raspberry Pi?".into(),
            Obstacle::NoLine { chips } => {
                format!("`gpioinfo` lists the lines; there are chips {chips}")
            }
            Obstacle::Ambiguous { first, .. } => {
                format!("name the chip, too, as in \"{first}\"")
            }
            Obstacle::OtherChip => "wire all rows to lines of one chip".into(),
            Obstacle::Missing | Obstacle::Other(_) => return None,
        })
    }
}
