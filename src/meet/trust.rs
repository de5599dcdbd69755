use std::{io, sync::Arc};

use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, SignatureScheme,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{
        CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls12_signature,
        verify_tls13_signature,
    },
    pki_types::{CertificateDer, ServerName, UnixTime},
};

use super::Fingerprint;

/// Takes the certificate that holds one key, whatever else it says, from whoever signs with it.
#[derive(Debug)]
struct Trust {
    fingerprint: Fingerprint,
    algorithms: WebPkiSupportedAlgorithms,
}

/// TLS as boards speak it: only to the hub of this key.
///
/// # Errors
///
/// Never with the provider that we give; rustls cannot know.
pub(crate) fn client_config(fingerprint: Fingerprint) -> io::Result<Arc<ClientConfig>> {
    let provider: Arc<CryptoProvider> = Arc::new(ring::default_provider());
    let algorithms = provider.signature_verification_algorithms;
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Trust { fingerprint, algorithms }))
        .with_no_client_auth();
    Ok(Arc::new(config))
}

impl ServerCertVerifier for Trust {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match Fingerprint::of(end_entity) {
            Ok(shown) if shown == self.fingerprint => Ok(ServerCertVerified::assertion()),
            Ok(_) => Err(CertificateError::ApplicationVerificationFailure.into()),
            Err(_) => Err(CertificateError::BadEncoding.into()),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, dss, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, dss, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use rustls::{
        ClientConnection, ServerConfig, ServerConnection,
        pki_types::{PrivateKeyDer, pem::PemObject as _},
        server::{ClientHello, ResolvesServerCert},
        sign::CertifiedKey,
        version::{TLS12, TLS13},
    };

    use super::*;
    use crate::meet::HubKey;

    /// Shows a certificate and signs with a key, whether they belong together or not.
    #[derive(Debug)]
    struct Shown(Arc<CertifiedKey>);

    impl ResolvesServerCert for Shown {
        fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
            Some(Arc::clone(&self.0))
        }
    }

    fn shown(certificate: CertificateDer<'static>, key: &str) -> Arc<Shown> {
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
        let key = ring::sign::any_supported_type(&key).unwrap();
        Arc::new(Shown(Arc::new(CertifiedKey::new(vec![certificate], key))))
    }

    fn certificate(key: &HubKey) -> CertificateDer<'static> {
        CertificateDer::from_pem_slice(key.certificate().as_bytes()).unwrap()
    }

    /// A whole handshake in memory, by each version of TLS; both must end alike.
    fn meets(trusted: &HubKey, shown: &Arc<Shown>) -> Result<(), Error> {
        let ended = [&TLS12, &TLS13].map(|version| {
            let server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
                .with_protocol_versions(&[version])
                .unwrap()
                .with_no_client_auth()
                .with_cert_resolver(Arc::clone(shown) as _);
            let mut server = ServerConnection::new(Arc::new(server)).unwrap();
            let config = client_config(trusted.fingerprint().clone()).unwrap();
            let name = ServerName::try_from("whatever.example").unwrap();
            let mut client = ClientConnection::new(config, name).unwrap();
            while client.is_handshaking() || server.is_handshaking() {
                let mut bytes = Vec::new();
                client.write_tls(&mut bytes).unwrap();
                server.read_tls(&mut bytes.as_slice()).unwrap();
                server.process_new_packets().unwrap();
                let mut bytes = Vec::new();
                server.write_tls(&mut bytes).unwrap();
                client.read_tls(&mut bytes.as_slice()).unwrap();
                client.process_new_packets()?;
            }
            Ok(())
        });
        assert_eq!(ended[0].is_ok(), ended[1].is_ok(), "{ended:?}");
        ended.into_iter().collect()
    }

    #[test]
    fn the_hub_is_who_has_its_key() {
        let (hub, other) = (HubKey::make().unwrap(), HubKey::make().unwrap());
        meets(&hub, &shown(certificate(&hub), hub.key())).unwrap();
        let error = meets(&hub, &shown(certificate(&other), other.key())).unwrap_err();
        assert_eq!(error, CertificateError::ApplicationVerificationFailure.into());
        // Anybody can copy what the hub shows, but not sign as it does.
        let error = meets(&hub, &shown(certificate(&hub), other.key())).unwrap_err();
        assert_eq!(error, CertificateError::BadSignature.into());
        let nonsense = CertificateDer::from(vec![1, 2, 3]);
        meets(&hub, &shown(nonsense, hub.key())).unwrap_err();
    }

    #[test]
    fn dates_mean_nothing() {
        let hub = HubKey::make().unwrap();
        let key = rcgen::KeyPair::from_pem(hub.key()).unwrap();
        for (from, to) in [(1970, 1971), (2000, 2001), (2900, 2901)] {
            let mut params = rcgen::CertificateParams::new(["x".to_string()]).unwrap();
            params.not_before = rcgen::date_time_ymd(from, 1, 1);
            params.not_after = rcgen::date_time_ymd(to, 1, 1);
            let certificate = params.self_signed(&key).unwrap().der().clone();
            meets(&hub, &shown(certificate, hub.key())).unwrap();
        }
        // A board that wakes up without a clock takes its hub as well.
        let trust = Trust {
            fingerprint: hub.fingerprint().clone(),
            algorithms: ring::default_provider().signature_verification_algorithms,
        };
        let (name, now) =
            ("x".try_into().unwrap(), UnixTime::since_unix_epoch(std::time::Duration::ZERO));
        trust.verify_server_cert(&certificate(&hub), &[], &name, &[], now).unwrap();
    }
}
