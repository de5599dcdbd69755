use std::{
    fmt, io,
    path::{Path, PathBuf},
    str::FromStr,
};

use gpiocdev::chip::{Chip, chips};
use gpiocdev_uapi::{self as uapi, Errno};
use serde::Deserialize;

use super::{Obstacle, Unusable, unusable};

/// A GPIO line: by its own name, or by the label of its chip and its place there. Chips are never
/// named by number, for those change from kernel to kernel (raspberrypi/linux #6144).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum LineName {
    /// `GPIO25`, on whatever chip has it.
    Named(String),
    /// `pinctrl-bcm2711:25`
    At {
        /// The chip's label.
        label: String,
        /// The line's place on it.
        offset: u32,
    },
}

/// A text that is no name of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoLine;

impl fmt::Display for NoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a line is its name (\"GPIO25\") or its chip's label and its place there (\"pinctrl-bcm2711:25\")")
    }
}

impl FromStr for LineName {
    type Err = NoLine;

    fn from_str(text: &str) -> Result<LineName, NoLine> {
        match text.rsplit_once(':') {
            Some((label, offset)) if !label.is_empty() => {
                let offset = offset.parse().map_err(|_| NoLine)?;
                Ok(LineName::At { label: label.into(), offset })
            }
            None if !text.trim().is_empty() => Ok(LineName::Named(text.into())),
            _ => Err(NoLine),
        }
    }
}

impl TryFrom<String> for LineName {
    type Error = NoLine;

    fn try_from(text: String) -> Result<LineName, NoLine> {
        text.parse()
    }
}

impl fmt::Display for LineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineName::Named(name) => f.write_str(name),
            LineName::At { label, offset } => write!(f, "{label}:{offset}"),
        }
    }
}

/// Where a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) chip: PathBuf,
    pub(super) offset: u32,
}

/// The lines of this machine, looked up once.
#[derive(Debug)]
pub(super) struct LineMap {
    chips: Vec<Listed>,
}

#[derive(Debug)]
struct Listed {
    path: PathBuf,
    label: String,
    names: Vec<String>,
}

impl LineMap {
    /// Reads the names of all chips' lines.
    ///
    /// # Errors
    ///
    /// When there is no chip, or one cannot be opened.
    pub(super) fn read() -> Result<LineMap, Unusable> {
        let paths = chips().map_err(|error| no_gpio(&error))?;
        let chips: Vec<Listed> = paths.iter().map(|path| list(path)).collect::<Result<_, _>>()?;
        if chips.is_empty() {
            return Err(no_gpio("there is no GPIO chip on this machine"));
        }
        Ok(LineMap { chips })
    }

    /// Where this line is.
    ///
    /// # Errors
    ///
    /// When it is on no chip, or its name on several.
    pub(super) fn find(&self, line: &LineName) -> Result<Place, Unusable> {
        let labels = || self.chips.iter().map(|chip| chip.label.as_str()).collect::<Vec<_>>();
        let refused = |obstacle| Unusable { device: format!("GPIO line {line}"), obstacle };
        let found: Vec<(&Listed, u32)> = match line {
            LineName::Named(name) => {
                let of = |chip| named(chip, name).map(move |offset| (chip, offset));
                self.chips.iter().flat_map(of).collect()
            }
            LineName::At { label, offset } => {
                let has =
                    |chip: &&Listed| chip.label == *label && (*offset as usize) < chip.names.len();
                self.chips.iter().filter(has).map(|chip| (chip, *offset)).collect()
            }
        };
        match found.as_slice() {
            [(chip, offset)] => Ok(Place { chip: chip.path.clone(), offset: *offset }),
            [] => Err(refused(Obstacle::NoLine { chips: labels().join(", ") })),
            several => {
                let (chip, offset) = several[0];
                let first = format!("{}:{offset}", chip.label);
                Err(refused(Obstacle::Ambiguous { count: several.len(), first }))
            }
        }
    }
}

fn named<'a>(chip: &'a Listed, name: &'a str) -> impl Iterator<Item = u32> + 'a {
    (0..).zip(&chip.names).filter(move |(_, other)| *other == name).map(|(offset, _)| offset)
}

fn list(path: &Path) -> Result<Listed, Unusable> {
    let failed = |error: gpiocdev::Error| unusable(path, &io_error(error));
    let chip = Chip::from_path(path).map_err(failed)?;
    let info = chip.info().map_err(failed)?;
    let lines = chip.line_info_iter().map_err(failed)?;
    let names = lines.map(|line| Ok(line?.name)).collect::<Result<_, _>>().map_err(failed)?;
    Ok(Listed { path: path.into(), label: info.label, names })
}

fn no_gpio(reason: impl fmt::Display) -> Unusable {
    Unusable { device: "GPIO".into(), obstacle: Obstacle::NoGpio(reason.to_string()) }
}

/// The system's own error below the library's.
pub(super) fn io_error(error: gpiocdev::Error) -> io::Error {
    match error {
        gpiocdev::Error::Os(Errno(code))
        | gpiocdev::Error::Uapi(_, uapi::Error::Os(Errno(code))) => {
            io::Error::from_raw_os_error(code)
        }
        other => io::Error::other(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(chips: &[(&str, &[&str])]) -> LineMap {
        let listed = |(n, (label, names)): (usize, &(&str, &[&str]))| Listed {
            path: format!("/dev/gpiochip{n}").into(),
            label: (*label).into(),
            names: names.iter().map(|name| (*name).into()).collect(),
        };
        LineMap { chips: chips.iter().enumerate().map(listed).collect() }
    }

    #[test]
    fn a_line_is_found_by_name_or_label_whatever_the_chips_number() {
        let map =
            map(&[("gpio-brcmstb", &["", "X"]), ("pinctrl-rp1", &["ID_SDA", "GPIO1", "GPIO2"])]);
        let place = |name: &str| map.find(&name.parse().unwrap());
        let rp1 = |offset| Place { chip: "/dev/gpiochip1".into(), offset };
        assert_eq!(place("GPIO2").unwrap(), rp1(2));
        assert_eq!(place("pinctrl-rp1:0").unwrap(), rp1(0));
        assert_eq!(place("GPIO3").unwrap_err().obstacle.to_string(), "no chip has it");
        let told = place("pinctrl-bcm2711:2").unwrap_err().to_string();
        assert!(told.contains("there are chips gpio-brcmstb, pinctrl-rp1"), "{told}");
        assert!(place("pinctrl-rp1:3").is_err());
    }

    #[test]
    fn a_name_on_two_chips_is_refused() {
        let map = map(&[("a", &["GPIO4"]), ("b", &["", "GPIO4"])]);
        let told = map.find(&"GPIO4".parse().unwrap()).unwrap_err().to_string();
        assert!(told.contains("2 lines") && told.contains("\"a:0\""), "{told}");
    }

    #[test]
    fn names_are_read_and_written() {
        for text in ["GPIO25", "pinctrl-bcm2711:25", "board:squares:3"] {
            assert_eq!(text.parse::<LineName>().unwrap().to_string(), text);
        }
        for text in ["", " ", ":3", "chip:x", "chip:-1"] {
            assert_eq!(text.parse::<LineName>(), Err(NoLine), "{text}");
        }
    }
}
