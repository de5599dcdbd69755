use std::io;

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _};

use super::Fingerprint;

/// The key of a hub, for good, and a certificate that it signed itself: ECDSA over P-256, which
/// every TLS knows. The certificate is only its envelope; nobody looks at its names and dates.
#[derive(Clone)]
pub(crate) struct HubKey {
    certificate: String,
    key: String,
    fingerprint: Fingerprint,
}

impl std::fmt::Debug for HubKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("HubKey").field(&self.fingerprint).finish()
    }
}

impl HubKey {
    /// Makes a new one.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub(crate) fn make() -> io::Result<HubKey> {
        let key = KeyPair::generate().map_err(io::Error::other)?;
        let certificate = CertificateParams::new(["touchmove-hub".to_string()])
            .and_then(|params| params.self_signed(&key))
            .map_err(io::Error::other)?;
        HubKey::from_pem(&format!("{}{}", certificate.pem(), key.serialize_pem()))
    }

    /// Reads what [`HubKey::pem`] wrote.
    ///
    /// # Errors
    ///
    /// When it is no certificate and key.
    pub(crate) fn from_pem(pem: &str) -> io::Result<HubKey> {
        let wrong = |what| move |error| io::Error::other(format!("the hub's {what}: {error}"));
        let certificate =
            CertificateDer::from_pem_slice(pem.as_bytes()).map_err(wrong("certificate"))?;
        PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(wrong("key"))?;
        let fingerprint = Fingerprint::of(&certificate)
            .map_err(|error| io::Error::other(format!("the hub's certificate: {error}")))?;
        let (certificate, key) = match pem.find("-----BEGIN PRIVATE KEY") {
            Some(key) if key > 0 => pem.split_at(key),
            _ => return Err(io::Error::other("the hub's key does not follow its certificate")),
        };
        Ok(HubKey { certificate: certificate.into(), key: key.into(), fingerprint })
    }

    /// Certificate and key as PEM, to be kept secret.
    pub(crate) fn pem(&self) -> String {
        format!("{}{}", self.certificate, self.key)
    }

    /// The certificate as PEM.
    pub(crate) fn certificate(&self) -> &str {
        &self.certificate
    }

    /// The key as PEM; secret.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// What the boards know it by.
    pub(crate) fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_kept() {
        let key = HubKey::make().unwrap();
        let again = HubKey::from_pem(&key.pem()).unwrap();
        assert_eq!(again.pem(), key.pem());
        assert_eq!(again.fingerprint(), key.fingerprint());
        assert_ne!(HubKey::make().unwrap().fingerprint(), key.fingerprint());
        let printed = key.fingerprint().to_string();
        assert_eq!(printed.len(), 52 + 12);
        assert_eq!(
            &printed.to_lowercase().parse::<super::Fingerprint>().unwrap(),
            key.fingerprint()
        );
        assert!(!format!("{key:?}").contains("PRIVATE"));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let key = HubKey::make().unwrap();
        for pem in ["", "x", key.certificate(), key.key()] {
            HubKey::from_pem(pem).unwrap_err();
        }
        HubKey::from_pem(&format!("{}{}", key.key(), key.certificate())).unwrap_err();
    }
}
