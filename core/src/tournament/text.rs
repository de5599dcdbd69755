//! The characters of a file.

/// Windows-1251 from 0x80 on, as the WHATWG's index has it (encoding.spec.whatwg.org).
const CYRILLIC: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";

/// The text of a file: UTF-8 or UTF-16 by their marks, UTF-8 where it is, else Windows-1251, in which
/// Russian spreadsheets are written.
pub(super) fn decoded(file: &[u8]) -> String {
    match file {
        [0xef, 0xbb, 0xbf, rest @ ..] => decoded(rest),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => match str::from_utf8(file) {
            Ok(text) => text.to_owned(),
            Err(_) => cyrillic(file),
        },
    }
}

fn utf16(file: &[u8], unit: impl Fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = file.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16_lossy(&units)
}

fn cyrillic(file: &[u8]) -> String {
    let upper: Vec<char> = CYRILLIC.chars().collect();
    let letter = |byte: u8| match byte.checked_sub(0x80) {
        Some(index) => upper.get(usize::from(index)).copied().unwrap_or('?'),
        None => char::from(byte),
    };
    file.iter().map(|&byte| letter(byte)).collect()
}

/// A text in Windows-1251; none where it has other letters.
#[cfg(test)]
pub(super) fn as_cyrillic(text: &str) -> Option<Vec<u8>> {
    let byte = |letter: char| match letter.is_ascii() {
        true => u8::try_from(letter).ok(),
        false => {
            CYRILLIC.chars().zip(0x80..).find(|(other, _)| *other == letter).map(|(_, byte)| byte)
        }
    };
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_has_one_letter() {
        assert_eq!(CYRILLIC.chars().count(), 128);
        assert_eq!(decoded(b"\xc8\xe2\xe0\xed\xee\xe2 \xb9 7"), "Иванов № 7");
        assert_eq!(decoded("\u{feff}Иванов".as_bytes()), "Иванов");
        assert_eq!(decoded(b"\xff\xfeA\0\x18\x04"), "AИ");
        assert_eq!(decoded(b"\xfe\xff\0A\x04\x18"), "AИ");
    }
}
