//! Who is let in, and where to: users and their roles, sessions, what each role may do; and how he
//! knows that it is this hall: certificates.

mod authority;
mod caller;
mod certificate;
mod password;
mod rates;
mod sections;
mod table;
mod token;

use std::{
    fmt, io,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

pub(crate) use authority::{machine_names, of_the_hall};
pub(crate) use caller::{Caller, May, Passage};
pub(crate) use certificate::Certificate;
pub(crate) use password::hashed;
pub(crate) use sections::Sections;
pub(crate) use table::{known_methods, may};
pub(crate) use token::{hash_of_code, set_up_code};

use crate::hub::{Hub, Role, Session, SetUp, Standing, User};
use password::{Guards, SHORTEST};
use rates::Rates;

/// The use of a session is written down so often at most, ms: each time costs a memory card a write.
const USED_EVERY_MS: i64 = 5 * 60_000;
/// How often a stream asks whether its reader is still signed in.
const STILL: Duration = Duration::from_secs(2);

/// Longest name of a user, in characters.
const LONGEST_NAME: usize = 60;
/// Longest password, in bytes: more is no password but an attack.
const LONGEST_PASSWORD: usize = 1024;

/// The doors of a hall.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    hub: Arc<Hub>,
    lock: Lock,
}

/// Whether one must sign in.
#[derive(Clone, Debug)]
enum Lock {
    /// Everybody is the chief arbiter: a demo, or a board that only its own machine can reach.
    Open,
    /// One must.
    Closed(Arc<Porter>),
}

/// Who looks at names and passwords.
#[derive(Debug)]
struct Porter {
    guards: Guards,
    /// By address and by name: whoever tries too often must wait.
    tries: Mutex<Rates>,
}

/// Why somebody was not let in.
#[derive(Debug)]
pub(crate) enum Rejected {
    /// Name and password do not fit, or the code is wrong.
    Wrong,
    /// Too many tries; after so many seconds another is looked at.
    TooOften(u64),
    /// Too many are waiting to be looked at.
    Crowded,
    /// That cannot be a name or password.
    Unfit(&'static str),
    /// Somebody has that name already.
    NameTaken,
    /// The door is open: there is nothing to sign in to.
    Open,
    /// The hall's memory cannot be used.
    Memory(io::Error),
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rejected::Wrong => "name and password, or the code, are not right",
            Rejected::TooOften(_) => "too many tries",
            Rejected::Crowded => "too many at once",
            Rejected::Unfit(why) => why,
            Rejected::NameTaken => "somebody has that name",
            Rejected::Open => "nobody need sign in here",
            Rejected::Memory(error) => return error.fmt(f),
        })
    }
}

impl From<io::Error> for Rejected {
    fn from(error: io::Error) -> Rejected {
        Rejected::Memory(error)
    }
}

impl Doors {
    /// Nobody need sign in.
    pub(crate) fn open(hub: Arc<Hub>) -> Doors {
        Doors { hub, lock: Lock::Open }
    }

    /// Everybody must.
    pub(crate) fn closed(hub: Arc<Hub>) -> Doors {
        let porter = Porter { guards: Guards::default(), tries: Mutex::default() };
        Doors { hub, lock: Lock::Closed(Arc::new(porter)) }
    }

    /// The hall behind them.
    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Whether nobody need sign in.
    pub(crate) fn are_open(&self) -> bool {
        matches!(self.lock, Lock::Open)
    }

    /// Whether the hall waits for its code, by which the chief arbiter is made.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be read.
    pub(crate) async fn await_set_up(&self) -> io::Result<bool> {
        match self.lock {
            Lock::Open => Ok(false),
            Lock::Closed(_) => self.hub.look(|store| store.awaits_set_up()).await,
        }
    }

    /// A code by which the chief arbiter is made, where there is none and no code was given out; to
    /// be shown once.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be used.
    pub(crate) async fn first_code(&self) -> io::Result<Option<String>> {
        if self.are_open() {
            return Ok(None);
        }
        let code = set_up_code()?;
        let hash = token::hash_of_code(&code);
        let given = self.hub.write(move |store| {
            let needed = store.lacks_chief()? && !store.awaits_set_up()?;
            if needed {
                store.await_set_up(&hash)?;
            }
            Ok(needed)
        });
        Ok(given.await?.then_some(code))
    }

    /// Makes the chief arbiter by the code, and signs him in: the token of his session.
    ///
    /// # Errors
    ///
    /// Why not.
    pub(crate) async fn set_up(
        &self,
        from: IpAddr,
        code: &str,
        name: &str,
        password: String,
    ) -> Result<String, Rejected> {
        let porter = self.porter()?;
        let name = fit_name(name)?;
        fit_password(&password)?;
        let key = format!("address {from}");
        porter.try_once(&[&key])?;
        if !self.await_set_up().await? {
            return Err(Rejected::Wrong);
        }
        let chief = User {
            name: name.clone(),
            role: Role::Chief,
            sections: String::new(),
            standing: Standing::Active,
            created_ms: now_ms(),
        };
        let code = token::hash_of_code(code);
        let hash = porter.guards.hash(password).await?;
        match self.hub.write(move |store| store.set_up(&code, &chief, &hash)).await? {
            SetUp::Done => {}
            SetUp::WrongCode => return Err(Rejected::Wrong),
            SetUp::NameTaken => return Err(Rejected::NameTaken),
        }
        porter.give_back(&[&key]);
        tracing::info!(user = name, %from, "the hall has its chief arbiter");
        self.begin(from, name).await
    }

