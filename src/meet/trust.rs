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
