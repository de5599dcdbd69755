use std::{
    io,
    sync::{Arc, OnceLock},
};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use tokio::sync::Semaphore;

use super::{Rejected, token};

/// Shortest password, in characters (NIST SP 800-63B, 5.1.1.2).
pub(crate) const SHORTEST: usize = 8;

/// Passwords looked at at once: each takes 19 MiB and a core for a moment, and boards are Pis.
const AT_ONCE: usize = 2;
/// Passwords that may wait for that; one more is turned away.
const WAITING: usize = 16;

/// Who compares passwords, off the async threads.
#[derive(Debug)]
pub(super) struct Guards {
    free: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

impl Default for Guards {
    fn default() -> Guards {
        Guards {
            free: Arc::new(Semaphore::new(AT_ONCE)),
            queue: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
        }
    }
}

impl Guards {
    /// Whether a password is the one of this hash. Where there is none it takes as long.
    pub(super) async fn fits(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, Rejected> {
        self.work(move || {
            // Made for everybody, so that the first wrong name takes no longer.
            let nobodys = nobodys()?;
            let known = hash.is_some();
            Ok(fits(&password, &hash.unwrap_or(nobodys))? && known)
        })
        .await
    }

    /// The hash of a password.
    pub(super) async fn hash(&self, password: String) -> Result<String, Rejected> {
        self.work(move || hashed(&password)).await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> Result<T, Rejected> {
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| Rejected::Crowded)?;
        let free = Arc::clone(&self.free).acquire_owned().await.map_err(io::Error::other)?;
        // Should who asked be gone, the work goes on, and so the places stay taken until it is done.
        let done = tokio::task::spawn_blocking(move || {
            let _places = (place, free);
            work()
        });
        Ok(done.await.map_err(io::Error::other)??)
    }
}

/// The hash of a password, with a salt of its own: argon2id, 19 MiB, two passes (OWASP, Password
/// Storage Cheat Sheet).
///
/// # Errors
///
/// When the system gives no random numbers.
pub(crate) fn hashed(password: &str) -> io::Result<String> {
    let salt: [u8; 16] = token::random()?;
    let hash: PasswordHash = Argon2::default()
        .hash_password_with_salt(password.as_bytes(), &salt)
        .map_err(io::Error::other)?;
    Ok(hash.to_string())
}

fn fits(password: &str, hash: &str) -> io::Result<bool> {
    let hash = PasswordHash::new(hash).map_err(io::Error::other)?;
    Ok(Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// A hash of a password that nobody has.
fn nobodys() -> io::Result<String> {
    static NOBODYS: OnceLock<String> = OnceLock::new();
    if let Some(hash) = NOBODYS.get() {
        return Ok(hash.clone());
    }
    let hash = hashed(&token::token()?)?;
    Ok(NOBODYS.get_or_init(|| hash).clone())
}
