use std::{convert::Infallible, sync::Arc};

use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use touchmove_core::{
    board::{Header, Record, Said},
    hands::{Action, Call, Ending, Hands, Manner, Offence, Patience, Temperament, Wire},
    pgn::Score,
};

use crate::{inlet::Inlet, tempo::Tempo};

/// How long players wait for an arbiter, in seconds of those who look at the page.
const PATIENCE_S: f64 = 60.0;
/// The first offences of the hall come early, so that a visitor need not wait: tried from here on.
const EARLY_PLY: usize = 6;
/// Coprime with the number of offences, so that neighbours do different things.
const STRIDE: usize = 5;

/// What people do at a board that a visitor should see, the commonest first.
const OFFENCES: [Offence; 14] = [
    Offence::Illegal(touchmove_core::board::IllegalReason::PieceMovement),
    Offence::TouchOwn,
    Offence::ClockForgotten,
    Offence::PressedWithoutMove,
    Offence::Displaced,
    Offence::Illegal(touchmove_core::board::IllegalReason::KingLeftInCheck),
    Offence::TouchEnemy,
    Offence::ClockStopped,
    Offence::PressedEarly,
    Offence::OutOfTurn,
    Offence::CastlingRookFirst,
    Offence::MoveRetracted,
    Offence::TouchedOutOfTurn,
    Offence::MovedBeforePress,
];

/// The game that is played at the board of this number.
pub(super) fn choose(games: &[Score], seed: u64, n: usize) -> &Score {
    let start = usize::try_from(seed % games.len() as u64).unwrap_or(0);
    // Neighbours in a collection are of one time and one hand; a hall has more variety.
    let stride = coprime(games.len());
    &games[(start + n * stride) % games.len()]
}

/// A stride that comes to all of `len` before it comes to one again.
fn coprime(len: usize) -> usize {
    let common = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (len * 5 / 13..).find(|stride| *stride > 0 && common(*stride, len) == 1).unwrap_or(1)
}

/// Two players for this game, with what they do against the rules: three boards of four.
pub(super) fn sit_down(
    score: &Score,
    header: &Header,
    speed: f64,
    seed: u64,
    n: usize,
) -> Result<Hands, String> {
    let player = Temperament::default();
    let mut manner = Manner {
        white: player.clone(),
        black: player,
        offences: Vec::new(),
        ending: Ending::Handshake,
        patience: Patience((PATIENCE_S * 1000.0 * speed.max(1.0)) as u64),
    };
    if n % 4 == 3 {
        return Hands::new(score, header, &manner, seed);
    }
    let first = OFFENCES[n % OFFENCES.len()];
    let second = OFFENCES[(n * STRIDE + 7) % OFFENCES.len()];
    if n < 3 {
        for ply in EARLY_PLY..EARLY_PLY + 20 {
            manner.offences = vec![(first, Some(ply))];
            if !Hands::new(score, header, &manner, seed)?.offences().is_empty() {
                break;
            }
        }
    } else {
        manner.offences = vec![(first, None)];
    }
    manner.offences.push((second, None));
    Hands::new(score, header, &manner, seed)
}

/// Two players at their board.
pub(super) struct Players {
    pub(super) hands: Hands,
    pub(super) tempo: Tempo,
    pub(super) inlet: Arc<Inlet>,
    /// What they hear, by the board's time.
    pub(super) heard: mpsc::Receiver<Said>,
    /// Why they want the arbiter.
    pub(super) calls: mpsc::Sender<Call>,
    /// How many boards are still played at.
    pub(super) playing: watch::Sender<usize>,
}

impl Players {
    /// Plays until the game is over and they have left.
    pub(super) async fn play(mut self) -> Result<(), Infallible> {
        let mut wire = self.hands.wire();
        let mut at_the_board = true;
        loop {
            let due: Option<Instant> =
                self.hands.next_action().map(|(t, _)| self.tempo.instant(t).into());
            while let Some((_, call)) = self.hands.call() {
                // Without an arbiter nobody takes the calls.
                let _ = self.calls.try_send(call);
            }
            if at_the_board && self.hands.left() {
                at_the_board = false;
                self.playing.send_modify(|playing| *playing -= 1);
            }
            tokio::select! {
                biased;
                Some(said) = self.heard.recv() => self.hands.hear(&said),
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    self.act(&mut wire);
                }
            }
        }
    }

    fn act(&mut self, wire: &mut Wire) {
        let Some((t, action)) = self.hands.take() else { return };
        if let Action::Tell(_) = action {
            tracing::debug!(?action, "the players tell the arbiter");
        }
        if let Some(what) = wire.report(&action) {
            // A board that is gone is told by its own name.
            let _ = self.inlet.put(Record { t, what });
        }
    }
}
