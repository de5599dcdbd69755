//! Texts as codes to photograph (ISO/IEC 18004).

use std::io;

use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};

fn code(text: &str) -> io::Result<QrCode> {
    QrCode::with_error_correction_level(text, EcLevel::M)
        .map_err(|error| io::Error::other(format!("no QR code can hold this: {error}")))
}

/// For a terminal, two rows a line, with its quiet zone: light on dark, as terminals are.
///
/// # Errors
///
/// When the text is too long for a code: over 2,331 bytes.
pub(crate) fn terminal(text: &str) -> io::Result<String> {
    let light_on_dark = code(text)?
        .render::<Dense1x2>()
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .quiet_zone(true)
        .build();
    Ok(light_on_dark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_a_quiet_zone_and_is_square() {
        let drawn = terminal("touchmove://").unwrap();
        let lines: Vec<&str> = drawn.lines().collect();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width));
        assert!(lines.len().abs_diff(width.div_ceil(2)) <= 1, "{drawn}");
        // Four modules of quiet are two lines, of full blocks on a dark terminal.
        assert!(lines[..2].iter().all(|line| line.chars().all(|c| c == '█')), "{drawn}");
        terminal(&"x".repeat(3000)).unwrap_err();
    }
}
