use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, MapAccess, Visitor},
    ser::SerializeMap,
};
use serde_json::{Map, Value};

use crate::board::{FORMAT, Header, Record, Said};

/// One line of a trace or journal.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// The first line.
    Header(Box<Header>),
    /// What the board saw or was told.
    Record(Record),
    /// In a journal: an event that was said. A replay skips it.
    Said(Spoken),
    /// In a journal: the seal over all bytes before this line. A replay skips it.
    Sum(String),
    /// What a check wants; the game logic never sees it.
    Expect(Expect),
}

/// An expectation as it was written: the object under `expect`.
pub type Expect = Map<String, Value>;

/// An event as it was stored, byte for byte: a stored event is never written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken(String);

impl Spoken {
    /// The line as stored, without its end.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The event.
    ///
    /// # Errors
    ///
    /// When this version of the program does not know such an event: journals of later versions
    /// can be replayed all the same.
    pub fn said(&self) -> Result<Said, serde_json::Error> {
        serde_json::from_str(&self.0)
    }
}

impl From<&Said> for Line {
    fn from(said: &Said) -> Line {
        // Cannot fail: an event holds neither maps with other keys than texts nor foreign types.
        Line::Said(Spoken(serde_json::to_string(said).unwrap_or_default()))
    }
}

impl From<Record> for Line {
    fn from(record: Record) -> Line {
        Line::Record(record)
    }
}

impl From<Header> for Line {
    fn from(header: Header) -> Line {
        Line::Header(Box::new(header))
    }
}

/// The kind of a line, told by its keys. Where several would do the last one counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Record,
    Expect,
    Sum,
    Said,
    Header,
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Kind;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Kind, M::Error> {
                let mut kind = Kind::Record;
                while let Some(key) = map.next_key::<String>()? {
                    kind = kind.max(match key.as_str() {
                        "touchmove" => Kind::Header,
                        "seq" => Kind::Said,
                        "sum" => Kind::Sum,
                        "expect" => Kind::Expect,
                        _ => Kind::Record,
                    });
                    map.next_value::<IgnoredAny>()?;
                }
                Ok(kind)
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

#[derive(Deserialize)]
struct Sum {
    sum: String,
}

#[derive(Deserialize)]
struct Expected {
    expect: Expect,
}

impl Line {
    /// Reads one line, given without its end.
    ///
    /// # Errors
    ///
    /// When it is no JSON object or none of the five kinds of lines; the column is that within
    /// the line.
    pub fn parse(text: &str) -> Result<Line, serde_json::Error> {
        Ok(match serde_json::from_str(text)? {
            Kind::Header => {
                let header: Header = serde_json::from_str(text)?;
                if header.touchmove != FORMAT {
                    return Err(serde_json::Error::custom(format_args!(
                        "format version {}; this program reads version {FORMAT}",
                        header.touchmove
                    )));
                }
                header.into()
            }
            Kind::Said => Line::Said(Spoken(text.trim().into())),
            Kind::Sum => Line::Sum(serde_json::from_str::<Sum>(text)?.sum),
            Kind::Expect => Line::Expect(serde_json::from_str::<Expected>(text)?.expect),
            Kind::Record => Line::Record(serde_json::from_str(text)?),
        })
    }
}

/// The line as it stands in a file, without its end. Keys have a fixed order.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct One<'a, T>(&'a str, &'a T);

        impl<T: serde::Serialize> serde::Serialize for One<'_, T> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(self.0, self.1)?;
                map.end()
            }
        }

        let json = match self {
            Line::Header(header) => serde_json::to_string(header),
            Line::Record(record) => serde_json::to_string(record),
            Line::Said(spoken) => return f.write_str(&spoken.0),
            Line::Sum(sum) => serde_json::to_string(&One("sum", sum)),
            Line::Expect(expect) => serde_json::to_string(&One("expect", expect)),
        };
        f.write_str(&json.map_err(|_| fmt::Error)?)
    }
}
