//! Draw offers (9.1).

use shakmaty::Color;

use super::{Game, Notice, Saying, orders::Refusal};
use crate::{
    board::{Event, Matter, OfferState, Severity, Text},
    rules::Concept,
};

/// A draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) by: Color,
    pub(super) ply: u32,
    pub(super) open: bool,
}

impl Game {
    pub(super) fn offer(&mut self, by: Color, saying: &mut Saying) -> Result<(), Refusal> {
        self.not_over()?;
        let ply = self.plies();
        self.offers.push(Offer { by, ply, open: true });
        self.say(saying, Event::DrawOffer { by: Text(by), ply, state: OfferState::Made });
        let in_a_row = self.offers.iter().rev().take_while(|offer| offer.by == by).count();
        if in_a_row >= 3 {
            let notice = Notice::new(Matter::RepeatedOffers {}, Severity::Info).by(by);
            let notice = notice.citing(&self.rules, Concept::RepeatedOffers);
            self.raise(saying, notice);
        }
        Ok(())
    }

    /// Whatever was offered belongs to a game that is given up.
    pub(super) fn offers_withdrawn(&mut self, saying: &mut Saying) {
        for by in [Color::White, Color::Black] {
            self.offers_lapse(!by, saying);
        }
        self.offers.clear();
    }

    /// Article 9.1: an offer lapses when the opponent touches a piece.
    pub(super) fn offers_lapse(&mut self, toucher: Color, saying: &mut Saying) {
        let lapsed: Vec<Offer> =
            self.offers.iter().copied().filter(|offer| offer.open && offer.by != toucher).collect();
        for offer in &mut self.offers {
            offer.open &= offer.by == toucher;
        }
        for Offer { by, ply, .. } in lapsed {
            self.say(saying, Event::DrawOffer { by: Text(by), ply, state: OfferState::Lapsed });
        }
    }
}
