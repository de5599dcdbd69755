use std::{fmt, fs, io, path::Path, sync::Arc};

use rustls::{
    Error, InconsistentKeys, ServerConfig,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    sign::{CertifiedKey, SingleCertAndKey},
};

/// By what browsers know the hall, ready to be served with.
#[derive(Clone)]
pub(crate) struct Certificate {
    server: Arc<ServerConfig>,
    authority: Option<Arc<[u8]>>,
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate").finish_non_exhaustive()
    }
}

/// What is wrong with a certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Flaw {
    /// With the certificate.
    Certificate(String),
    /// With the key.
    Key(String),
}

impl Certificate {
    /// A certificate of the hall's own authority.
    pub(super) fn of_authority(chain: &str, key: &str, authority: &str) -> io::Result<Certificate> {
        let server = server(chain.as_bytes(), key.as_bytes()).map_err(|flaw| match flaw {
            Flaw::Certificate(why) => io::Error::other(format!("the hall's certificate: {why}")),
            Flaw::Key(why) => io::Error::other(format!("the key of the hall's certificate: {why}")),
        })?;
        let authority = CertificateDer::from_pem_slice(authority.as_bytes())
            .map_err(|error| io::Error::other(format!("the hall's authority: {error}")))?;
        Ok(Certificate { server, authority: Some(authority.as_ref().into()) })
    }

    /// The certificate in this file, followed by those between it and its authority, with the key in
    /// that file; both as PEM.
    ///
    /// # Errors
    ///
    /// When they cannot be used: names the file and what is wrong with it.
    pub(crate) fn of_files(certificate: &Path, key: &Path) -> io::Result<Certificate> {
        let read = |file: &Path| {
            fs::read(file).map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", file.display()))
            })
        };
        let server = server(&read(certificate)?, &read(key)?).map_err(|flaw| {
            let (file, why) = match flaw {
                Flaw::Certificate(why) => (certificate, why),
                Flaw::Key(why) => (key, why),
            };
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {why}", file.display()))
        })?;
        Ok(Certificate { server, authority: None })
    }

    /// How a server shows it.
    pub(crate) fn server(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.server)
    }

    /// The hall's own authority, as DER, for whoever is to trust it; none where another stands behind
    /// the certificate.
    pub(crate) fn authority(&self) -> Option<Arc<[u8]>> {
        self.authority.clone()
    }
}

/// TLS as this certificate and key make it.
fn server(chain: &[u8], key: &[u8]) -> Result<Arc<ServerConfig>, Flaw> {
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(chain)
        .collect::<Result<_, _>>()
        .map_err(|error| Flaw::Certificate(format!("is no PEM file: {error}")))?;
    if chain.is_empty() {
        return Err(Flaw::Certificate("holds no certificate as PEM (BEGIN CERTIFICATE)".into()));
    }
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| {
        Flaw::Key("holds no private key as PEM without a password (BEGIN PRIVATE KEY)".into())
    })?;
    let provider = Arc::new(default_provider());
    let key = provider
        .key_provider
        .load_private_key(key)
        .map_err(|error| Flaw::Key(format!("the key cannot be used: {error}")))?;
    let certified = CertifiedKey::new(chain, key);
    match certified.keys_match() {
        Ok(()) | Err(Error::InconsistentKeys(InconsistentKeys::Unknown)) => {}
        Err(Error::InconsistentKeys(_)) => {
            return Err(Flaw::Key("is not the key of the certificate".into()));
        }
        Err(error) => return Err(Flaw::Certificate(error.to_string())),
    }
    let mut server = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| Flaw::Certificate(error.to_string()))?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(certified)));
    server.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(server))
}

#[cfg(test)]
mod tests {
    use rcgen::generate_simple_self_signed;

    use super::*;

    #[test]
    fn files_that_cannot_be_used_are_named_with_what_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["one", "other"] {
            let made = generate_simple_self_signed(vec!["hall".to_string()]).unwrap();
            fs::write(at(&format!("{name}.crt")), made.cert.pem()).unwrap();
            fs::write(at(&format!("{name}.key")), made.signing_key.serialize_pem()).unwrap();
        }
        fs::write(at("prose"), "no PEM at all").unwrap();
        let torn = fs::read_to_string(at("one.crt")).unwrap();
        fs::write(at("torn.crt"), &torn[..torn.len() / 2]).unwrap();
        let nonsense = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        fs::write(at("nonsense.crt"), nonsense).unwrap();
        assert!(Certificate::of_files(&at("one.crt"), &at("one.key")).is_ok());
        for (certificate, key, file, why) in [
            ("none.crt", "one.key", "none.crt", "No such file"),
            ("one.crt", "none.key", "none.key", "No such file"),
            ("prose", "one.key", "prose", "no certificate"),
            ("torn.crt", "one.key", "torn.crt", "no PEM"),
            ("nonsense.crt", "one.key", "nonsense.crt", "certificate"),
            ("one.key", "one.key", "one.key", "no certificate"),
            ("one.crt", "one.crt", "one.crt", "no private key"),
            ("one.crt", "prose", "prose", "no private key"),
            ("one.crt", "other.key", "other.key", "not the key"),
        ] {
            let error = Certificate::of_files(&at(certificate), &at(key)).unwrap_err().to_string();
            let start = format!("{}: ", at(file).display());
            assert!(
                error.starts_with(&start) && error.contains(why),
                "{certificate} {key}: {error}"
            );
        }
    }
}
