//! Crockford's base32 (crockford.com/base32.html): no I, L, O, U, so that a label can be read out
//! and typed in.

const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The letter of five bits; higher bits do not count.
pub(super) fn letter(bits: u8) -> char {
    char::from(LETTERS[usize::from(bits & 31)])
}

/// The letter that people meant; none where it is none of the alphabet.
pub(super) fn read(letter: char) -> Option<char> {
    match letter.to_ascii_uppercase() {
        'O' => Some('0'),
        'I' | 'L' => Some('1'),
        upper => LETTERS.contains(&u8::try_from(upper).ok()?).then_some(upper),
    }
}

/// Whether people put it between letters only to see them better.
pub(super) fn divides(letter: char) -> bool {
    letter.is_whitespace() || letter == '-'
}

/// The letters that people meant, without what divides them.
///
/// # Errors
///
/// The first that is none, and its place from 1.
pub(super) fn letters(text: &str) -> Result<String, (char, usize)> {
    text.chars()
        .zip(1..)
        .filter(|(letter, _)| !divides(*letter))
        .map(|(letter, at)| read(letter).ok_or((letter, at)))
        .collect()
}

/// Bytes as letters, highest bits first; the last letter is filled up with zeros.
pub(super) fn encode(bytes: &[u8]) -> String {
    let bit = |n: usize| bytes.get(n / 8).map_or(0, |byte| byte >> (7 - n % 8) & 1);
    let five = |n: usize| (0..5).fold(0, |bits, k| bits << 1 | bit(5 * n + k));
    (0..(bytes.len() * 8).div_ceil(5)).map(|n| letter(five(n))).collect()
}

/// Random letters from the system.
///
/// # Errors
///
/// When the system has no random numbers.
pub(super) fn random<const N: usize>() -> std::io::Result<String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.into_iter().map(letter).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bytes_are_letters() {
        assert_eq!(encode(&[]), "");
        assert_eq!(encode(&[0xff]), "ZW");
        // 0 1 2 3 4 5 6 7 of five bits each.
        assert_eq!(encode(&[0x00, 0x44, 0x32, 0x14, 0xc7]), "01234567");
    }

    proptest! {
        #[test]
        fn as_people_write_them(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let written = encode(&bytes);
            let typed = written.to_lowercase().replace('0', "o").replace('1', "l");
            let typed: String = typed.chars().flat_map(|letter| [letter, '-', ' ']).collect();
            prop_assert_eq!(letters(&typed), Ok(written));
        }
    }
}
