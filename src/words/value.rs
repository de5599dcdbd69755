//! The value of a parameter as an arbiter says it.

use fluent_bundle::{
    FluentArgs, FluentValue,
    types::{FluentNumber, FluentNumberOptions, FluentNumberType},
};
use serde_json::Value;

use super::{Id, Words};
use touchmove_core::board::Ms;

impl Words {
    /// What a parameter of that name is about.
    pub(super) fn parameter(&self, name: &str) -> String {
        self.say(&message(name))
    }

    /// Its value: "2 minutes to the opponent", not 120000.
    pub(super) fn value(&self, name: &str, value: &Value) -> String {
        let message = message(name);
        match value {
            Value::String(word) => {
                let attribute = word.replace('_', "-");
                self.with(Id(&message, Some(&attribute)), &FluentArgs::new())
            }
            number => {
                let count = number.as_u64().unwrap_or_default();
                let mut args = FluentArgs::new();
                args.set("count", FluentValue::from(count));
                args.set("number", ordinal(count));
                if name.ends_with("_ms") {
                    args.set("value", self.time(count));
                }
                self.with(Id(&message, Some("value")), &args)
            }
        }
    }

    /// A time in the units that it is spoken of: "1 hour 30 minutes", "0.15 s".
    pub(super) fn time(&self, ms: Ms) -> String {
        let part = |id: &str, count: u64| {
            let mut args = FluentArgs::new();
            args.set("count", FluentValue::from(count));
            self.with(Id(id, None), &args)
        };
        if !ms.is_multiple_of(1000) {
            let mut args = FluentArgs::new();
            args.set("seconds", (ms / 1000).to_string());
            args.set("part", format!("{:03}", ms % 1000).trim_end_matches('0').to_owned());
            return self.with(Id("time-fraction", None), &args);
        }
        let seconds = ms / 1000;
        let parts: Vec<String> = [
            ("time-hours", seconds / 3600),
            ("time-minutes", seconds / 60 % 60),
            ("time-seconds", seconds % 60),
        ]
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(id, count)| part(id, count))
        .collect();
        if parts.is_empty() { part("time-seconds", 0) } else { parts.join(" ") }
    }
}

fn message(parameter: &str) -> String {
    format!("parameter-{}", parameter.replace('_', "-"))
}

/// A number that is spoken as an ordinal: 1st, 2nd.
fn ordinal(number: u64) -> FluentValue<'static> {
    #[allow(clippy::cast_precision_loss, reason = "a count of moves is far below 2^52")]
    let value = number as f64;
    let options =
        FluentNumberOptions { r#type: FluentNumberType::Ordinal, ..FluentNumberOptions::default() };
    FluentValue::Number(FluentNumber::new(value, options))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::words::Language;

    #[test]
    fn values_are_said_as_arbiters_say_them() {
        let [en, ru] = Language::ALL.map(Words::new);
        for (name, value, english, russian) in [
            ("illegal_move_ms", json!(120_000), "2 minutes to the opponent", "сопернику 2 минуты"),
            ("illegal_move_ms", json!(60_000), "1 minute to the opponent", "сопернику 1 минута"),
            ("illegal_move_ms", json!(0), "no time", "время не добавляется"),
            (
                "default_time_ms",
                json!(5_400_000),
                "1 hour 30 minutes after the start of the round",
                "1 час 30 минут",
            ),
            ("default_time_ms", json!(0), "the start of the round", "0 минут"),
            ("illegal_moves_lose", json!(2), "the 2nd", "2-й"),
            ("illegal_moves_lose", json!(3), "the 3rd", "3-й"),
            ("brush_ms", json!(150), "0.15 s", "0,15 с"),
            ("brush_ms", json!(1_005), "1.005 s", "1,005 с"),
            ("brush_ms", json!(0), "0 seconds", "0 секунд"),
            ("clock_ms", json!(21_000), "21 seconds", "21 секунда"),
            ("agreement_moves", json!(1), "after one move by each", "после 1 хода каждого"),
            ("agreement_moves", json!(30), "after 30 moves by each", "после 30 ходов каждого"),
            ("two_hands", json!("as_illegal_move"), "as an illegal move", "как невозможный ход"),
        ] {
            assert_eq!(en.value(name, &value), english, "{name} {value}");
            assert_eq!(ru.value(name, &value), russian, "{name} {value}");
        }
    }
}
