use std::sync::Arc;

use super::Sections;
use crate::hub::{Role, User};

/// Who asks for something.
#[derive(Clone, Debug)]
pub(crate) enum Caller {
    /// Somebody at an open door: he may do what the chief arbiter may.
    Anybody,
    /// Nobody knows who.
    Stranger,
    /// Somebody who is signed in.
    User {
        /// The hash of his session's token.
        session: Arc<str>,
        /// Who he is.
        user: Arc<User>,
    },
}

/// Who may use a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum May {
    /// Whoever comes.
    Anyone,
    /// Whoever is signed in.
    Staff,
    /// An arbiter, at a table of his sections; the table is named in the path.
    ArbiterOfTable,
    /// An arbiter, of whichever tables.
    Arbiter,
    /// The chief arbiter.
    Chief,
}

/// Whether somebody is let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passage {
    /// He is.
    Free,
    /// He must say first who he is.
    SignIn,
    /// It is not for him.
    Forbidden,
}

impl Caller {
    /// His name, where it is known.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Caller::User { user, .. } => Some(&user.name),
            Caller::Anybody | Caller::Stranger => None,
        }
    }

    /// What he is here; a stranger is nothing.
    pub(crate) fn role(&self) -> Option<Role> {
        match self {
            Caller::Anybody => Some(Role::Chief),
            Caller::Stranger => None,
            Caller::User { user, .. } => Some(user.role),
        }
    }

    /// Whether he may use such a path, where it names a table: of this one.
    pub(crate) fn passes(&self, may: May, table: Option<&str>) -> Passage {
        if may == May::Anyone {
            return Passage::Free;
        }
        let Some(role) = self.role() else { return Passage::SignIn };
        let free = match (may, role) {
            (May::Anyone | May::Staff, _) | (_, Role::Chief) => true,
            (May::Arbiter, Role::Arbiter) => true,
            (May::ArbiterOfTable, Role::Arbiter) => table.is_some_and(|table| self.minds(table)),
            (May::Chief, _) | (_, Role::Technician) => false,
        };
        if free { Passage::Free } else { Passage::Forbidden }
    }

    /// Whether a table is one of his sections.
    fn minds(&self, table: &str) -> bool {
        match self {
            Caller::Anybody => true,
            Caller::Stranger => false,
            Caller::User { user, .. } => {
                Sections::read(&user.sections).is_ok_and(|sections| sections.have(table))
            }
        }
    }
}
