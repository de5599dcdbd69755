use std::{io, sync::Arc};

use crate::{
    hub::{Hub, Store},
    meet::{HubKey, Token},
};

const KEY: &str = "key";
const TOKEN: &str = "token";

/// What a hub is known by and what its boards are let in by, kept in its memory: so they go with an
/// export to the machine that goes on.
#[derive(Debug)]
pub(crate) struct Identity {
    /// Its key.
    pub(crate) key: HubKey,
    /// What lets new boards knock.
    pub(crate) token: Token,
}

impl Identity {
    /// That of a hub; made if it has none yet.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be used, or what stands there is none.
    pub(crate) async fn of(hub: &Arc<Hub>) -> io::Result<Identity> {
        // Where a hub runs only it may write, for a while.
        let kept = hub.look(|store| Ok((store.secret(KEY)?, store.secret(TOKEN)?))).await?;
        let (key, token) = match kept {
            (Some(key), Some(token)) => (key, token),
            _ => Identity::make(hub).await?,
        };
        let token = token.parse().map_err(io::Error::other::<String>)?;
        Ok(Identity { key: HubKey::from_pem(&key)?, token })
    }

    async fn make(hub: &Arc<Hub>) -> io::Result<(String, String)> {
        let new = (HubKey::make()?.pem(), Token::make()?);
        hub.write(move |store| {
            let mut keep = |name, new: &str| match store.secret(name)? {
                Some(kept) => Ok(kept),
                None => store.put_secret(name, new).map(|()| new.to_string()),
            };
            Ok((keep(KEY, &new.0)?, keep(TOKEN, new.1.as_str())?))
        })
        .await
    }

    /// Replaces the token: whoever only knows the old one does not come in any more, once the hub has
    /// been started with the new one. Waits for a hub that runs.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be written.
    pub(crate) async fn renew_token(hub: &Arc<Hub>) -> io::Result<()> {
        let token = Token::make()?;
        let renew = move |store: &mut Store| {
            store.wait_for_others()?;
            store.put_secret(TOKEN, token.as_str())
        };
        hub.write(renew).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hub_stays_who_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Hub::open("Hall", &folder.path().join("hall.sqlite")).unwrap().0;
        let first = Identity::of(&open()).await.unwrap();
        let again = Identity::of(&open()).await.unwrap();
        assert_eq!((again.key.pem(), &again.token), (first.key.pem(), &first.token));
        Identity::renew_token(&open()).await.unwrap();
        let renewed = Identity::of(&open()).await.unwrap();
        assert_eq!(renewed.key.pem(), first.key.pem());
        assert_ne!(renewed.token, first.token);
    }
}
