use std::{collections::HashMap, fmt, future::Future, sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    task::{Id, JoinError, JoinSet},
    time::timeout,
};

/// How long tasks have to end when they are told to.
const PATIENCE: Duration = Duration::from_secs(10);

/// The tasks of a daemon. None of them may end before it is told to: the first that does ends all,
/// by its name.
#[derive(Debug)]
pub(crate) struct Crew {
    tasks: JoinSet<Result<(), String>>,
    names: HashMap<Id, Arc<str>>,
    stop: watch::Sender<bool>,
}

/// Tells a task that it is to end.
#[derive(Clone, Debug)]
pub(crate) struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Waits until it is to end.
    pub(crate) async fn wanted(&mut self) {
        // A crew that is gone wants nothing any more, either.
        let _ = self.0.wait_for(|stop| *stop).await;
    }
}

/// A task that ended although nobody told it to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// The task.
    pub(crate) name: String,
    /// Why.
    pub(crate) reason: String,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.reason)
    }
}

impl std::error::Error for Ended {}

impl Crew {
    /// Nobody yet.
    pub(crate) fn new() -> Crew {
        Crew { tasks: JoinSet::new(), names: HashMap::new(), stop: watch::Sender::new(false) }
    }

    /// What a task listens to.
    pub(crate) fn stop(&self) -> Stop {
        Stop(self.stop.subscribe())
    }

    /// Starts a task.
    pub(crate) fn spawn<E: fmt::Display>(
        &mut self,
        name: impl Into<Arc<str>>,
        task: impl Future<Output = Result<(), E>> + Send + 'static,
    ) {
        let task = async move { task.await.map_err(|error| error.to_string()) };
        let handle = self.tasks.spawn(task);
        self.names.insert(handle.id(), name.into());
    }

    /// Works until `until` is done, then tells all to end and waits for them.
    ///
    /// # Errors
    ///
    /// When a task ended first, or failed while ending.
    pub(crate) async fn work(mut self, until: impl Future<Output = ()>) -> Result<(), Ended> {
        let mut first = None;
        tokio::select! {
            () = until => {}
            ended = self.tasks.join_next_with_id() => if let Some(ended) = ended {
                first = Some(self.ended(ended).unwrap_or_else(|name| Ended {
                    name,
                    reason: "ended".into(),
                }));
            },
        }
        self.stop.send_replace(true);
        let rest = async {
            while let Some(ended) = self.tasks.join_next_with_id().await {
                if let Ok(ended) = self.ended(ended) {
                    tracing::error!(task = ended.name, reason = ended.reason, "failed at the end");
                    first.get_or_insert(ended);
                }
            }
        };
        if timeout(PATIENCE, rest).await.is_err() {
            tracing::warn!(tasks = self.tasks.len(), "some tasks did not end in time");
        }
        first.map_or(Ok(()), Err)
    }

    /// How a task failed, or the name of one that did not.
    fn ended(&self, ended: Result<(Id, Result<(), String>), JoinError>) -> Result<Ended, String> {
        let (id, reason) = match ended {
            Ok((id, Ok(()))) => (id, None),
            Ok((id, Err(reason))) => (id, Some(reason)),
            Err(error) => (error.id(), Some(error.to_string())),
        };
        let name = self.names.get(&id).map_or_else(|| id.to_string(), ToString::to_string);
        match reason {
            Some(reason) => Ok(Ended { name, reason }),
            None => Err(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test]
    async fn the_first_to_end_ends_all_by_its_name() {
        let mut crew = Crew::new();
        let mut stop = crew.stop();
        crew.spawn("web", async move {
            stop.wanted().await;
            Ok::<_, String>(())
        });
        crew.spawn("scan-1", async { Err("the bus is gone") });
        let ended = crew.work(pending()).await.unwrap_err();
        assert_eq!(ended.to_string(), "scan-1: the bus is gone");
    }

    #[tokio::test]
    async fn a_panic_is_told_by_name_too() {
        let mut crew = Crew::new();
        crew.spawn("hall", async {
            assert!(std::hint::black_box(false), "poison");
            Ok::<_, String>(())
        });
        let ended = crew.work(pending()).await.unwrap_err();
        assert_eq!(ended.name, "hall");
        assert!(ended.reason.contains("poison"), "{}", ended.reason);
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_end_is_not_waited_for_for_ever() {
        let mut crew = Crew::new();
        crew.spawn("stuck", pending::<Result<(), String>>());
        assert_eq!(crew.work(async {}).await, Ok(()));
    }
}
