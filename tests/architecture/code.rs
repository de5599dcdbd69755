//! Which rooms a piece of Rust names. It is read as tokens, so comments and strings do not count
//! and what stands inside macros does.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::path::Path;

/// The two crates of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Krate {
    Core,
    Touchmove,
}

impl Krate {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Krate::Core => "touchmove_core",
            Krate::Touchmove => "touchmove",
        }
    }

    pub(crate) fn folder(self) -> &'static str {
        match self {
            Krate::Core => "core/src",
            Krate::Touchmove => "src",
        }
    }
}

/// A path that leads through the root of a crate.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) krate: Krate,
    /// The room, or none where the path takes the root itself (`use crate::*`).
    pub(crate) room: Option<String>,
    pub(crate) line: usize,
}

/// The module path of a file, given relative to `src`: `game/penalty.rs` is `game::penalty`.
pub(crate) fn module_of(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let mut module: Vec<String> =
        names.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|last| last == "mod")
        || ["lib", "main"].iter().any(|root| module == [*root])
    {
        module.pop();
    }
    module
}

/// Every room that `text`, the file of `module` in `krate`, names.
pub(crate) fn uses(text: &str, krate: Krate, module: &[String]) -> Result<Vec<Use>, String> {
    let tokens: TokenStream = text.parse().map_err(|error| format!("is no Rust: {error}"))?;
    let mut reader = Reader { krate, uses: Vec::new() };
    reader.walk(tokens, module);
    Ok(reader.uses)
}

struct Reader {
    krate: Krate,
    uses: Vec<Use>,
}

impl Reader {
    fn walk(&mut self, tokens: TokenStream, module: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => match inline_module(&tokens[..at], group.delimiter()) {
                    Some(name) => {
                        let inner = [module, &[name]].concat();
                        self.walk(group.stream(), &inner);
                    }
                    None => self.walk(group.stream(), module),
                },
                TokenTree::Ident(ident) if !goes_on(&tokens[..at], ident) => {
                    self.path(ident, &tokens[at + 1..], module);
                }
                _ => {}
            }
        }
    }

    /// Looks at a path that begins with `first`; what follows stands in `rest`.
    fn path(&mut self, first: &Ident, mut rest: &[TokenTree], module: &[String]) {
        let line = first.span().start().line;
        let (krate, mut up_to) = match first.to_string().as_str() {
            "crate" => (self.krate, 0),
            "touchmove_core" => (Krate::Core, 0),
            "touchmove" => (Krate::Touchmove, 0),
            "super" => (self.krate, module.len().saturating_sub(1)),
            "self" => (self.krate, module.len()),
            _ => return,
        };
        if let [TokenTree::Ident(word), ..] = rest
            && word == "as"
        {
            // `use touchmove_core as …` would hide the rooms behind another name.
            if up_to == 0 {
                self.uses.push(Use { krate, room: None, line });
            }
            return;
        }
        while let Some(tail) = after_colons(rest) {
            match tail.first() {
                Some(TokenTree::Ident(word)) if word == "super" => {
                    up_to = up_to.saturating_sub(1);
                    rest = &tail[1..];
                }
                Some(next) if up_to == 0 => return self.through_the_root(krate, next, line),
                _ => return, // stays below the room
            }
        }
    }

    /// Notes what `next`, the token after the root of `krate`, names.
    fn through_the_root(&mut self, krate: Krate, next: &TokenTree, line: usize) {
        match next {
            TokenTree::Ident(room) => {
                self.uses.push(Use { krate, room: Some(room.to_string()), line });
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let branches: Vec<TokenTree> = group.stream().into_iter().collect();
                for branch in branches.split(is_comma).filter(|branch| !branch.is_empty()) {
                    let room = match &branch[0] {
                        TokenTree::Ident(room) if room != "self" => Some(room.to_string()),
                        _ => None,
                    };
                    let line = branch[0].span().start().line;
                    self.uses.push(Use { krate, room, line });
                }
            }
            _ => self.uses.push(Use { krate, room: None, line }),
        }
    }
}

