//! The headings of columns and the names of tags, in English and Russian.

use std::fmt;

use crate::board::Side;

/// What is told of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Name,
    Title,
    Rating,
    FideId,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Table,
    White(Field),
    Black(Field),
    Section,
    Event,
    Site,
    Date,
    Round,
    Fen,
    TimeControl,
}

/// What a heading means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Known(Column),
    /// White's where it comes first, then Black's.
    Either(Field),
    /// A further PGN tag.
    Tag(String),
    /// Nothing that belongs to a pairing.
    Aside,
}

const NAMES: [(&str, Column); 38] = [
    ("table", Column::Table),
    ("tableno", Column::Table),
    ("tablenumber", Column::Table),
    ("board", Column::Table),
    ("boardno", Column::Table),
    ("boardnumber", Column::Table),
    ("bd", Column::Table),
    ("bo", Column::Table),
    ("стол", Column::Table),
    ("номер", Column::Table),
    ("стола", Column::Table),
    ("доски", Column::Table),
    ("номерстола", Column::Table),
    ("доска", Column::Table),
    ("номердоски", Column::Table),
    ("section", Column::Section),
    ("group", Column::Section),
    ("секция", Column::Section),
    ("группа", Column::Section),
    ("event", Column::Event),
    ("tournament", Column::Event),
    ("турнир", Column::Event),
    ("соревнование", Column::Event),
    ("site", Column::Site),
    ("place", Column::Site),
    ("venue", Column::Site),
    ("место", Column::Site),
    ("местопроведения", Column::Site),
    ("date", Column::Date),
    ("дата", Column::Date),
    ("round", Column::Round),
    ("rd", Column::Round),
    ("тур", Column::Round),
    ("fen", Column::Fen),
    ("позиция", Column::Fen),
    ("timecontrol", Column::TimeControl),
    ("контроль", Column::TimeControl),
    ("контрольвремени", Column::TimeControl),
];

const SIDES: [(&str, Side); 12] = [
    ("white", Side::White),
    ("белые", Side::White),
    ("белых", Side::White),
    ("белыми", Side::White),
    ("белым", Side::White),
    ("w", Side::White),
    ("black", Side::Black),
    ("черные", Side::Black),
    ("черных", Side::Black),
    ("черными", Side::Black),
    ("черным", Side::Black),
    ("b", Side::Black),
];

const FIELDS: [(&str, Field); 22] = [
    ("name", Field::Name),
    ("player", Field::Name),
    ("имя", Field::Name),
    ("игрок", Field::Name),
    ("участник", Field::Name),
    ("фио", Field::Name),
    ("фамилия", Field::Name),
    ("title", Field::Title),
    ("звание", Field::Title),
    ("титул", Field::Title),
    ("elo", Field::Rating),
    ("rating", Field::Rating),
    ("rtg", Field::Rating),
    ("рейтинг", Field::Rating),
    ("эло", Field::Rating),
    ("fideid", Field::FideId),
    ("idfide", Field::FideId),
    ("fide", Field::FideId),
    ("id", Field::FideId),
    ("идфиде", Field::FideId),
    ("фидеид", Field::FideId),
    ("кодфиде", Field::FideId),
];

/// Tags of a game, not of its pairing.
const OF_A_GAME: [&str; 16] = [
    "result",
    "результат",
    "pts",
    "points",
    "очки",
    "setup",
    "eco",
    "opening",
    "variation",
    "variant",
    "termination",
    "plycount",
    "utcdate",
    "utctime",
    "endtime",
    "annotator",
];

impl Column {
    pub(super) fn of(side: Side, field: Field) -> Column {
        side.fold_wb(Column::White(field), Column::Black(field))
    }
}

impl Heading {
    pub(super) fn of(text: &str) -> Heading {
        let text = text.trim();
        if matches!(text, "№" | "#") {
            return Heading::Known(Column::Table);
        }
        let plain = plain(text);
        let listed = NAMES.iter().find(|(name, _)| *name == plain).map(|(_, column)| *column);
        if let Some(column) = listed.or_else(|| of_a_player(&plain)) {
            return Heading::Known(column);
        }
        if let Some(field) = field(&plain) {
            return Heading::Either(field);
        }
        match is_tag(text) && !OF_A_GAME.contains(&plain.as_str()) {
            true => Heading::Tag(text.into()),
            false => Heading::Aside,
        }
    }
}

/// Letters and digits alone, small, without the dots of ё.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters
        .flat_map(char::to_lowercase)
        .map(|letter| if letter == 'ё' { 'е' } else { letter })
        .collect()
}

fn of_a_player(plain: &str) -> Option<Column> {
    SIDES.iter().find_map(|(word, side)| {
        let rest = plain.strip_prefix(word).or_else(|| plain.strip_suffix(word))?;
        let field = match rest {
            "" if word.len() > 1 => Some(Field::Name),
            rest => field(rest),
        };
        Some(Column::of(*side, field?))
    })
}

fn field(plain: &str) -> Option<Field> {
    FIELDS.iter().find(|(name, _)| *name == plain).map(|(_, field)| *field)
}

/// Whether a PGN tag may have this name (PGN standard 8.1.1: letters, digits and underscores).
fn is_tag(text: &str) -> bool {
    let letters = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    letters && text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.len() <= 64
}

impl fmt::Display for Column {
    /// The heading under which it is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Column::Table => "Table",
            Column::Section => "Section",
            Column::Event => "Event",
            Column::Site => "Site",
            Column::Date => "Date",
            Column::Round => "Round",
            Column::Fen => "FEN",
            Column::TimeControl => "TimeControl",
            Column::White(field) | Column::Black(field) => {
                let white = matches!(self, Column::White(_));
                f.write_str(if white { "White" } else { "Black" })?;
                match field {
                    Field::Name => "",
                    Field::Title => "Title",
                    Field::Rating => "Elo",
                    Field::FideId => "FideId",
                }
            }
        };
        f.write_str(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_as_people_write_them() {
        use Field::{FideId, Name, Rating, Title};
        for (texts, column) in [
            ("Table|BOARD|Bo.|Стол №|№ стола|№", Column::Table),
            ("White|white name|Белые|Игрок белыми", Column::White(Name)),
            ("Чёрные|черные|Black Player", Column::Black(Name)),
            ("WhiteElo|White rating|Рейтинг белых|WElo|Белые (рейтинг)", Column::White(Rating)),
            ("BlackTitle|Звание чёрных|b_title", Column::Black(Title)),
            ("BlackFideId|ID FIDE чёрных|Black FIDE ID", Column::Black(FideId)),
            ("Контроль времени|TimeControl", Column::TimeControl),
        ] {
            for text in texts.split('|') {
                assert_eq!(Heading::of(text), Heading::Known(column), "{text}");
            }
        }
        assert_eq!(Heading::of("Rtg"), Heading::Either(Rating));
        assert_eq!(Heading::of("WhiteTeam"), Heading::Tag("WhiteTeam".into()));
        for aside in ["Result", "Pts.", "No.", "", "Очки", "Заметка"] {
            assert_eq!(Heading::of(aside), Heading::Aside, "{aside}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let sides = [Side::White, Side::Black];
        let fields = [Field::Name, Field::Title, Field::Rating, Field::FideId];
        let of = sides.iter().flat_map(|side| fields.map(|field| Column::of(*side, field)));
        for column in NAMES.iter().map(|(_, column)| *column).chain(of) {
            assert_eq!(Heading::of(&column.to_string()), Heading::Known(column));
        }
    }
}
