use std::{fmt::Write as _, io};

/// Crockford's alphabet: no I, L, O, U, so that what is read aloud is typed right.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters of a set-up code: 80 bits, so that it cannot be guessed, nor found from its hash.
const CODE: usize = 16;

/// A secret that nobody guesses, of 32 random bytes: a session's token.
///
/// # Errors
///
/// When the system gives no random numbers.
pub(super) fn token() -> io::Result<String> {
    let bytes: [u8; 32] = random()?;
    Ok(bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string does not fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    }))
}

/// The hash under which a token is kept. A token needs no salt and no slow hash: nobody can try all.
pub(super) fn hash(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex().to_string()
}

/// A code to be typed once, in groups of four.
///
/// # Errors
///
/// When the system gives no random numbers.
pub(crate) fn set_up_code() -> io::Result<String> {
    let bytes: [u8; CODE] = random()?;
    let letters = bytes.map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    let groups: Vec<String> = letters.chunks(4).map(String::from_iter).collect();
    Ok(groups.join("-"))
}

/// The hash under which a set-up code is kept, however it was typed.
pub(crate) fn hash_of_code(code: &str) -> String {
    let letters =
        code.chars().filter(|c| c.is_alphanumeric()).map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        });
    hash(&letters.collect::<String>())
}

/// Bytes from the system.
pub(super) fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_again_however_it_is_typed() {
        let code = set_up_code().unwrap();
        assert_eq!(code.len(), 19);
        let typed = code.replace('-', " ").to_lowercase().replace('0', "o").replace('1', "l");
        assert_eq!(hash_of_code(&typed), hash_of_code(&code), "{code}");
        assert_ne!(set_up_code().unwrap(), code);
        assert_eq!(token().unwrap().len(), 64);
    }
}