    /// Signs somebody in: the token of his session.
    ///
    /// # Errors
    ///
    /// Why not.
    pub(crate) async fn sign_in(
        &self,
        from: IpAddr,
        name: &str,
        password: String,
    ) -> Result<String, Rejected> {
        let porter = self.porter()?;
        // What cannot be a name or password is answered as a wrong one.
        let asked: String = name.trim().chars().take(LONGEST_NAME).collect();
        let keys = [format!("address {from}"), format!("name {}", asked.to_lowercase())];
        let keys = [keys[0].as_str(), keys[1].as_str()];
        porter.try_once(&keys)?;
        let found = self.hub.look(move |store| store.user(&asked)).await?;
        let (user, hash) = found.unzip();
        let fits = password.len() <= LONGEST_PASSWORD && porter.guards.fits(password, hash).await?;
        match user.filter(|_| fits) {
            Some(user) => {
                porter.give_back(&keys);
                self.begin(from, user.name).await
            }
            None => {
                tracing::warn!(%from, "somebody tried to sign in with a wrong name or password");
                Err(Rejected::Wrong)
            }
        }
    }

    async fn begin(&self, from: IpAddr, user: String) -> Result<String, Rejected> {
        let secret = token::token()?;
        let session = Session {
            token: token::hash(&secret),
            user,
            now_ms: now_ms(),
            address: from.to_string(),
        };
        let begun = self.hub.write(move |store| store.begin_session(&session)).await?;
        if begun { Ok(secret) } else { Err(Rejected::Wrong) }
    }

    /// Ends a session.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be written.
    pub(crate) async fn sign_out(&self, secret: &str) -> io::Result<()> {
        let token = token::hash(secret);
        self.hub.write(move |store| store.end_session(&token)).await
    }

    /// Who brings this token.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be read.
    pub(crate) async fn caller(&self, secret: Option<&str>) -> io::Result<Caller> {
        if self.are_open() {
            return Ok(Caller::Anybody);
        }
        let Some(secret) = secret else { return Ok(Caller::Stranger) };
        let token = token::hash(secret);
        let (asked, now) = (token.clone(), now_ms());
        let Some(held) = self.hub.look(move |store| store.session(&asked, now)).await? else {
            return Ok(Caller::Stranger);
        };
        if now - held.used_ms >= USED_EVERY_MS {
            let used = token.clone();
            // A disk that is full keeps nobody out.
            if let Err(error) = self.hub.write(move |store| store.use_session(&used, now)).await {
                tracing::warn!(%error, "that a session was used could not be written");
            }
        }
        Ok(Caller::User { session: token.into(), user: Arc::new(held.user) })
    }

    /// Ends when this caller is signed in no longer.
    pub(crate) async fn gone(&self, caller: &Caller) {
        let Caller::User { session, .. } = caller else { return std::future::pending().await };
        loop {
            tokio::time::sleep(STILL).await;
            let token = session.to_string();
            let held = self.hub.look(move |store| store.session(&token, now_ms())).await;
            // A memory that cannot be read says nothing about him.
            if matches!(held, Ok(None)) {
                return;
            }
        }
    }

    fn porter(&self) -> Result<&Porter, Rejected> {
        match &self.lock {
            Lock::Open => Err(Rejected::Open),
            Lock::Closed(porter) => Ok(porter),
        }
    }
}

impl Porter {
    fn try_once(&self, keys: &[&str]) -> Result<(), Rejected> {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        keys.iter().try_for_each(|key| tries.take(key)).map_err(Rejected::TooOften)
    }

    /// Who was let in has tried nothing.
    fn give_back(&self, keys: &[&str]) {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        keys.iter().for_each(|key| tries.give_back(key));
    }
}

/// A name as it may be.
///
/// # Errors
///
/// Why it may not.
pub(crate) fn fit_name(name: &str) -> Result<String, Rejected> {
    let name = name.trim();
    let long = name.chars().count() > LONGEST_NAME;
    if name.is_empty() || long || name.chars().any(char::is_control) {
        return Err(Rejected::Unfit("a name has 1 to 60 characters, and none that cannot be seen"));
    }
    Ok(name.into())
}

/// Whether a password may be one.
///
/// # Errors
///
/// Why it may not.
pub(crate) fn fit_password(password: &str) -> Result<(), Rejected> {
    if password.chars().count() < SHORTEST {
        return Err(Rejected::Unfit("a password has at least 8 characters"));
    }
    if password.len() > LONGEST_PASSWORD {
        return Err(Rejected::Unfit("a password has at most 1024 bytes"));
    }
    Ok(())
}

/// The hall's clock, ms since 1970.
pub(crate) fn now_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

#[cfg(test)]
mod tests;
