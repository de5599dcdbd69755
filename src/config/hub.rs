//! The configuration of a hub.

use std::{
    fs,
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::{ConfigError, Keys, Public, Web, Wrong};
use crate::meet;

/// The whole configuration of a hub.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct HubConfig {
    pub(crate) hub: Hub,
    pub(crate) web: Web,
    pub(crate) public: Option<Public>,
    pub(crate) nats: Nats,
    pub(crate) export: Export,
}

/// `[hub]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Hub {
    pub(crate) name: String,
    pub(crate) state: PathBuf,
}

/// `[nats]`: where boards come in.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Nats {
    /// A server that somebody else keeps; none: the hub keeps one.
    pub(crate) url: Option<String>,
    pub(crate) bind: IpAddr,
    pub(crate) port: u16,
}

/// `[export]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Export {
    pub(crate) to: Option<PathBuf>,
    pub(crate) every_s: u64,
}

impl Default for Hub {
    fn default() -> Self {
        Hub { name: "Hall".into(), state: "hub-state".into() }
    }
}

impl Default for Nats {
    fn default() -> Self {
        Nats { url: None, bind: Ipv4Addr::UNSPECIFIED.into(), port: meet::PORT }
    }
}

impl Default for Export {
    fn default() -> Self {
        Export { to: None, every_s: 300 }
    }
}

impl HubConfig {
    /// Reads and checks a configuration.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or everything that is wrong with it.
    pub(crate) fn load(file: &Path) -> Result<HubConfig, ConfigError> {
        let text = fs::read_to_string(file)
            .map_err(|error| ConfigError::Unreadable { file: file.into(), error })?;
        HubConfig::parse(&text).map_err(|wrong| ConfigError::Wrong { file: file.into(), wrong })
    }

    /// Reads and checks the text of a configuration.
    ///
    /// # Errors
    ///
    /// What is wrong with it: never an empty list.
    pub(crate) fn parse(text: &str) -> Result<HubConfig, Vec<Wrong>> {
        let keys = Keys::new(text);
        let config: HubConfig = toml::from_str(text).map_err(|error| vec![keys.explain(&error)])?;
        let mut wrong = Vec::new();
        if config.hub.name.trim().is_empty() {
            wrong.push(keys.at("hub.name", "must not be empty".into()));
        }
        let public = config.public.iter().flat_map(Public::contradictions);
        let contradictions = config.web.contradictions().into_iter().chain(public);
        wrong.extend(contradictions.map(|(key, reason)| keys.at(&key, reason)));
        if config.export.every_s < 10 {
            wrong.push(keys.at("export.every_s", "must be at least 10".into()));
        }
        if wrong.is_empty() { Ok(config) } else { Err(wrong) }
    }

    /// Where the hall's memory is.
    pub(crate) fn memory(&self) -> PathBuf {
        self.hub.state.join("hall.sqlite")
    }
}
