use std::{fmt, ops::Deref, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use shakmaty::{Bitboard, Color, Square};

/// A value that is written in JSON as its text: a [`Square`] as `"e4"`, a side as `"white"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<T>(pub T);

impl<T> From<T> for Text<T> {
    fn from(value: T) -> Self {
        Text(value)
    }
}

impl<T> Deref for Text<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Display> fmt::Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: fmt::Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<T>(std::marker::PhantomData<T>);

        impl<T: FromStr> de::Visitor<'_> for Visitor<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match short_name::<T>() {
                    "Square" => "a square from a1 to h8",
                    "Color" => "\"white\" or \"black\"",
                    "UciMove" => "a move like e2e4 or e7e8q",
                    _ => "a text",
                })
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
                text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(Visitor(std::marker::PhantomData)).map(Text)
    }
}

pub(super) fn short_name<T>() -> &'static str {
    std::any::type_name::<T>().rsplit("::").next().unwrap_or_default()
}

/// A set of squares, written as a list from a1 to h8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub Bitboard);

impl From<Bitboard> for Squares {
    fn from(set: Bitboard) -> Self {
        Squares(set)
    }
}

impl From<Square> for Squares {
    fn from(square: Square) -> Self {
        Squares(square.into())
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.into_iter().map(Text))
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let squares = Vec::<Text<Square>>::deserialize(deserializer)?;
        Ok(Squares(squares.into_iter().map(|square| square.0).collect()))
    }
}

/// What the 64 sensors read at one instant: a1 is the lowest bit, b1 the next, h8 the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planes {
    /// Reed switches: something stands here, or nothing does.
    Occupancy(Bitboard),
    /// Hall sensors: something stands here, and it is White's or Black's.
    Polarity {
        /// Squares with a white piece.
        white: Bitboard,
        /// Squares with a black piece.
        black: Bitboard,
    },
}

impl Planes {
    /// Squares on which anything stands.
    pub fn occupied(self) -> Bitboard {
        match self {
            Planes::Occupancy(occupied) => occupied,
            Planes::Polarity { white, black } => white | black,
        }
    }

    /// Whose piece stands on `square`, where the sensor can tell.
    pub fn color_at(self, square: Square) -> Option<Color> {
        match self {
            Planes::Occupancy(_) => None,
            Planes::Polarity { white, .. } if white.contains(square) => Some(Color::White),
            Planes::Polarity { black, .. } if black.contains(square) => Some(Color::Black),
            Planes::Polarity { .. } => None,
        }
    }
}
