//! A whole game as a trace with the truth in it.

use std::{collections::VecDeque, fmt};

use serde_json::{Map, Value, json};
use shakmaty::{Bitboard, Chess, Color, Position};

use super::{
    Action, Call, Expected, Habit, Hands, Manner, Offence, Tally, Wire, course::fen, dice::Dice,
    sensor::undebounced,
};
use crate::{
    board::{
        AlertKind, Cleared, Colours, Event, GameResult, Header, Ms, Order, Reason, Record, Said,
        Target, Text, Verdict, What,
    },
    mate::{Quick, quick},
    pgn::{ROSTER, Score},
    trace::{Expect, Line},
};

/// How the sensors' readings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// As changes of squares.
    #[default]
    Debounced,
    /// As samples, with bounce and glitches.
    Raw,
}

/// The board at which games are played.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// Board, sensor, clock, edition, time control; names and start come from the game.
    pub header: Header,
    /// Form of the records.
    pub output: Output,
    /// How people play.
    pub manner: Manner,
}

/// A trace and what is true about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The first line.
    pub header: Header,
    /// What the board sees and is told.
    pub records: Vec<Record>,
    /// What must come of it: the object under `expect`.
    pub expect: Expect,
    /// The alerts that must come, with the times at which they can be known.
    pub expected: Vec<Expected>,
    /// What was done against the rules: those of the manner that fit into the game.
    pub offences: Vec<Offence>,
    /// The moves as played.
    pub moves: Vec<String>,
    /// How often what occurred.
    pub tally: Tally,
}

impl fmt::Display for Script {
    /// The trace as JSONL.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Line::from(self.header.clone()))?;
        for record in &self.records {
            writeln!(f, "{}", Line::from(record.clone()))?;
        }
        writeln!(f, "{}", Line::Expect(self.expect.clone()))
    }
}

/// The header of a trace of this game at the board of `base`.
pub fn header(score: &Score, base: &Header) -> Header {
    let tag = |name: &str| score.tag(name).to_owned();
    let mut tags = base.tags.clone();
    let own = |name: &str| ROSTER.contains(&name) || ["TimeControl", "Termination"].contains(&name);
    for (name, value) in score.tags.iter().filter(|(name, _)| !own(name)) {
        tags.insert(name.clone(), value.clone().into());
    }
    Header {
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        site: tag("Site"),
        date: tag("Date"),
        round: tag("Round"),
        fen: score.start_fen.clone(),
        tags,
        ..base.clone()
    }
}

/// Plays a game and writes down what the board sees. The same seed gives the same bytes.
///
/// # Errors
///
/// When the score is not a game of chess.
pub fn script(score: &Score, stage: &Stage, seed: u64) -> Result<Script, String> {
    let mut header = header(score, &stage.header);
    let hands = Hands::new(score, &header, &stage.manner, seed)?;
    let mut session = Session::new(hands, &header, seed);
    session.run();
    if let Some((side, ms)) = session.hands.flag() {
        let seconds = |of: Color| if of == side { ms / 1000 } else { 2 * 3600 };
        let (white, black) = (seconds(Color::White), seconds(Color::Black));
        header.time_control = format!("W{white}:B{black}");
    }
    let expect = session.truth();
    let records = match stage.output {
        Output::Debounced => session.records,
        Output::Raw => undebounced(session.records, &mut session.dice),
    };
    Ok(Script {
        header,
        records,
        expect,
        expected: session.hands.expected().to_vec(),
        offences: session.hands.offences().to_vec(),
        moves: session.hands.moves(),
        tally: session.hands.tally().clone(),
    })
}

/// One step of the arbiter who stands by.
#[derive(Clone, Copy, Debug)]
enum Ruling {
    Pause,
    Apply(AlertKind),
    Resume,
    Enter(GameResult),
}

/// Hands, sensors and an arbiter who knows what happened.
struct Session {
    hands: Hands,
    wire: Wire,
    records: Vec<Record>,
    dice: Dice,
    /// What the arbiter does next: the first at a time, the others so long after the players have
    /// done what he asked.
    rulings: VecDeque<(Ms, Ruling)>,
    /// Not before this, ms.
    summoned: Ms,
    /// How the game was ended, if it was.
    over: Option<(GameResult, Reason)>,
}

impl Session {
    fn new(hands: Hands, header: &Header, seed: u64) -> Session {
        let wire = Wire::new(header.sensor, hands.board());
        let records = vec![Record { t: 0, what: What::Scan(wire.planes()) }];
        Session {
            hands,
            wire,
            records,
            dice: Dice::new(seed, 1),
            rulings: VecDeque::new(),
            summoned: 0,
            over: None,
        }
    }

    fn run(&mut self) {
        loop {
            let next = self.hands.next_action();
            if let Some((at, call)) = self.hands.call() {
                self.summon(at, call);
                continue;
            }
            let now = self.now();
            let ruling = self.rulings.front().map(|&(after, _)| {
                if self.summoned > 0 { self.summoned + after } else { now + after }
            });
            match (next, ruling) {
                // Whoever was summoned comes at his time; then he waits until he is obeyed.
                (Some((t, _)), Some(at)) if self.summoned > 0 && at <= t => self.rule(at),
                (Some(_), _) => self.act(),
                (None, Some(at)) => self.rule(at.max(now)),
                (None, None) => break,
            }
        }
        self.over = self.over.or(self.hands.course().ended.filter(|_| self.all_played()));
        let end = self.now() + 5_000;
        self.records.push(Record { t: end, what: What::End });
    }

    fn now(&self) -> Ms {
        self.records.last().map_or(0, |record| record.t)
    }

