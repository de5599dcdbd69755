use std::{
    fmt, io,
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{Instant, sleep_until, timeout},
};
use touchmove_core::{
    board::{Command, Event, Header, Ms, Order, Planes, Record, Said, Side, Squares, What},
    sheet::Phase,
};

use super::{
    Stop,
    answers::{Answers, Expected},
    faults::Faults,
    pairing,
    play::{NoGame, Play, Progress},
    prover::Prover,
    resume::Resumed,
    wall,
};
use crate::{
    clock::LeverEnd,
    inlet::follow,
    journal::{self, Disk, Recovered},
    link::{Answer, Glance, Outbox, Presence, Request, Showcase},
    meet::Synchronised,
    tempo::Tempo,
};

/// How long a board without sensors waits to be told that all stop.
const PATIENCE: Duration = Duration::from_secs(1);
/// Records taken in at once before the board is shown again.
const BATCH: usize = 64;

/// So long after a press, or the order to start, a game may have begun that is not shown as one: a
/// press waits for the squares, and what comes of it for the disk.
const BEGINNING: Ms = 1_000;

/// Who hears what is said at a board when it is shown: the hands of a demo. Times are the board's,
/// and whoever listens must keep up.
pub(super) type Ears = mpsc::Sender<Said>;

/// A board: what it is, and the ends of everything that leads to it.
#[derive(Debug)]
pub(crate) struct Board {
    /// The games to be played here, but for id and date.
    pub(crate) header: Header,
    /// Folder of the journals.
    pub(crate) games: PathBuf,
    /// Where a pairing is kept.
    pub(crate) pairing: PathBuf,
    /// How fast the board lives.
    pub(crate) tempo: Tempo,
    /// What squares and lever tell, by the board's time.
    pub(crate) records: mpsc::Receiver<Record>,
    /// Orders from the hall.
    pub(crate) orders: mpsc::Receiver<Request>,
    /// What it says, for the hall.
    pub(crate) outbox: Arc<Outbox>,
    /// What it shows.
    pub(crate) showcase: Showcase,
    /// What becomes of a game that was on when the daemon went.
    pub(crate) unfinished: Unfinished,
    /// Which end of the lever is White's.
    pub(crate) white_at: LeverEnd,
    /// Which side of the lever is down when the daemon starts, if that can be seen.
    pub(crate) lever_down: Option<Side>,
    /// Who else listens.
    pub(crate) ears: Option<Ears>,
}

/// What becomes of a game that was on when the daemon went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// It goes on.
    GoesOn,
    /// It is closed: a recorded game begins anew.
    IsClosed,
}

/// Why a board had to stop.
#[derive(Debug)]
pub(crate) enum BoardError {
    /// A game can neither begin nor go on.
    NoGame(NoGame),
    /// The journals cannot be read.
    Journal(io::Error),
    /// Nothing reads the squares any more.
    NoSensor,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::NoGame(error) => write!(f, "no game can be played: {error}"),
            BoardError::Journal(error) => write!(f, "the journal cannot be used: {error}"),
            BoardError::NoSensor => f.write_str("nothing reads the squares any more"),
        }
    }
}

impl std::error::Error for BoardError {}

impl From<NoGame> for BoardError {
    fn from(error: NoGame) -> BoardError {
        BoardError::NoGame(error)
    }
}

