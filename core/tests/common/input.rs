//! What happens at a board as people write it: `-e2` a lift, `+e4` a place, `|` a pause longer than
//! any settling, `.` a tenth of one, `!` the mover's press, `x` a press of the other player. Between
//! two of them 200 ms pass, but none at a `&`. On a board that sees colours, `+e4w` is a white piece,
//! `+e4b` a black one. `{"do":"pause"}` is an order of the arbiter, without spaces.

use touchmove_core::{
    board::{
        Alert, AlertKind, Event, GameResult, Header, Planes, Record, Said, Sensor, Side, What,
    },
    game::Answers,
    sheet::Sheet,
    table::Table,
};

/// What came of it.
pub struct Outcome {
    pub moves: Vec<String>,
    pub alerts: Vec<AlertKind>,
    pub signalled: Option<GameResult>,
    pub said: Vec<Said>,
}

impl Outcome {
    /// The alerts of a kind as they were raised.
    pub fn raised(&self, kind: AlertKind) -> Vec<&Alert> {
        let alerts = self.said.iter().filter_map(|said| match &said.event {
            Event::Alert(alert) => Some(alert),
            _ => None,
        });
        alerts.filter(|alert| alert.kind() == kind).collect()
    }
}

/// A board with a clock, at a position.
pub fn header(fen: &str) -> Header {
    Header { fen: Some(fen.into()), time_control: "5400+30".into(), ..Header::default() }
}

/// What a board without colours shows of a position.
pub fn shown(fen: &str) -> Planes {
    Planes::Occupancy(fen.parse::<shakmaty::fen::Fen>().unwrap().into_setup().board.occupied())
}

/// The records that an input stands for.
pub fn records(header: &Header, input: &str) -> Vec<Record> {
    let fen =
        header.fen.as_deref().unwrap_or("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let setup = fen.parse::<shakmaty::fen::Fen>().unwrap().into_setup();
    let board = &setup.board;
    let planes = match header.sensor {
        Sensor::Occupancy => Planes::Occupancy(board.occupied()),
        Sensor::Polarity => Planes::Polarity { white: board.white(), black: board.black() },
    };
    let mover = setup.turn;
    let mut records = vec![
        Record { t: 0, what: What::Scan(planes) },
        Record { t: 1_000, what: What::Press(!mover) },
    ];
    let (more, t, _) = read(input, 1_000, mover);
    records.extend(more);
    records.push(Record { t: t + 7_000, what: What::End });
    records
}

/// The records of an input that begins after `t` with `mover` to move; and the time and the mover
/// after it.
pub fn read(input: &str, mut t: u64, mut mover: Side) -> (Vec<Record>, u64, Side) {
    let mut records = Vec::new();
    for word in input.split_whitespace() {
        t += 200;
        let what = match word.split_at(1) {
            ("|", _) => {
                t += 1_000;
                continue;
            }
            (".", _) => {
                t -= 100;
                continue;
            }
            ("&", _) => {
                t -= 400;
                continue;
            }
            ("!", _) => {
                let press = What::Press(mover);
                mover = !mover;
                press
            }
            ("x", _) => What::Press(!mover),
            ("{", _) => What::Arbiter(serde_json::from_str(word).unwrap()),
            ("-", square) => What::Lift(square.parse().unwrap()),
            ("+", square) => {
                let color = match &square[2..] {
                    "w" => Some(Side::White),
                    "b" => Some(Side::Black),
                    _ => None,
                };
                What::Place(square[..2].parse().unwrap(), color)
            }
            (other, _) => panic!("{other} is no input"),
        };
        records.push(Record { t, what });
    }
    (records, t, mover)
}

pub fn play_with(header: &Header, input: &str) -> Outcome {
    play_records(header, &records(header, input))
}

pub fn play_records(header: &Header, records: &[Record]) -> Outcome {
    let mut table = Table::new(header).unwrap();
    table.answer(Answers::at_once());
    let mut said = Vec::new();
    records.iter().for_each(|record| table.apply(record, &mut said));
    table.finish(&mut said);
    let mut sheet = Sheet::new(header);
    said.iter().for_each(|said| sheet.fold(said));
    let alerts = said.iter().filter_map(|said| match &said.event {
        Event::Alert(alert) => Some(alert.kind()),
        _ => None,
    });
    let signalled = said.iter().find_map(|said| match said.event {
        Event::ResultSignalled { result } => Some(result),
        _ => None,
    });
    Outcome {
        alerts: alerts.collect(),
        signalled,
        moves: sheet.moves.iter().map(|m| m.san.clone()).collect(),
        said,
    }
}
