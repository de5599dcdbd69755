//! A record is told apart by its key, so it is read and written by hand.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, IgnoredAny, MapAccess, Visitor},
    ser::SerializeMap,
};
use shakmaty::{Bitboard, Color, Square};

use crate::board::{Command, Ms, Planes, Reading, Record, Squares, Text, What};

/// A plane as 16 hex digits, a1 the lowest bit.
struct Hex(Bitboard);

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0.0))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;

        impl Visitor<'_> for Digits {
            type Value = Hex;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("16 hex digits")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Hex, E> {
                let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
                match u64::from_str_radix(text, 16) {
                    Ok(bits) if digits => Ok(Hex(Bitboard(bits))),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
                }
            }
        }

        deserializer.deserialize_str(Digits)
    }
}

#[derive(Serialize, Deserialize)]
struct Fault {
    squares: Squares,
    reason: String,
    /// Readers of before take such a record for the fault, which is what they knew already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    mended: bool,
}

#[derive(Serialize, Deserialize)]
struct Restart {
    gap_ms: Option<Ms>,
}

#[derive(Serialize, Deserialize)]
struct Proof {
    fen: String,
    side: Text<Color>,
    #[serde(default)]
    can_mate: Option<bool>,
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("t", &self.t)?;
        match &self.what {
            What::Scan(Planes::Occupancy(occupied)) => {
                map.serialize_entry("scan", &Hex(*occupied))?;
            }
            What::Scan(Planes::Polarity { white, black }) => {
                map.serialize_entry("scan_white", &Hex(*white))?;
                map.serialize_entry("scan_black", &Hex(*black))?;
            }
            What::Raw(Planes::Occupancy(occupied)) => {
                map.serialize_entry("raw", &Hex(*occupied))?;
            }
            What::Raw(Planes::Polarity { white, black }) => {
                map.serialize_entry("raw_white", &Hex(*white))?;
                map.serialize_entry("raw_black", &Hex(*black))?;
            }
            What::Lift(square) => map.serialize_entry("lift", &Text(*square))?,
            What::Place(square, color) => {
                map.serialize_entry("place", &Text(*square))?;
                if let Some(color) = color {
                    map.serialize_entry("color", &Text(*color))?;
                }
            }
            What::Press(side) => map.serialize_entry("press", &Text(*side))?,
            What::Clock(reading) => map.serialize_entry("clock", reading)?,
            What::Stop => map.serialize_entry("stop", &true)?,
            What::Arbiter(command) => map.serialize_entry("arbiter", command)?,
            What::Fault { squares, reason } => {
                let fault = Fault { squares: *squares, reason: reason.clone(), mended: false };
                map.serialize_entry("fault", &fault)?;
            }
            What::Mended { squares, reason } => {
                let fault = Fault { squares: *squares, reason: reason.clone(), mended: true };
                map.serialize_entry("fault", &fault)?;
            }
            What::Restart { gap_ms } => {
                map.serialize_entry("restart", &Restart { gap_ms: *gap_ms })?;
            }
            What::Wall { time, synced } => {
                map.serialize_entry("wall", time)?;
                map.serialize_entry("synced", synced)?;
            }
            What::Proof { fen, side, can_mate } => {
                let proof = Proof { fen: fen.clone(), side: Text(*side), can_mate: *can_mate };
                map.serialize_entry("proof", &proof)?;
            }
            What::End => map.serialize_entry("end", &true)?,
        }
        map.end()
    }
}

