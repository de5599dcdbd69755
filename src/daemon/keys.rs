use std::{io, sync::Arc};

use crate::{
    hub::Hub,
    meet::{Credential, HubKey, Token},
};

const KEY: &str = "hub_key";
const TOKEN: &str = "join_token";
const CREDENTIAL: &str = "hub_credential";

/// What a hub is known by, what lets new boards in, and what it comes to its own server with. All of
/// it is in the hall's memory, so another machine that goes on from an export is the same hub.
#[derive(Clone)]
pub(crate) struct Keys {
    /// What boards know it by.
    pub(crate) key: HubKey,
    /// What new boards are let in by.
    pub(crate) token: Token,
    /// Its own credential.
    pub(crate) credential: Credential,
}

impl Keys {
    /// Those of this hall, made if there are none yet.
    ///
    /// # Errors
    ///
    /// When they can neither be read nor made and kept.
    pub(crate) async fn of(hub: &Arc<Hub>) -> io::Result<Keys> {
        let key = secret(hub, KEY, || Ok(HubKey::make()?.pem())).await?;
        let token = secret(hub, TOKEN, || Ok(Token::make()?.as_str().to_string())).await?;
        let seed = secret(hub, CREDENTIAL, || Ok(Credential::make()?.seed().to_string())).await?;
        Ok(Keys {
            key: HubKey::from_pem(&key)?,
            token: token.parse().map_err(io::Error::other::<String>)?,
            credential: Credential::from_seed(&seed)?,
        })
    }

    /// Another token instead of the one that was: boards that have joined stay, and new ones need it.
    ///
    /// # Errors
    ///
    /// When it cannot be made and kept.
    pub(crate) async fn new_token(hub: &Arc<Hub>) -> io::Result<Token> {
        let token = Token::make()?;
        let text = token.as_str().to_string();
        hub.write(move |store| store.put_secret(TOKEN, &text)).await?;
        Ok(token)
    }
}

/// A secret of the hall; made now if there is none.
async fn secret(
    hub: &Arc<Hub>,
    name: &'static str,
    make: impl FnOnce() -> io::Result<String>,
) -> io::Result<String> {
    let new = make()?;
    hub.write(move |store| match store.secret(name)? {
        Some(kept) => Ok(kept),
        None => {
            store.put_secret(name, &new)?;
            Ok(new)
        }
    })
    .await
}
