//! Two machines on one cable: network namespaces, which only root can make.

use std::{
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

/// Two namespaces joined by a cable; gone with this.
pub(crate) struct Cable {
    /// The namespace of the hub, which is 169.254.7.1 there.
    pub(crate) hub: String,
    /// The namespace of the board, which is 169.254.7.2 there.
    pub(crate) board: String,
}

/// Calls `ip`, of iproute2.
pub(crate) fn ip(words: &str) -> Result<(), String> {
    let done = Command::new("ip").args(words.split(' ')).output();
    let done = done.map_err(|error| format!("ip: {error}"))?;
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    if done.status.success() { Ok(()) } else { Err(format!("ip {words}: {said}")) }
}

impl Cable {
    /// Lays one; none, and a word about it, where nobody can. With `CI=true` that is a failure.
    pub(crate) fn lay() -> Option<Cable> {
        match Cable::try_to_lay() {
            Ok(cable) => Some(cable),
            Err(reason) => {
                assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{reason}");
                eprintln!("skipped, for no network namespaces can be made: {reason}");
                None
            }
        }
    }

    fn try_to_lay() -> Result<Cable, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let id = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let cable = Cable { hub: format!("tmh{id}"), board: format!("tmb{id}") };
        let Cable { hub, board } = &cable;
        ip(&format!("netns add {hub}"))?;
        ip(&format!("netns add {board}"))?;
        ip(&format!("link add name c0 netns {hub} type veth peer name c0 netns {board}"))?;
        for (namespace, address) in [(hub, "169.254.7.1/16"), (board, "169.254.7.2/16")] {
            ip(&format!("-n {namespace} addr add {address} dev c0"))?;
            ip(&format!("-n {namespace} link set lo up"))?;
            ip(&format!("-n {namespace} link set c0 up"))?;
        }
        Ok(cable)
    }

    /// A program in one of the namespaces.
    pub(crate) fn inside(namespace: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", namespace, env!("CARGO_BIN_EXE_touchmove")]);
        command
    }

    /// Pulls it out, at the end of this namespace.
    pub(crate) fn pull(namespace: &str) {
        ip(&format!("-n {namespace} link set c0 down")).unwrap();
    }

    /// Puts it back.
    pub(crate) fn plug(namespace: &str) {
        ip(&format!("-n {namespace} link set c0 up")).unwrap();
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        for namespace in [&self.hub, &self.board] {
            let _ = ip(&format!("netns del {namespace}"));
        }
    }
}
