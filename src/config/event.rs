//! `[game] rules` as the path of the event's own file.

use std::{fs, path::PathBuf};

use touchmove_core::rules::RulesFile;

use super::Game;

/// The file that `rules` names, where it is not the name of an edition.
pub(crate) fn event_file(rules: &str) -> Option<PathBuf> {
    (rules.contains('/') || rules.ends_with(".toml")).then(|| rules.into())
}

/// Puts what the event's own file says in its place: the edition under `rules`, and what differs
/// under `parameters`, where the board's own stay. So a journal names both and replays anywhere.
///
/// # Errors
///
/// Says which file is wrong and why.
pub(super) fn settle(game: &mut Game) -> Result<(), String> {
    let Some(file) = event_file(&game.rules) else { return Ok(()) };
    let name = file.display();
    let text = fs::read_to_string(&file).map_err(|error| format!("{name}: {error}"))?;
    let regulations = match RulesFile::from_toml(&text) {
        Ok(RulesFile::Event(regulations)) => regulations,
        Ok(RulesFile::Edition(_)) => {
            return Err(format!(
                "{name} is a whole edition, which no journal can carry; name the edition it is \
                 like (edition = \"fide-2023\") and the parameters that differ, without articles"
            ));
        }
        Err(error) => return Err(format!("{name}: {error}")),
    };
    game.rules = regulations.edition().name().into();
    for (key, value) in regulations.parameters(game.play, game.supervision) {
        game.parameters.entry(key).or_insert(value);
    }
    game.regulations = Some(file);
    Ok(())
}
