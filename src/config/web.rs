//! `[web]` and `[public]`: who may look, and how.

use std::{
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
};

use serde::Deserialize;

/// `[web]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Web {
    pub(crate) bind: IpAddr,
    pub(crate) port: u16,
    pub(crate) streams: usize,
    pub(crate) certificate: Option<PathBuf>,
    pub(crate) key: Option<PathBuf>,
    pub(crate) plain_http: bool,
    /// Whether everybody may decide who reaches the page; none: as is usual there.
    pub(crate) open: Option<bool>,
}

impl Default for Web {
    fn default() -> Self {
        Web {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 8080,
            streams: 200,
            certificate: None,
            key: None,
            plain_http: false,
            open: None,
        }
    }
}

/// How browsers are spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spoken<'w> {
    /// In the clear.
    Plain,
    /// By TLS with this certificate and its key.
    Files(&'w Path, &'w Path),
    /// By TLS with a certificate of the hall's own authority.
    Own,
}

impl Spoken<'_> {
    /// How the page's address begins.
    pub(crate) fn scheme(self) -> &'static str {
        match self {
            Spoken::Plain => "http",
            Spoken::Files(..) | Spoken::Own => "https",
        }
    }
}

impl Web {
    /// How browsers are spoken to at this address: by the files that are named; in the clear where
    /// none but the machine itself can listen, or where that is allowed; else by the hall's own
    /// certificate.
    pub(crate) fn spoken(&self, at: IpAddr) -> Spoken<'_> {
        match (&self.certificate, &self.key) {
            (Some(certificate), Some(key)) => Spoken::Files(certificate, key),
            _ if self.plain_http || at.to_canonical().is_loopback() => Spoken::Plain,
            _ => Spoken::Own,
        }
    }

    /// What its keys cannot say together, each with its key.
    pub(crate) fn contradictions(&self) -> Vec<(String, String)> {
        let mut wrong = Vec::new();
        let mut say = |key: &str, reason: &str| wrong.push((key.to_string(), reason.to_string()));
        if self.streams == 0 {
            say("web.streams", "must be at least 1");
        }
        match (&self.certificate, &self.key) {
            (Some(_), None) => say("web.key", "must be named, too: the key of web.certificate"),
            (None, Some(_)) => say("web.certificate", "must be named, too: that of web.key"),
            (Some(_), Some(_)) if self.plain_http => {
                say("web.plain_http", "cannot be with a certificate: it is one or the other");
            }
            _ => {}
        }
        wrong
    }
}

/// `[public]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Public {
    pub(crate) bind: IpAddr,
    pub(crate) port: u16,
    pub(crate) delay_s: u32,
    pub(crate) streams: usize,
}

impl Default for Public {
    fn default() -> Self {
        // Without a delay whoever helps a player has the position at once; a quarter of an hour is
        // what FIDE's anti-cheating protection measures ask of broadcasts.
        Public { bind: Ipv4Addr::UNSPECIFIED.into(), port: 8081, delay_s: 900, streams: 200 }
    }
}

impl Public {
    /// How much later the public sees what happens.
    #[cfg(feature = "web")]
    pub(crate) fn delay(&self) -> std::time::Duration {
        std::time::Duration::from_secs(self.delay_s.into())
    }

    /// What its keys cannot say, each with its key.
    pub(crate) fn contradictions(&self) -> Vec<(String, String)> {
        let none = self.streams == 0;
        none.then(|| ("public.streams".into(), "must be at least 1".into())).into_iter().collect()
    }
}
