//! A time control as it is announced: "90 minutes + 30 seconds a move".

use fluent_bundle::{FluentArgs, FluentValue};
use touchmove_core::{
    board::Side,
    timing::{Bonus, Period, Schedule, TimeControl},
};

use super::{Id, Words};

impl Words {
    /// A time control in words.
    pub(super) fn control(&self, control: &TimeControl) -> String {
        let sides = [Side::White, Side::Black].map(|side| control.schedule(side));
        match sides {
            [Some(white), Some(black)] if white == black => self.schedule(white),
            [Some(white), Some(black)] => {
                let sides = [("white", self.schedule(white)), ("black", self.schedule(black))];
                self.made_of("control-unequal", sides)
            }
            _ => self.say("time-control-none"),
        }
    }

    fn schedule(&self, schedule: &Schedule) -> String {
        let periods = schedule.periods().map(|period| self.period(period));
        let all = periods
            .reduce(|value, next| self.made_of("control-then", [("value", value), ("next", next)]));
        let all = all.unwrap_or_default();
        match schedule.periods().last() {
            Some(Period { moves: Some(_), .. }) => {
                self.made_of("control-repeated", [("value", all)])
            }
            _ => all,
        }
    }

    fn period(&self, period: &Period) -> String {
        let time = self.time(period.time);
        let time = match period.moves {
            None => time,
            Some(moves) => {
                let mut args = FluentArgs::new();
                args.set("value", time);
                args.set("count", FluentValue::from(moves.get()));
                self.with(Id("control-moves", None), &args)
            }
        };
        let with = |id, bonus| self.made_of(id, [("value", time.clone()), ("bonus", bonus)]);
        match period.bonus {
            Bonus::None => time,
            Bonus::Increment(ms) => with("control-increment", self.time(ms)),
            Bonus::Delay(ms) => with("control-delay", self.time(ms)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn time_controls_are_announced() {
        let [en, ru] = Language::ALL.map(Words::new);
        for (control, english, russian) in [
            ("-", "untimed", "без контроля времени"),
            (
                "5400+30",
                "1 hour 30 minutes + 30 seconds a move",
                "1 час 30 минут + 30 секунд на ход",
            ),
            (
                "40/5400:1800d5",
                "1 hour 30 minutes for 40 moves, then 30 minutes with a delay of 5 seconds a move",
                "1 час 30 минут на 40 ходов, затем 30 минут, задержка 5 секунд на ход",
            ),
            ("20/600", "10 minutes for 20 moves, and so on", "10 минут на 20 ходов, и так далее"),
            ("W300:B240", "White 5 minutes; Black 4 minutes", "белые 5 минут; чёрные 4 минуты"),
        ] {
            let control = TimeControl::parse(control).unwrap();
            assert_eq!(en.control(&control), english);
            assert_eq!(ru.control(&control), russian);
        }
    }
}