impl Board {
    /// Plays one game after the other until it is told to stop.
    ///
    /// # Errors
    ///
    /// When a game can neither begin nor go on, or the sensors are gone.
    pub(crate) async fn run(self, mut stop: Stop) -> Result<(), BoardError> {
        let (play, answers) = self.first_game()?;
        let mut life = Life {
            disk: play.disk(),
            play,
            board: self,
            answers,
            orders: 0,
            paired: None,
            begun: None,
            planes: None,
            raw: false,
            faults: Faults::default(),
            prover: Prover::default(),
            asked: None,
        };
        life.announce();
        life.show();
        loop {
            let due = life.play.due();
            tokio::select! {
                biased;
                () = stop.wanted() => break,
                // The journal outlives its game, so this cannot end otherwise.
                _ = life.disk.changed() => {}
                Some(request) = life.board.orders.recv() => life.serve(request).await,
                record = life.board.records.recv() => match record {
                    Some(record) => life.take(record),
                    // When all stop, the sensors may be the first.
                    None => match timeout(PATIENCE, stop.wanted()).await {
                        Ok(()) => break,
                        Err(_) => return Err(BoardError::NoSensor),
                    },
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
                answer = life.prover.answer() => life.answered(answer),
            }
            life.play.pass();
            life.ask();
            if life.play.is_closed() {
                life.next_game().await?;
            }
            life.show();
        }
        let rest = life.play.end().await;
        // They stand under the last seal, which nobody has told.
        life.board.outbox.said(rest, None);
        Ok(())
    }

    /// The game that was on when the daemon went, or a new one.
    fn first_game(&self) -> Result<(Play, Answers), BoardError> {
        let board = &self.header.board;
        let recovered = journal::unfinished(&self.games, board).map_err(BoardError::Journal)?;
        let Some(recovered) = recovered else {
            return Ok((self.new_game()?, Answers::default()));
        };
        if self.unfinished == Unfinished::IsClosed {
            recovered.close().map_err(BoardError::Journal)?;
            return Ok((self.new_game()?, Answers::default()));
        }
        let Recovered { header, torn, path, .. } = &recovered;
        if let Some(torn) = torn {
            tracing::warn!(
                board,
                path = %path.display(),
                error = %torn.error,
                kept = %torn.kept.display(),
                "the end of the journal was torn; it is kept beside it"
            );
        }
        told_damage(board, &recovered);
        let pairing =
            |header: &Header| (header.white.clone(), header.black.clone(), header.round.clone());
        if pairing(header) != pairing(&self.header) {
            tracing::warn!(
                board,
                white = header.white,
                black = header.black,
                round = header.round,
                "a game of other players was not closed at this board: it goes on"
            );
        }
        tracing::info!(board, path = %path.display(), "the game goes on");
        let mut answers = Answers::default();
        recovered.said.iter().for_each(|said| answers.hear(said));
        let resumed = Resumed::replay(recovered).map_err(NoGame::from)?;
        Ok((Play::resume(resumed, self.lever_down, self.tempo)?, answers))
    }

    /// Old games make room before a new one begins.
    fn tidy(&self) {
        match journal::tidy(&self.games, SystemTime::now()) {
            Ok(removed) => {
                for path in removed {
                    tracing::info!(path = %path.display(), "an old journal is removed");
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => tracing::warn!(%error, "old journals cannot be looked at"),
        }
    }

    fn new_game(&self) -> Result<Play, NoGame> {
        self.tidy();
        let mut header = self.header.clone();
        header.game = Some(journal::game_id(wall::unix_ms()));
        header.core = Some(touchmove_core::CORE);
        if header.date == Header::default().date {
            header.date = wall::today();
        }
        Play::begin(&self.games, header, self.tempo)
    }
}

/// Says what of a journal is not as it was written.
fn told_damage(board: &str, recovered: &Recovered) {
    let path = recovered.path.display();
    for broken in &recovered.chain.broken {
        let (from, to) = (broken.from, broken.to);
        tracing::error!(board, %path, from, to, "lines of the journal are not what was sealed");
    }
    for error in &recovered.damaged {
        tracing::error!(board, %path, %error, "a line of the journal cannot be read any more; the game goes on without it");
    }
}

/// A board with the game that is on.
struct Life {
    board: Board,
    play: Play,
    /// Tells when the disk has taken more of the journal.
    disk: watch::Receiver<Disk>,
    answers: Answers,
    /// Orders without a name so far.
    orders: u64,
    /// Who waits for the game of a new pairing to begin.
    paired: Option<Paired>,
    /// When a press or an order came last by which a game may have begun.
    begun: Option<Ms>,
    /// What the squares read last, and whether undebounced: the next game begins with it.
    planes: Option<Planes>,
    raw: bool,
    /// What is wrong with the board at the moment, as it was told: the next game is told, too.
    faults: Faults,
    prover: Prover,
    /// How far the game was when it was looked at for questions.
    asked: Option<Progress>,
}

/// A pairing that is kept and whose game has not begun.
struct Paired {
    /// The order by which the game before it is closed.
    order: String,
    answer: oneshot::Sender<Answer>,
}

impl Life {
    /// Lets the prover know what the game asks, where it may ask something else since.
    fn ask(&mut self) {
        let now = Some(self.play.progress());
        if self.asked != now {
            self.asked = now;
            self.prover.ask(self.play.questions());
        }
    }

    fn answered(&mut self, answer: Option<What>) {
        self.asked = None;
        if let Some(what) = answer {
            self.play.take(Record { t: self.play.now(), what });
        }
    }

    /// Takes in a record, and those that came with it.
    fn take(&mut self, first: Record) {
        self.take_one(first);
        for _ in 1..BATCH {
            let Ok(record) = self.board.records.try_recv() else { return };
            self.take_one(record);
        }
    }

    fn take_one(&mut self, Record { t, what }: Record) {
        self.planes = follow(self.planes, &what);
        self.raw |= matches!(what, What::Raw(_));
        self.faults.see(&what);
        let t = self.play.time(t);
        if matches!(what, What::Press(_)) {
            self.begun = Some(t);
        }
        self.play.take(Record { t, what });
    }

    async fn serve(&mut self, request: Request) {
        match request {
            Request::Order { command, game, answer } => {
                if game.is_some() && game != self.play.header.game {
                    // Who no longer waits needs no answer.
                    let _ = answer.send(Answer::Refused("other_game".into()));
                } else {
                    self.order(command, answer);
                }
            }
            // Whoever asks again meanwhile is to ask once more: the answer is on its way.
            Request::Pair { .. } if self.paired.is_some() => {}
            Request::Pair { header, answer } => match self.pair(*header).await {
                Some(done) => drop(answer.send(done)),
                None => self.close_for(answer),
            },
        }
    }

    /// Takes a pairing; none where another game has to be closed for it.
    async fn pair(&mut self, told: Header) -> Option<Answer> {
        let Some(header) = pairing::taken(&self.board.header, told) else {
            return Some(Answer::Refused("bad_terms".into()));
        };
        let plays_it = pairing::is_of(&self.play.header, &header);
        if !plays_it && self.may_be_on() {
            return Some(Answer::Refused("game_on".into()));
        }
        if self.board.header != header {
            let board = &header.board;
            if let Err(error) = pairing::keep(&self.board.pairing, &header).await {
                tracing::error!(board, %error, "the pairing cannot be kept");
                return Some(Answer::Refused("not_saved".into()));
            }
            let (white, black, round) = (&header.white, &header.black, &header.round);
            tracing::info!(board, white, black, round, "paired");
            self.board.header = header;
        }
        plays_it.then(|| Answer::Done("pair".into()))
    }

    fn may_be_on(&mut self) -> bool {
        // What was pressed before somebody asked counts before it.
        if let Ok(record) = self.board.records.try_recv() {
            self.take(record);
        }
        let begins = |t| self.play.now() < t + BEGINNING;
        match self.play.sheet.phase {
            Phase::Playing => true,
            Phase::Setup | Phase::Ready => self.begun.is_some_and(begins),
            Phase::Over => false,
        }
    }

    /// Closes the game that is not on, so that the one that was paired begins.
    fn close_for(&mut self, answer: oneshot::Sender<Answer>) {
        let t = self.play.now();
        self.orders += 1;
        let id = format!("pair-{t}-{}", self.orders);
        let order = match self.play.sheet.phase {
            Phase::Over => Order::NextGame,
            Phase::Setup | Phase::Ready | Phase::Playing => Order::Abandon,
        };
        self.paired = Some(Paired { order: id.clone(), answer });
        let command = Command { id: Some(id), ..Command::from(order) };
        self.play.take(Record { t, what: What::Arbiter(command) });
    }

    /// The game that was to make room for another does not: it was reopened.
    fn not_closed(&mut self, said: &Said) {
        let Event::Refused { command: Some(id), .. } = &said.event else { return };
        if let Some(paired) = self.paired.take_if(|paired| paired.order == *id) {
            // Who no longer waits needs no answer.
            let _ = paired.answer.send(Answer::Refused("game_on".into()));
        }
    }

    fn order(&mut self, mut command: Command, answer: oneshot::Sender<Answer>) {
        let t = self.play.now();
        self.orders += 1;
        let id = command.id.get_or_insert_with(|| format!("{t}-{}", self.orders));
        if self.answers.expect(id, answer) == Expected::First {
            if command.order == Order::Start {
                self.begun = Some(t);
            }
            self.play.take(Record { t, what: What::Arbiter(command) });
        }
    }

    fn announce(&self) {
        let (header, journal) = (Arc::clone(&self.play.header), Arc::clone(self.play.journal()));
        self.board.outbox.game(header, journal, self.play.sheet.seq);
    }

    /// Shows and sends whatever may be.
    fn show(&mut self) {
        let shown = self.play.show();
        self.tell(&shown);
        let sent = self.play.send();
        self.board.outbox.said(sent, self.play.seal());
        let occupied = self.play.planes.map(Planes::occupied).unwrap_or_default();
        let unsaved = self.play.unsaved();
        if shown.is_empty() && self.board.showcase.shows(occupied, unsaved) {
            return;
        }
        self.board.showcase.show(Glance {
            summary: self.play.sheet.summary(),
            occupied,
            t: self.play.now(),
            at: Instant::now(),
            speed: self.board.tempo.speed(),
            white_at: self.board.white_at,
            unsaved,
            presence: Presence::Here,
            synchronised: Synchronised::Unknown,
        });
    }

    fn tell(&mut self, shown: &[Said]) {
        for said in shown {
            self.answers.hear(said);
            self.not_closed(said);
            if let Some(ears) = &self.board.ears
                && ears.try_send(self.play.heard(said)).is_err()
            {
                tracing::warn!(board = self.board.header.board, "the hands do not listen");
            }
        }
    }

    /// Closes the game and begins the next.
    async fn next_game(&mut self) -> Result<(), BoardError> {
        tracing::info!(board = self.board.header.board, "the game is closed, the next begins");
        self.show();
        self.play.conclude().await;
        let next = self.board.new_game()?;
        let play = std::mem::replace(&mut self.play, next);
        let (unshown, unsent) = play.close().await;
        self.tell(&unshown);
        self.board.outbox.said(unsent, None);
        self.disk = self.play.disk();
        self.answers.let_go();
        self.begun = None;
        self.prover.forget();
        self.asked = None;
        self.announce();
        let reading = if self.raw { What::Raw } else { What::Scan };
        if let Some(planes) = self.planes {
            let t = self.play.now();
            self.play.take(Record { t, what: reading(planes) });
            for (reason, squares) in self.faults.all() {
                let (squares, reason) = (Squares(*squares), reason.clone());
                self.play.take(Record { t, what: What::Fault { squares, reason } });
            }
            self.play.pass();
        }
        if let Some(paired) = self.paired.take() {
            let _ = paired.answer.send(Answer::Done("pair".into()));
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "board_tests.rs"]
mod tests;