/// The keys of one line as they are met, before it is known what they make together.
#[derive(Default)]
struct Draft {
    t: Option<Ms>,
    said: Option<(&'static str, What)>,
    white: Option<(&'static str, Bitboard)>,
    black: Option<(&'static str, Bitboard)>,
    color: Option<Color>,
    synced: Option<bool>,
    stranger: Option<String>,
}

/// Keeps a value that must not be given twice.
fn once<T, E: Error>(slot: &mut Option<T>, value: T, key: &'static str) -> Result<(), E> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(E::duplicate_field(key)),
    }
}

/// The value of a record that says no more than its key.
fn bare<'de, M: MapAccess<'de>>(map: &mut M, key: &str, what: What) -> Result<What, M::Error> {
    match map.next_value::<bool>()? {
        true => Ok(what),
        false => Err(M::Error::custom(format_args!("{key:?} can only be true"))),
    }
}

impl Draft {
    fn say<E: Error>(&mut self, key: &'static str, what: What) -> Result<(), E> {
        match &self.said {
            Some((before, _)) if *before == key => Err(E::duplicate_field(key)),
            Some((before, _)) => {
                Err(E::custom(format_args!("two records in one line: {before:?} and {key:?}")))
            }
            None => {
                self.said = Some((key, what));
                Ok(())
            }
        }
    }

    fn take<'de, M: MapAccess<'de>>(&mut self, key: String, map: &mut M) -> Result<(), M::Error> {
        match key.as_str() {
            "t" => once(&mut self.t, map.next_value()?, "t"),
            "scan" => {
                let Hex(occupied) = map.next_value()?;
                self.say("scan", What::Scan(Planes::Occupancy(occupied)))
            }
            "raw" => {
                let Hex(occupied) = map.next_value()?;
                self.say("raw", What::Raw(Planes::Occupancy(occupied)))
            }
            "scan_white" => half(&mut self.white, map, "scan_white"),
            "scan_black" => half(&mut self.black, map, "scan_black"),
            "raw_white" => half(&mut self.white, map, "raw_white"),
            "raw_black" => half(&mut self.black, map, "raw_black"),
            "lift" => {
                let square: Text<Square> = map.next_value()?;
                self.say("lift", What::Lift(*square))
            }
            "place" => {
                let square: Text<Square> = map.next_value()?;
                self.say("place", What::Place(*square, None))
            }
            "color" => {
                let color: Text<Color> = map.next_value()?;
                once(&mut self.color, *color, "color")
            }
            "press" => {
                let side: Text<Color> = map.next_value()?;
                self.say("press", What::Press(*side))
            }
            "clock" => {
                let reading: Reading = map.next_value()?;
                self.say("clock", What::Clock(reading))
            }
            "stop" => {
                let what = bare(map, "stop", What::Stop)?;
                self.say("stop", what)
            }
            "arbiter" => {
                let command: Command = map.next_value()?;
                self.say("arbiter", What::Arbiter(command))
            }
            "fault" => {
                let Fault { squares, reason, mended } = map.next_value()?;
                self.say(
                    "fault",
                    match mended {
                        false => What::Fault { squares, reason },
                        true => What::Mended { squares, reason },
                    },
                )
            }
            "restart" => {
                let Restart { gap_ms } = map.next_value()?;
                self.say("restart", What::Restart { gap_ms })
            }
            "wall" => {
                let time = map.next_value()?;
                self.say("wall", What::Wall { time, synced: false })
            }
            "synced" => once(&mut self.synced, map.next_value()?, "synced"),
            "proof" => {
                let Proof { fen, side, can_mate } = map.next_value()?;
                self.say("proof", What::Proof { fen, side: *side, can_mate })
            }
            "end" => {
                let what = bare(map, "end", What::End)?;
                self.say("end", what)
            }
            _ => {
                map.next_value::<IgnoredAny>()?;
                self.stranger.get_or_insert(key);
                Ok(())
            }
        }
    }

    /// Joins the two planes of a polarity reading.
    fn polarity<E: Error>(&mut self) -> Result<(), E> {
        let (key, make): (_, fn(Planes) -> What) = match (self.white, self.black) {
            (None, None) => return Ok(()),
            (Some(("scan_white", _)), Some(("scan_black", _))) => ("scan_white", What::Scan),
            (Some(("raw_white", _)), Some(("raw_black", _))) => ("raw_white", What::Raw),
            (Some((one, _)), _) | (None, Some((one, _))) => {
                let (reading, color) = one.split_once('_').unwrap_or((one, ""));
                let other = if color == "white" { "black" } else { "white" };
                return Err(E::custom(format_args!("{one:?} without \"{reading}_{other}\"")));
            }
        };
        let (white, black) = match (self.white, self.black) {
            (Some((_, white)), Some((_, black))) => (white, black),
            _ => return Ok(()),
        };
        if let Some(square) = (white & black).first() {
            return Err(E::custom(format_args!("{square} reads white and black at once")));
        }
        self.say(key, make(Planes::Polarity { white, black }))
    }

    fn finish<E: Error>(mut self) -> Result<Record, E> {
        self.polarity()?;
        let Some((_, mut what)) = self.said else {
            return Err(match self.stranger {
                Some(key) => E::custom(format_args!("unknown record {key:?}")),
                None => E::custom("a record says what happened; this one says nothing"),
            });
        };
        match &mut what {
            What::Place(_, color) => *color = self.color,
            What::Wall { synced, .. } => *synced = self.synced.unwrap_or(false),
            _ => {}
        }
        let t = self.t.ok_or_else(|| E::missing_field("t"))?;
        Ok(Record { t, what })
    }
}

/// One of the two planes of a polarity reading.
fn half<'de, M: MapAccess<'de>>(
    slot: &mut Option<(&'static str, Bitboard)>,
    map: &mut M,
    key: &'static str,
) -> Result<(), M::Error> {
    let Hex(plane) = map.next_value()?;
    once(slot, (key, plane), key)
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lines;

        impl<'de> Visitor<'de> for Lines {
            type Value = Record;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a record, a JSON object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Record, M::Error> {
                let mut draft = Draft::default();
                while let Some(key) = map.next_key::<String>()? {
                    draft.take(key, &mut map)?;
                }
                draft.finish()
            }
        }

        deserializer.deserialize_map(Lines)
    }
}
