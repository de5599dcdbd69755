use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    str::FromStr,
};

use super::base32;
use crate::durable;

/// Letters of a code: 32⁶ are 10⁹.
const LETTERS: usize = 6;

/// A board's own name, on its label, made at its first start: six letters of Crockford's base32.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Code(String);

impl Code {
    /// That of the board whose state this is; made if it has none yet.
    ///
    /// # Errors
    ///
    /// When it cannot be read or kept, or is none.
    pub(crate) fn of(state: &Path) -> io::Result<Code> {
        let file = file(state);
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        match fs::read_to_string(&file) {
            Ok(text) => text.parse().map_err(|error: String| named(io::Error::other(error))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let code = Code(base32::random::<LETTERS>()?);
                durable::replace(&file, format!("{code}\n").as_bytes()).map_err(named)?;
                Ok(code)
            }
            Err(error) => Err(named(error)),
        }
    }

    /// Its letters.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

fn file(state: &Path) -> PathBuf {
    state.join("code")
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Code {
    type Err = String;

    /// As people read it from a label: small letters, `O` for `0`, `I` and `L` for `1`, with
    /// blanks and dashes.
    fn from_str(text: &str) -> Result<Code, String> {
        let letters = base32::letters(text)
            .map_err(|(letter, at)| format!("`{letter}`, letter {at}, is in no board's code"))?;
        match letters.len() {
            LETTERS => Ok(Code(letters)),
            other => Err(format!("a board's code has {LETTERS} letters, not {other}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_made_once() {
        let state = tempfile::tempdir().unwrap();
        let state = state.path().join("state");
        let code = Code::of(&state).unwrap();
        assert_eq!(Code::of(&state).unwrap(), code);
        assert_eq!(code.to_string().parse(), Ok(code));
        fs::write(file(&state), "what?\n").unwrap();
        let error = Code::of(&state).unwrap_err().to_string();
        assert!(error.contains("code: `?`, letter 5"), "{error}");
    }

    #[test]
    fn a_code_is_read_as_people_write_it() {
        for text in ["7K2M01", "7k2m01", " 7K2-MOI\n", "7k2 mol"] {
            assert_eq!(text.parse(), Ok(Code("7K2M01".into())), "{text}");
        }
        for text in ["", "7K2M0", "7K2M011", "7K2M0U", "7K2M0é", "7K2.M0"] {
            text.parse::<Code>().unwrap_err();
        }
    }
}
