//! Wrong from the start: a new game at the same table, and players at the wrong sides (7.2 / 7.3).

use shakmaty::ByColor;

use super::{Game, Saying, Stage, Told, orders::Refusal};
use crate::{
    board::{Cleared, Colours, Withdrawal},
    timing::Clocks,
};

impl Game {
    /// The game is played anew from its start; the clocks are set and stand.
    pub(super) fn new_game(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        self.not_over()?;
        self.withdraw(1, Withdrawal::Reinstate, saying);
        self.clear_where(|_| true, Cleared::Moot, saying);
        self.offers_withdrawn(saying);
        self.clocks = Clocks::new(self.clocks.control(), self.rules.parameters.next_period);
        self.placed = None;
        self.illegal = ByColor::default();
        self.excuses.clear();
        self.told = Told::default();
        self.go_on();
        self.hold = None;
        self.away.clear();
        self.stage = Stage::SetUp;
        if self.has_clock() {
            self.say_clock(saying);
        }
        self.setting_up(saying);
        Ok(())
    }

    /// Articles 7.2 / 7.3: before so many moves by each the game is played anew with the right
    /// colours; after them, and where the edition knows no such number, it goes on as it is.
    pub(super) fn swap_colours(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        self.not_over()?;
        let by_each = self.plies() / 2;
        if self.stage != Stage::SetUp && by_each < self.rules.parameters.reversed_colours_moves {
            return self.new_game(saying);
        }
        self.colours = match self.colours {
            Colours::AsPaired => Colours::Reversed,
            Colours::Reversed => Colours::AsPaired,
        };
        Ok(())
    }
}
