//! Reading PGN through `pgn-reader`, with every move checked.

use std::{fmt, ops::ControlFlow};

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Chess, Move, Position, fen::Fen};

use super::{
    Line, Ply, Score,
    split::{Chunk, split},
};
use crate::board::{GameResult, Ms, castling_mode, position};

/// Why a game could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Which game of the file, from 1.
    pub game: usize,
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong, and at which move.
    pub reason: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: game {}: {}", self.line, self.game, self.reason)
    }
}

impl std::error::Error for ReadError {}

/// Reads all games of a file, each for itself: one that is broken does not hide the others.
///
/// Glyphs and variations are left out. A tag `Result` that PGN knows counts more than `*` after the
/// moves.
pub fn read(file: &[u8]) -> impl Iterator<Item = Result<Score, ReadError>> + '_ {
    split(file).into_iter().enumerate().map(|(index, chunk)| game(index + 1, &chunk))
}

/// Lines of tags that [`heads`] reads of one game. More are no tags of a game that was played.
const MOST_TAGS: usize = 500;

/// Reads the tags of all games of a file, each with the line where it begins; moves do not matter.
pub fn heads(file: &[u8]) -> impl Iterator<Item = Result<(usize, Score), ReadError>> + '_ {
    split(file).into_iter().enumerate().map(|(index, mut chunk)| {
        let tags = chunk.lines.iter().take_while(|(_, line)| line.trim_start().starts_with('['));
        let tags = tags.take(MOST_TAGS).count();
        chunk.lines.truncate(tags);
        chunk.open_comment = None;
        let line = chunk.lines.first().map_or(0, |(line, _)| *line);
        game(index + 1, &chunk).map(|score| (line, score))
    })
}

fn game(game: usize, chunk: &Chunk<'_>) -> Result<Score, ReadError> {
    let all = chunk.lines.len();
    let error = |line: usize, reason| Err(ReadError { game, line, reason });
    match parse(&chunk.text(all)) {
        Err(reason) => {
            // The reader does not say where it is: the shortest beginning that fails ends there.
            let fails = |lines: usize| parse(&chunk.text(lines)).is_err();
            let lines = (1..=all).find(|&lines| fails(lines)).unwrap_or(all);
            error(chunk.lines[lines - 1].0, reason)
        }
        Ok(_) if chunk.open_comment.is_some() => {
            error(chunk.open_comment.unwrap_or_default(), "a comment is never closed".into())
        }
        Ok(score) => Ok(score),
    }
}

fn parse(text: &str) -> Result<Score, String> {
    let mut reader =
        Reader::build(text.as_bytes()).set_supported_tag_line_length(text.len()).finish();
    match reader.read_game(&mut Scribe) {
        Ok(Some(Ok(score))) => Ok(score),
        Ok(Some(Err(reason))) => Err(reason),
        Ok(None) => Ok(Score::default()),
        // The only complaint left is an open comment, which the cutter has seen with its line.
        Err(_) => Ok(Score::default()),
    }
}

/// Follows the main line.
struct Scribe;

struct Movetext {
    score: Score,
    position: Chess,
}

impl Visitor for Scribe {
    type Tags = Score;
    type Movetext = Movetext;
    type Output = Result<Score, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Score> {
        ControlFlow::Continue(Score::default())
    }

