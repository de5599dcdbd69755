//! The boards that have joined over the network, and the tables at which they stand.

use std::{io, sync::Arc};

use tokio::sync::watch;

use super::{
    Hub,
    store::{Admission, Binding, Member},
};

impl Hub {
    /// All boards that have joined.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be read.
    pub(crate) async fn members(self: &Arc<Self>) -> io::Result<Vec<Member>> {
        self.look(|store| store.members()).await
    }

    /// Changes whenever a board joins, leaves, or is set to a table.
    pub(crate) fn regrouped(&self) -> watch::Receiver<u64> {
        self.regrouped.subscribe()
    }

    /// A board asks to be let in, with its code and its public key.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be written.
    pub(crate) async fn admit(
        self: &Arc<Self>,
        code: String,
        key: String,
    ) -> io::Result<Admission> {
        let now_ms = jiff::Timestamp::now().as_millisecond();
        let admission = self.write(move |store| store.admit(&code, &key, now_ms)).await?;
        if admission == Admission::New {
            self.regroup();
        }
        Ok(admission)
    }

    /// Sets the board of this code to a table; none: takes it away from its table.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be written.
    pub(crate) async fn bind(
        self: &Arc<Self>,
        code: String,
        table: Option<String>,
    ) -> io::Result<Binding> {
        let bound = self.write(move |store| store.bind(&code, table.as_deref())).await?;
        if bound == Binding::Done {
            self.regroup();
        }
        Ok(bound)
    }

    /// Forgets a board, so that another may come with its code.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be written.
    pub(crate) async fn dismiss(self: &Arc<Self>, code: String) -> io::Result<Binding> {
        let gone = self.write(move |store| store.dismiss(&code)).await?;
        if gone == Binding::Done {
            self.regroup();
        }
        Ok(gone)
    }

    fn regroup(&self) {
        self.regrouped.send_modify(|times| *times += 1);
    }
}
