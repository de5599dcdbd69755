use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
    sync::Arc,
};

use touchmove_core::{
    board::{AlertKind, Cleared},
    pgn::Score,
    sheet::Sheet,
};

use crate::hub::Hub;

/// Writes the games of the round, and says what was played.
pub(super) async fn write(hub: &Arc<Hub>, file: &Path) -> io::Result<()> {
    let sheets = hub.round().await?;
    let text: Vec<String> =
        sheets.iter().flat_map(Score::of_sheet).map(|score| score.to_string()).collect();
    let new = file.with_extension("new");
    let mut out = File::create(&new)?;
    out.write_all(text.join("\n").as_bytes())?;
    out.sync_all()?;
    fs::rename(&new, file)?;
    io::stdout().lock().write_all(told(&sheets, file).as_bytes())
}

fn told(sheets: &[Sheet], file: &Path) -> String {
    let moves: usize = sheets.iter().map(|sheet| sheet.moves.len()).sum();
    let over = sheets.iter().filter(|sheet| sheet.result.is_some()).count();
    let mut kinds: BTreeMap<AlertKind, usize> = BTreeMap::new();
    let mut decided = 0;
    for sheet in sheets {
        for past in &sheet.past_alerts {
            *kinds.entry(past.was.alert.kind()).or_default() += 1;
            decided += usize::from(matches!(past.why, Cleared::Applied | Cleared::Dismissed));
        }
        for open in &sheet.alerts {
            *kinds.entry(open.alert.kind()).or_default() += 1;
        }
    }
    let all: usize = kinds.values().sum();
    let mut text = format!(
        "\n{} games, {over} of them over, {moves} moves; {all} alerts, {decided} of them decided\n",
        sheets.len(),
    );
    for (kind, times) in kinds {
        text.push_str(&format!("{times:>5}  {}\n", <&str>::from(kind)));
    }
    text.push_str(&format!("{}\n", file.display()));
    text
}