    fn tag(
        &mut self,
        score: &mut Score,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let name = String::from_utf8_lossy(name).trim().to_owned();
        let value = unescaped(&String::from_utf8_lossy(value.as_bytes()));
        match name.as_str() {
            "Result" => score.result = result(&value),
            "FEN" => score.start_fen = Some(value),
            "SetUp" => {}
            _ => {
                score.tags.insert(name, value);
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut score: Score) -> ControlFlow<Self::Output, Movetext> {
        match start(score.start_fen.as_deref()) {
            Ok(position) => {
                if position == Chess::default() {
                    score.start_fen = None;
                }
                ControlFlow::Continue(Movetext { score, position })
            }
            Err(reason) => ControlFlow::Break(Err(reason)),
        }
    }

    fn san(&mut self, text: &mut Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        match san.san.to_move(&text.position) {
            Ok(played) => {
                let san = SanPlus::from_move_and_play_unchecked(&mut text.position, played);
                text.score.moves.push(Ply::new(san.to_string()));
                ControlFlow::Continue(())
            }
            Err(why) => ControlFlow::Break(Err(format!("{}{san}: {why}", number(&text.position)))),
        }
    }

    fn comment(
        &mut self,
        text: &mut Movetext,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        let comment = String::from_utf8_lossy(comment.as_bytes());
        let (clock, words) = clock_and_words(&comment);
        let place = match text.score.moves.last_mut() {
            Some(ply) => {
                ply.clk_ms = ply.clk_ms.or(clock);
                &mut ply.comment
            }
            None => &mut text.score.comment,
        };
        if !words.is_empty() {
            *place = Some(match place.take() {
                Some(before) => format!("{before} {words}"),
                None => words,
            });
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, text: &mut Movetext, outcome: Outcome) -> ControlFlow<Self::Output> {
        if text.score.result == GameResult::Open {
            text.score.result = result(outcome.as_str());
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, text: Movetext) -> Self::Output {
        Ok(text.score)
    }
}

/// A quote or a backslash has a backslash before it (7); any other backslash is what it is.
/// (`RawTag::decode` of pgn-reader 0.29.0 loses some where several stand in a row.)
fn unescaped(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut rest = raw.chars().peekable();
    while let Some(c) = rest.next() {
        match rest.peek() {
            Some(&escaped @ ('"' | '\\')) if c == '\\' => {
                value.push(escaped);
                rest.next();
            }
            _ => value.push(c),
        }
    }
    value
}

/// The game's positions, from its notation.
pub(super) fn line(score: &Score) -> Result<Line, String> {
    let start = start(score.start_fen.as_deref())?;
    let mut position = start.clone();
    let mut moves: Vec<Move> = Vec::with_capacity(score.moves.len());
    for ply in &score.moves {
        let at = || format!("{}{}", number(&position), ply.san);
        let san: SanPlus = ply.san.parse().map_err(|why| format!("{}: {why}", at()))?;
        let played = san.san.to_move(&position).map_err(|why| format!("{}: {why}", at()))?;
        moves.push(played);
        position.play_unchecked(played);
    }
    Ok(Line { start, moves })
}

fn start(fen: Option<&str>) -> Result<Chess, String> {
    let Some(fen) = fen else { return Ok(Chess::default()) };
    let setup = fen.parse::<Fen>().map_err(|why| format!("FEN \"{fen}\": {why}"))?.into_setup();
    let mode = castling_mode(&setup);
    position(setup, mode).map_err(|why| format!("FEN \"{fen}\": {why}"))
}

/// `12. ` or `12... `.
fn number(position: &Chess) -> String {
    let dots = if position.turn().is_white() { "." } else { "..." };
    format!("{}{dots} ", position.fullmoves())
}

fn result(text: &str) -> GameResult {
    let known = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];
    known.into_iter().find(|result| result.as_str() == text).unwrap_or_default()
}

/// Takes `[%clk …]` out of a comment; the rest is kept, its blanks made single.
fn clock_and_words(comment: &str) -> (Option<Ms>, String) {
    let Some(at) = comment.find("[%clk") else { return (None, words(comment)) };
    let (before, command) = comment.split_at(at);
    let Some((command, after)) = command.split_once(']') else { return (None, words(comment)) };
    match clock(&command["[%clk".len()..]) {
        Some(ms) => (Some(ms), words(&format!("{before} {after}"))),
        None => (None, words(comment)),
    }
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `h:mm:ss`, `mm:ss` or `ss`, the seconds with a fraction or not.
fn clock(text: &str) -> Option<Ms> {
    let mut total: Ms = 0;
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    for field in whole.split(':') {
        let field: Ms = field.trim().parse().ok()?;
        total = total.checked_mul(60)?.checked_add(field)?;
    }
    let digits: String = fraction.chars().chain("00".chars()).take(3).collect();
    total.checked_mul(1000)?.checked_add(digits.parse().ok()?)
}
