use std::{fmt, str::FromStr};

use rustls::pki_types::CertificateDer;
use serde::{Deserialize, Serialize};

use super::base32;

/// Letters of 256 bits.
const LETTERS: usize = 52;
/// Letters that are read at once.
const GROUP: usize = 4;
/// Letters by which a hub is announced.
const ID: usize = 16;

/// What a hub is known by: BLAKE3 of its public key (the SubjectPublicKeyInfo, RFC 5280 § 4.1.2.7),
/// in Crockford's base32.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct Fingerprint(String);

impl Fingerprint {
    /// That of the key in a certificate.
    ///
    /// # Errors
    ///
    /// When it is no certificate.
    pub(crate) fn of(certificate: &CertificateDer<'_>) -> Result<Fingerprint, webpki::Error> {
        let key = webpki::EndEntityCert::try_from(certificate)?.subject_public_key_info();
        Ok(Fingerprint(base32::encode(blake3::hash(&key).as_bytes())))
    }

    /// What is enough of it to look for: its first letters.
    pub(crate) fn id(&self) -> &str {
        self.0.get(..ID).unwrap_or(&self.0)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, letter) in self.0.chars().enumerate() {
            if n > 0 && n % GROUP == 0 {
                f.write_str("-")?;
            }
            write!(f, "{letter}")?;
        }
        Ok(())
    }
}

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Fingerprint, String> {
        let letters = base32::letters(text).map_err(|(letter, at)| {
            format!("`{letter}`, letter {at} of the fingerprint, is none of its alphabet")
        })?;
        match letters.len() {
            LETTERS => Ok(Fingerprint(letters)),
            other => Err(format!("the fingerprint has {LETTERS} letters, not {other}")),
        }
    }
}

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> String {
        fingerprint.to_string()
    }
}

impl TryFrom<String> for Fingerprint {
    type Error = String;

    fn try_from(text: String) -> Result<Fingerprint, String> {
        text.parse()
    }
}