/// The name of the module that a block after `before` is, if it is one.
fn inline_module(before: &[TokenTree], delimiter: Delimiter) -> Option<String> {
    match before {
        [.., TokenTree::Ident(keyword), TokenTree::Ident(name)]
            if keyword == "mod" && delimiter == Delimiter::Brace =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn is_comma(token: &TokenTree) -> bool {
    is_punct(token, ',')
}

/// Whether `word` goes on with a path, and so begins none. Only the core's own name is the same
/// with `::` before it.
fn goes_on(before: &[TokenTree], word: &Ident) -> bool {
    word != "touchmove_core"
        && matches!(before, [.., first, second] if is_punct(first, ':') && is_punct(second, ':'))
}

/// What follows `::`, where `rest` begins with it.
fn after_colons(rest: &[TokenTree]) -> Option<&[TokenTree]> {
    match rest {
        [first, second, tail @ ..] if is_punct(first, ':') && is_punct(second, ':') => Some(tail),
        _ => None,
    }
}

#[cfg(test)]
fn named(text: &str, krate: Krate, module: &[&str]) -> Vec<String> {
    let module: Vec<String> = module.iter().map(|&name| name.to_owned()).collect();
    uses(text, krate, &module)
        .expect("Rust")
        .into_iter()
        .map(|used| format!("{}::{}", used.krate.name(), used.room.as_deref().unwrap_or("*")))
        .collect()
}

#[test]
fn every_way_of_naming_a_room_is_seen() {
    let core = |text| named(text, Krate::Core, &["game", "penalty"]);
    assert_eq!(core("use crate::board::Square;"), ["touchmove_core::board"]);
    assert_eq!(core("pub(crate) use crate::board;"), ["touchmove_core::board"]);
    assert_eq!(
        core("use crate::{board::{Square, Event}, timing, rules::{self, Edition},};"),
        ["touchmove_core::board", "touchmove_core::timing", "touchmove_core::rules"]
    );
    assert_eq!(core("use {crate::board::X, std::fmt};"), ["touchmove_core::board"]);
    assert_eq!(core("fn f() -> crate::board::Ms { 0 }"), ["touchmove_core::board"]);
    assert_eq!(core("fn f() { vec![<crate::mate::Proof>::new()]; }"), ["touchmove_core::mate"]);
    assert_eq!(core("use super::super::trace::read;"), ["touchmove_core::trace"]);
    assert_eq!(core("mod tests { use super::super::super::trace; }"), ["touchmove_core::trace"]);
    assert_eq!(core("use self::super::super::pgn;"), ["touchmove_core::pgn"]);
    assert_eq!(core("use crate::*;"), ["touchmove_core::*"]);
    assert_eq!(core("use crate as everything;"), ["touchmove_core::*"]);
}

#[test]
fn both_crates_are_told_apart() {
    let src = |text| named(text, Krate::Touchmove, &["cli"]);
    assert_eq!(
        src("use crate::hub::Hub; use touchmove_core::{table::Table, pgn};"),
        ["touchmove::hub", "touchmove_core::table", "touchmove_core::pgn"]
    );
    assert_eq!(src("use ::touchmove_core::board::Ms;"), ["touchmove_core::board"]);
    assert_eq!(src("use touchmove_core as core;"), ["touchmove_core::*"]);
    assert_eq!(src("fn main() { touchmove::cli::main() }"), ["touchmove::cli"]);
}

#[test]
fn what_only_looks_like_a_room_is_not() {
    let core = |text| named(text, Krate::Core, &["game"]);
    let nothing: [&str; 0] = [];
    assert_eq!(core("// use crate::board\n/* crate::mate */ fn f() {}"), nothing);
    assert_eq!(core("/// See [`crate::board`].\nfn f() -> &str { \"crate::mate\" }"), nothing);
    assert_eq!(core("pub(crate) mod penalty { use super::*; }"), nothing);
    assert_eq!(core("use self::penalty::Time; use shakmaty::board::Board;"), nothing);
    assert_eq!(core("mod a { mod b { use super::super::Game; } }"), nothing);
    assert_eq!(core("let touchmove = 1; f(touchmove);"), nothing);
}

#[test]
fn lines_are_told() {
    let uses = uses("\n\nuse crate::{\n    board,\n    mate,\n};", Krate::Core, &[]).expect("Rust");
    assert_eq!(uses.iter().map(|used| used.line).collect::<Vec<_>>(), [4, 5]);
    assert!(super::code::uses("fn {", Krate::Core, &[]).is_err());
}

#[test]
fn files_have_their_modules() {
    for (file, module) in [
        ("lib.rs", vec![]),
        ("main.rs", vec![]),
        ("words.rs", vec!["words"]),
        ("game/mod.rs", vec!["game"]),
        ("game/penalty.rs", vec!["game", "penalty"]),
        ("cli/main.rs", vec!["cli", "main"]),
    ] {
        assert_eq!(module_of(Path::new(file)), module, "{file}");
    }
}
