//! What was touched: pieces that left their squares during a turn (Articles 4.2 and 4.3).

use shakmaty::{Color, Piece, Square};

use crate::{
    board::Ms,
    tracker::{Change, ChangeKind, Stand},
};

/// A piece that left its square during a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handled {
    /// Where it stood.
    pub square: Square,
    /// What it is.
    pub piece: Piece,
    /// When it was lifted.
    pub lifted: Ms,
    /// When something was set on its square again.
    pub returned: Option<Ms>,
    /// Where else it seems to have been set meanwhile; of several squares the one where it stood
    /// longest.
    pub set_on: Option<SetDown>,
}

/// A piece set on another square than its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetDown {
    /// Where.
    pub square: Square,
    /// How long it stood there, ms.
    pub stood_ms: Ms,
}

impl Handled {
    /// How long it was off its square, ms, if it came back.
    pub fn lifted_ms(&self) -> Option<Ms> {
        self.returned.map(|returned| returned.saturating_sub(self.lifted))
    }

    /// Whether it was off its square at least so long until `now`, or was set on another one. What
    /// is less is a brush.
    fn counts(&self, brush_ms: Ms, now: Ms) -> bool {
        let away = self.returned.unwrap_or(now).saturating_sub(self.lifted);
        self.set_on.is_some() || away >= brush_ms
    }

    fn set_down(&mut self, square: Square, stood_ms: Ms) {
        if self.set_on.is_none_or(|on| on.stood_ms <= stood_ms) {
            self.set_on = Some(SetDown { square, stood_ms });
        }
    }
}

/// Every piece of `stand` that left its square in `changes` up to `now`, but for brushes.
///
/// A brush is a lift shorter than `brush_ms` that comes back to the same square.
pub fn handled(stand: &Stand, changes: &[Change], now: Ms, brush_ms: Ms) -> Vec<Handled> {
    let board = stand.board();
    let mut found: Vec<Handled> = Vec::new();
    let mut standing: Option<Standing> = None;
    for change in changes {
        let (square, t) = (change.square, change.t);
        let away = found.iter().rposition(|h| h.square == square && h.returned.is_none());
        match (change.kind, away) {
            (ChangeKind::Lift, None) => {
                if let Some(piece) = board.piece_at(square) {
                    found.push(Handled { square, piece, lifted: t, returned: None, set_on: None });
                } else if let Some(stood) = standing.take_if(|stood| stood.square == square) {
                    found[stood.whose].set_down(square, t - stood.since);
                }
            }
            (ChangeKind::Place(seen), Some(own)) if may_be(seen, found[own].piece) => {
                found[own].returned = Some(t);
            }
            (ChangeKind::Place(seen), _) => {
                let in_hand = |h: &Handled| h.returned.is_none() && may_be(seen, h.piece);
                if let Some(whose) = found.iter().rposition(in_hand) {
                    found[whose].set_down(square, 0);
                    standing = Some(Standing { whose, square, since: t });
                }
            }
            (ChangeKind::Lift, Some(_)) => {}
        }
    }
    if let Some(stood) = standing {
        found[stood.whose].set_down(stood.square, now.saturating_sub(stood.since));
    }
    found.retain(|h| h.counts(brush_ms, now));
    found
}

/// A piece that stands on another square than its own.
struct Standing {
    /// Its place among those found.
    whose: usize,
    square: Square,
    since: Ms,
}

/// Whether what a sensor saw may be that piece.
fn may_be(seen: Option<Color>, piece: Piece) -> bool {
    seen.is_none_or(|color| color == piece.color)
}