    fn all_played(&self) -> bool {
        self.hands.ply() == self.hands.course().len()
    }

    fn position(&self) -> &Chess {
        self.hands.course().position(self.hands.ply())
    }

    fn act(&mut self) {
        let Some((t, action)) = self.hands.take() else { return };
        if let Some(what) = self.wire.report(&action) {
            self.records.push(Record { t, what });
        }
        if let Action::Tell(command) = action {
            // The answer that the players hear.
            let r#do = <&str>::from(&command.order).to_owned();
            self.say(t, Event::Done { command: None, by: None, r#do, colours: Colours::AsPaired });
        }
    }

    fn summon(&mut self, at: Ms, call: Call) {
        self.summoned = at;
        let alert = self.hands.expected().last();
        let kind = alert.and_then(|expected| expected.alert.get("kind")?.as_str()?.parse().ok());
        let rulings: Vec<(Ms, Ruling)> = match (call, kind) {
            (Call::Irregularity, Some(kind)) => {
                vec![(2_500, Ruling::Pause), (1_500, Ruling::Apply(kind)), (1_500, Ruling::Resume)]
            }
            (Call::Flag, Some(kind)) => vec![(4_000, Ruling::Apply(kind))],
            (Call::WrongStart, _) => vec![(2_000, Ruling::Pause), (5_000, Ruling::Resume)],
            (Call::Stopped, _) => vec![(8_000, Ruling::Pause), (2_000, Ruling::Resume)],
            (Call::Result(result), _) if result != GameResult::Open => {
                vec![(7_000, Ruling::Enter(result))]
            }
            _ => Vec::new(),
        };
        self.rulings = rulings.into();
    }

    fn rule(&mut self, t: Ms) {
        self.summoned = 0;
        let Some((_, ruling)) = self.rulings.pop_front() else { return };
        let turn = self.position().turn();
        let order = match ruling {
            Ruling::Pause => Order::Pause,
            Ruling::Apply(kind) => {
                Order::Decide { target: Target::Kind(kind), verdict: Verdict::Apply, choice: None }
            }
            Ruling::Resume => Order::Resume { running: Some(Text(turn)) },
            Ruling::Enter(result) => {
                let reason = self.reason(result);
                self.over = Some((result, reason));
                Order::Result { result, reason, consent: false }
            }
        };
        self.records.push(Record { t, what: What::Arbiter(order.into()) });
        match ruling {
            Ruling::Pause => {
                let (stands, wanted) =
                    (self.wire.planes().occupied(), self.position().board().occupied());
                self.say(
                    t,
                    Event::Done {
                        command: None,
                        by: None,
                        r#do: "pause".into(),
                        colours: Colours::AsPaired,
                    },
                );
                let setup = |squares: Bitboard| squares.into();
                self.say(
                    t,
                    Event::Setup {
                        missing: setup(wanted & !stands),
                        extra: setup(stands & !wanted),
                        wrong_color: setup(Bitboard::EMPTY),
                    },
                );
            }
            Ruling::Apply(AlertKind::FlagFall) => {
                let result = GameResult::lost_by(turn);
                self.over = Some((result, Reason::FlagFall));
                self.say(t, Event::GameOver { result, reason: Reason::FlagFall, article: None });
            }
            Ruling::Apply(kind) => {
                self.say(t, Event::AlertCleared { id: 0, kind, why: Cleared::Applied });
            }
            Ruling::Resume => {
                let running = Some(Text(turn));
                self.say(
                    t,
                    Event::Clock {
                        white_ms: 0,
                        black_ms: 0,
                        running,
                        period: 1,
                        moves: 0,
                        other_period: None,
                        delay_ms: None,
                    },
                );
            }
            Ruling::Enter(result) => {
                let reason = self.reason(result);
                self.say(t, Event::GameOver { result, reason, article: None });
            }
        }
    }

    /// What the arbiter enters for a result that the players agreed or resigned to.
    fn reason(&self, result: GameResult) -> Reason {
        let winner = match result {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            _ => None,
        };
        match winner {
            // Where he cannot mate a resignation would be a draw (5.1.2).
            Some(winner) if quick(self.position(), winner) == Quick::Cannot => Reason::Arbiter,
            Some(_) => Reason::Resignation,
            None if self.hands.ply() < 2 => Reason::Arbiter,
            None => Reason::Agreement,
        }
    }

    fn say(&mut self, t: Ms, event: Event) {
        self.hands.hear(&Said { seq: 0, t, event });
    }

    fn truth(&self) -> Expect {
        let mut expected: Vec<&Expected> = self.hands.expected().iter().collect();
        expected.sort_by_key(|expected| expected.due);
        let alerts: Vec<Value> =
            expected.into_iter().map(|expected| Value::Object(expected.alert.clone())).collect();
        let mut expect = Map::new();
        expect.insert("moves".into(), self.hands.moves().into());
        expect.insert("alerts".into(), alerts.into());
        expect.insert("exact".into(), true.into());
        let mut events = Vec::new();
        if self.hands.tally().of(Habit::KingsInCentre) > 0 {
            let result = self.hands.course().result.as_str();
            events.push(json!({"event": "result_signalled", "result": result}));
        }
        if let Some((result, reason)) = self.over {
            let (result, reason) = (result.as_str(), <&str>::from(reason));
            events.push(json!({"event": "game_over", "result": result, "reason": reason}));
            expect.insert("result".into(), result.into());
        }
        if !events.is_empty() {
            expect.insert("events".into(), events.into());
        }
        expect.insert("fen".into(), fen(self.position()).into());
        expect
    }
}
