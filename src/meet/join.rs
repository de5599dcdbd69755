use std::{
    fmt, fs, io,
    net::{Ipv4Addr, Ipv6Addr},
    path::{Path, PathBuf},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

use super::{Fingerprint, base32};
use crate::durable;

const SCHEME: &str = "touchmove://";

/// Letters of a token: 130 bits.
const TOKEN: usize = 26;

/// What a hall's boards are let in by: one word for all of them.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// Makes a new one.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub(crate) fn make() -> io::Result<Token> {
        base32::random::<TOKEN>().map(Token)
    }

    /// Its letters; secret.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

impl FromStr for Token {
    type Err = String;

    fn from_str(text: &str) -> Result<Token, String> {
        let letters = base32::letters(text).map_err(|(letter, at)| {
            format!("`{letter}`, letter {at} of the token, is none of its alphabet")
        })?;
        match letters.len() {
            TOKEN => Ok(Token(letters)),
            other => Err(format!("the token has {TOKEN} letters, not {other}")),
        }
    }
}

/// Where a hub is looked for besides mDNS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    /// By an address.
    V4(Ipv4Addr),
    /// By an address.
    V6(Ipv6Addr),
    /// By a name: letters, digits, dots, dashes (RFC 1123 § 2.1).
    Name(String),
}

/// What all boards of a hall are told: `touchmove://TOKEN@HOST:PORT/FINGERPRINT`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct Join {
    /// What lets them in.
    pub(crate) token: Token,
    /// Where the hub is; without it only mDNS finds it.
    pub(crate) host: Option<Host>,
    /// The port of its nats-server; none: [`super::PORT`], or what mDNS says.
    pub(crate) port: Option<u16>,
    /// What it is known by.
    pub(crate) fingerprint: Fingerprint,
}

/// `state/hub.json`.
#[derive(Serialize, Deserialize)]
struct Kept {
    join: Join,
}

impl Join {
    /// The hub that a board was told of; none: of none.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is not as [`Join::keep`] wrote it.
    pub(crate) fn kept(state: &Path) -> io::Result<Option<Join>> {
        let file = file(state);
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| named(&file, error))?,
        };
        let kept: Kept = serde_json::from_str(&text).map_err(|error| named(&file, error.into()))?;
        Ok(Some(kept.join))
    }

    /// Keeps it in a board's state, where nobody else reads it.
    ///
    /// # Errors
    ///
    /// When the disk does not take it.
    pub(crate) fn keep(&self, state: &Path) -> io::Result<()> {
        let file = file(state);
        let text = serde_json::to_string(&Kept { join: self.clone() })?;
        durable::replace_secret(&file, format!("{text}\n").as_bytes())
            .map_err(|error| named(&file, error))
    }
}

fn file(state: &Path) -> PathBuf {
    state.join("hub.json")
}

fn named(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Host::V4(address) => address.fmt(f),
            Host::V6(address) => write!(f, "[{address}]"),
            Host::Name(name) => f.write_str(name),
        }
    }
}

impl FromStr for Host {
    type Err = String;

    fn from_str(text: &str) -> Result<Host, String> {
        if let Some(inner) = text.strip_prefix('[') {
            let inner = inner.strip_suffix(']').ok_or("the `[` of the address is not closed")?;
            let address = inner.parse();
            return address.map(Host::V6).map_err(|_| format!("`{inner}` is no IPv6 address"));
        }
        if let Ok(address) = text.parse() {
            return Ok(Host::V4(address));
        }
        let label = |label: &str| {
            let inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
            (1..=63).contains(&label.len())
                && label.chars().all(inside)
                && !label.starts_with('-')
                && !label.ends_with('-')
        };
        // What ends in a number was meant as an address.
        let number = text.rsplit('.').next().is_some_and(|last| last.parse::<u64>().is_ok());
        if text.len() > 253 || number || !text.split('.').all(label) {
            return Err(format!("`{text}` is no address and no name"));
        }
        Ok(Host::Name(text.into()))
    }
}

impl fmt::Display for Join {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}@", self.token.as_str())?;
        if let Some(host) = &self.host {
            host.fmt(f)?;
        }
        if let Some(port) = self.port {
            write!(f, ":{port}")?;
        }
        write!(f, "/{}", self.fingerprint)
    }
}

impl FromStr for Join {
    type Err = String;

