use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    str::FromStr,
};

use nkeys::{KeyPair, KeyPairType};

use crate::durable;

/// What a board proves itself by: an ed25519 key of its own, as NATS' nkey.
#[derive(Clone)]
pub(crate) struct Credential {
    seed: String,
    public: PublicKey,
}

/// The half of a [`Credential`] that the hub knows: `U…`, 56 letters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PublicKey(String);

impl Credential {
    /// That of the board whose state this is; made if it has none yet.
    ///
    /// # Errors
    ///
    /// When it cannot be read or kept, or is none.
    pub(crate) fn of(state: &Path) -> io::Result<Credential> {
        let file = file(state);
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        match fs::read_to_string(&file) {
            Ok(seed) => Credential::from_seed(&seed).map_err(named),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let credential = Credential::make()?;
                durable::replace_secret(&file, format!("{}\n", credential.seed).as_bytes())
                    .map_err(named)?;
                Ok(credential)
            }
            Err(error) => Err(named(error)),
        }
    }

    /// Makes a new one.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub(crate) fn make() -> io::Result<Credential> {
        let mut random = [0; 32];
        getrandom::fill(&mut random)?;
        let pair = KeyPair::new_from_raw(KeyPairType::User, random).map_err(io::Error::other)?;
        Credential::from_seed(&pair.seed().map_err(io::Error::other)?)
    }

    /// Reads the secret half.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub(crate) fn from_seed(seed: &str) -> io::Result<Credential> {
        let seed = seed.trim().to_string();
        let pair = KeyPair::from_seed(&seed).map_err(io::Error::other)?;
        let public = pair.public_key().parse().map_err(io::Error::other::<String>)?;
        Ok(Credential { seed, public })
    }

    /// The secret half, `SU…`.
    pub(crate) fn seed(&self) -> &str {
        &self.seed
    }

    /// What others may know.
    pub(crate) fn public(&self) -> &PublicKey {
        &self.public
    }
}

fn file(state: &Path) -> PathBuf {
    state.join("hub.key")
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Credential").field(&self.public).finish()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PublicKey {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicKey, String> {
        match KeyPair::from_public_key(text) {
            Ok(pair) if pair.key_pair_type() == KeyPairType::User => Ok(PublicKey(text.into())),
            Ok(_) => Err("is an nkey, but no user's".into()),
            Err(error) => Err(format!("is no nkey: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_credential_is_made_once_and_nobody_else_reads_it() {
        let state = tempfile::tempdir().unwrap();
        let made = Credential::of(state.path()).unwrap();
        let read = Credential::of(state.path()).unwrap();
        assert_eq!((read.seed(), read.public()), (made.seed(), made.public()));
        let mode = fs::metadata(file(state.path())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(!format!("{made:?}").contains(made.seed()));
        fs::write(file(state.path()), "SU").unwrap();
        let error = Credential::of(state.path()).unwrap_err().to_string();
        assert!(error.contains("hub.key: "), "{error}");
    }

    #[test]
    fn only_users_keys_are_keys() {
        let server = KeyPair::new_from_raw(KeyPairType::Server, [7; 32]).unwrap().public_key();
        for text in ["", "U", "U\"} x", &server, Credential::make().unwrap().seed()] {
            text.parse::<PublicKey>().unwrap_err();
        }
    }
}
