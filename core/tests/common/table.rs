//! A table with an arbiter: hands play as [`super::input`] says, and orders come between.

use serde_json::Value;
use touchmove_core::{
    board::{Alert, AlertKind, Bitboard, Event, Header, Planes, Record, Said, Side, What},
    game::Answers,
    sheet::Sheet,
    table::Table,
};

use super::input::{read, records};

/// A game in play, what was said so far, and a sheet that folds it.
pub struct Scene {
    table: Table,
    t: u64,
    mover: Side,
    pub records: Vec<Record>,
    pub said: Vec<Said>,
    pub sheet: Sheet,
}

impl Scene {
    /// A game from its position, the clock running.
    pub fn start(header: &Header) -> Scene {
        let mut scene = Scene::new(header);
        for record in &records(header, "")[..2] {
            scene.take(record);
        }
        scene.mover = *scene.sheet.turn;
        scene
    }

    /// A board on which this stands, before the game.
    pub fn set_up(header: &Header, seen: Planes) -> Scene {
        let mut scene = Scene::new(header);
        scene.take(&Record { t: 0, what: What::Scan(seen) });
        scene.wait(0);
        scene
    }

    fn new(header: &Header) -> Scene {
        let mut table = Table::new(header).unwrap();
        table.answer(Answers::at_once());
        Scene {
            table,
            t: 1_000,
            mover: Side::White,
            records: Vec::new(),
            said: Vec::new(),
            sheet: Sheet::new(header),
        }
    }

    fn take(&mut self, record: &Record) {
        let before = self.said.len();
        self.records.push(record.clone());
        self.table.apply(record, &mut self.said);
        self.said[before..].iter().for_each(|said| self.sheet.fold(said));
    }

    /// Hands at the board.
    pub fn hands(&mut self, input: &str) -> &mut Scene {
        let (records, t, mover) = read(input, self.t, self.mover);
        (self.t, self.mover) = (t, mover);
        records.iter().for_each(|record| self.take(record));
        self.wait(0)
    }

    /// Time passes.
    pub fn wait(&mut self, ms: u64) -> &mut Scene {
        self.t += ms;
        self.take(&Record { t: self.t, what: What::End });
        self
    }

    /// A record comes so much later.
    pub fn later(&mut self, ms: u64, what: What) -> &mut Scene {
        self.t += ms;
        self.take(&Record { t: self.t, what });
        self
    }

    /// What time it is.
    pub fn now(&self) -> u64 {
        self.t
    }

    /// A player stops both clocks.
    pub fn stop(&mut self) -> &mut Scene {
        self.t += 500;
        self.take(&Record { t: self.t, what: What::Stop });
        self
    }

    /// The scanner fails and comes back with this on the board.
    pub fn fault(&mut self, seen: Planes) -> &mut Scene {
        self.t += 500;
        let fault = What::Fault { squares: Bitboard::EMPTY.into(), reason: "bus".into() };
        self.take(&Record { t: self.t, what: fault });
        self.t += 500;
        self.take(&Record { t: self.t, what: What::Scan(seen) });
        self.wait(1_000)
    }

    /// Pieces were set up while nobody played: this stands on the board now.
    pub fn seen(&mut self, seen: Planes) -> &mut Scene {
        self.t += 500;
        self.take(&Record { t: self.t, what: What::Scan(seen) });
        self.wait(1_000)
    }

    /// Who is to move for what comes next.
    pub fn mover(&mut self, side: Side) -> &mut Scene {
        self.mover = side;
        self
    }

    /// An order, as the arbiter's page sends it; or why it was refused.
    pub fn order(&mut self, order: Value) -> Result<(), String> {
        self.t += 500;
        let command = serde_json::json!({"t": self.t, "arbiter": order}).to_string();
        let record: Record = serde_json::from_str(&command).unwrap();
        let before = self.said.len();
        self.take(&record);
        let answers = self.said[before..].iter().filter_map(|said| match &said.event {
            Event::Refused { reason, .. } => Some(Err(reason.clone())),
            Event::Done { .. } => Some(Ok(())),
            _ => None,
        });
        let answers: Vec<_> = answers.collect();
        assert_eq!(answers.len(), 1, "each order is answered once");
        answers.into_iter().next().unwrap()
    }

    /// An order that must be carried out.
    pub fn orders(&mut self, order: Value) -> &mut Scene {
        let text = order.to_string();
        if let Err(reason) = self.order(order) {
            panic!("{text}: {reason}");
        }
        self
    }

    /// The newest open alert of a kind.
    pub fn open(&self, kind: AlertKind) -> Option<&Alert> {
        let alerts = self.sheet.alerts.iter().rev().map(|open| &open.alert);
        alerts.into_iter().find(|alert| alert.kind() == kind)
    }

    /// The moves of the record.
    pub fn moves(&self) -> Vec<&str> {
        self.sheet.moves.iter().map(|one| one.san.as_str()).collect()
    }

    /// Time left by the last word about the clocks, ms: White's and Black's.
    pub fn clocks(&self) -> (u64, u64) {
        self.sheet.clocks.as_ref().map(|clocks| (clocks.white_ms, clocks.black_ms)).unwrap()
    }
}

/// A game from a position, with a clock.
pub fn game(fen: &str) -> Scene {
    Scene::start(&super::input::header(fen))
}