    fn from_str(text: &str) -> Result<Join, String> {
        let text = text.trim();
        let rest = text
            .get(..SCHEME.len())
            .filter(|scheme| scheme.eq_ignore_ascii_case(SCHEME))
            .and_then(|_| text.get(SCHEME.len()..))
            .ok_or_else(|| format!("a join string begins with `{SCHEME}`"))?;
        let (token, rest) = rest.split_once('@').ok_or("there is no `@` after the token")?;
        let (place, fingerprint) =
            rest.split_once('/').ok_or("there is no `/` before the fingerprint")?;
        // The colons within brackets belong to the address.
        let colon = place.rfind(':').filter(|colon| !place[*colon..].contains(']'));
        let (host, port) = match colon {
            Some(colon) => (&place[..colon], Some(&place[colon + 1..])),
            None => (place, None),
        };
        let port = port.map(|port| match port.parse() {
            Ok(0) | Err(_) => Err(format!("`{port}` is no port; there are 1 to 65535")),
            Ok(port) => Ok(port),
        });
        let host = (!host.is_empty()).then(|| host.parse());
        Ok(Join {
            token: token.parse()?,
            host: host.transpose()?,
            port: port.transpose()?,
            fingerprint: fingerprint.parse()?,
        })
    }
}

impl From<Join> for String {
    fn from(join: Join) -> String {
        join.to_string()
    }
}

impl TryFrom<String> for Join {
    type Error = String;

    fn try_from(text: String) -> Result<Join, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use proptest::prelude::*;

    use super::*;

    fn host() -> impl Strategy<Value = Option<Host>> {
        proptest::option::of(prop_oneof![
            any::<[u8; 4]>().prop_map(|address| Host::V4(address.into())),
            any::<u128>().prop_map(|address| Host::V6(address.into())),
            "[a-z]([a-z0-9-]{0,9}[a-z0-9])?(\\.[a-z]{1,9}){0,3}".prop_map(Host::Name),
        ])
    }

    fn join() -> impl Strategy<Value = Join> {
        let port = proptest::option::of(1..=u16::MAX);
        (any::<[u8; 17]>(), host(), port, any::<[u8; 32]>()).prop_map(|(token, host, port, key)| {
            let token = base32::encode(&token)[..TOKEN].parse().unwrap();
            Join { token, host, port, fingerprint: base32::encode(&key).parse().unwrap() }
        })
    }

    proptest! {
        #[test]
        fn a_join_string_is_read_as_it_is_written(join in join()) {
            prop_assert_eq!(join.to_string().parse(), Ok(join.clone()));
            prop_assert_eq!(format!(" {}\n", join.to_string().to_uppercase()).parse::<Join>().map(|read| read.token), Ok(join.token));
        }

        #[test]
        fn whatever_is_read_does_no_harm(text in "(touchmove://)?[ -~é]{0,80}") {
            let _ = text.parse::<Join>();
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let token = "0".repeat(TOKEN);
        let key = "1".repeat(52);
        for (text, reason) in [
            ("http://x".into(), "begins with `touchmove://`"),
            ("touchmove://x".into(), "no `@` after the token"),
            (format!("touchmove://{token}@hub"), "no `/` before the fingerprint"),
            (format!("touchmove://{token}0@hub/{key}"), "the token has 26 letters, not 27"),
            (format!("touchmove://{token}@h_b/{key}"), "`h_b` is no address and no name"),
            (format!("touchmove://{token}@10.0.0.256/{key}"), "`10.0.0.256` is no address"),
            (format!("touchmove://{token}@[::x]/{key}"), "`::x` is no IPv6 address"),
            (format!("touchmove://{token}@[::1/{key}"), "is not closed"),
            (format!("touchmove://{token}@hub:0/{key}"), "`0` is no port"),
            (format!("touchmove://{token}@hub:http/{key}"), "`http` is no port"),
            (format!("touchmove://{token}@hub/{key}1"), "the fingerprint has 52 letters, not 53"),
            (format!("touchmove://{token}@hub/!{}", &key[1..]), "`!`, letter 1 of the fingerprint"),
        ] {
            let error = text.parse::<Join>().unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn it_is_kept_where_nobody_else_reads_it() {
        let state = tempfile::tempdir().unwrap();
        assert_eq!(Join::kept(state.path()).unwrap(), None);
        let join = Join {
            token: Token::make().unwrap(),
            host: None,
            port: None,
            fingerprint: "1".repeat(52).parse().unwrap(),
        };
        join.keep(state.path()).unwrap();
        assert_eq!(Join::kept(state.path()).unwrap(), Some(join.clone()));
        let mode = fs::metadata(file(state.path())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(!format!("{join:?}").contains(join.token.as_str()));
        fs::write(file(state.path()), "{\"join\":\"x\"}").unwrap();
        let error = Join::kept(state.path()).unwrap_err().to_string();
        assert!(error.contains("hub.json: ") && error.contains("touchmove://"), "{error}");
    }
}
