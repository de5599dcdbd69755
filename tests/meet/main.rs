//! Two machines on one cable find each other by mDNS, and again after the cable was pulled. The
//! machines are network namespaces, which only root can make.

use std::{
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

const FINGERPRINT: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGHJK";
/// By then a hub must have been found.
const LONG: Duration = Duration::from_secs(60);

/// Two namespaces joined by a cable; gone with this.
struct Cable {
    hub: String,
    board: String,
    announcer: Option<Child>,
}

fn ip(words: &str) -> Result<(), String> {
    let done = Command::new("ip").args(words.split(' ')).output();
    let done = done.map_err(|error| format!("ip: {error}"))?;
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    if done.status.success() { Ok(()) } else { Err(format!("ip {words}: {said}")) }
}

fn inside(namespace: &str) -> Command {
    let mut command = Command::new("ip");
    command.args(["netns", "exec", namespace, env!("CARGO_BIN_EXE_touchmove"), "meet"]);
    command
}

impl Cable {
    fn lay() -> Result<Cable, String> {
        let id = std::process::id();
        let cable = Cable { hub: format!("tmh{id}"), board: format!("tmb{id}"), announcer: None };
        let Cable { hub, board, .. } = &cable;
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

    fn find(&self, seconds: u64) -> Option<String> {
        let seconds = format!("--seconds={seconds}");
        let found = inside(&self.board).args(["find", FINGERPRINT, &seconds]).output().unwrap();
        found.status.success().then(|| String::from_utf8(found.stdout).unwrap())
    }

    fn must_find(&self, when: &str) {
        let until = Instant::now() + LONG;
        while Instant::now() < until {
            if let Some(found) = self.find(3) {
                assert!(found.lines().any(|line| line == "169.254.7.1:4222"), "{when}: {found}");
                return;
            }
        }
        panic!("{when}: the hub was not found");
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        if let Some(announcer) = &mut self.announcer {
            let _ = announcer.kill();
            let _ = announcer.wait();
        }
        for namespace in [&self.hub, &self.board] {
            let _ = ip(&format!("netns del {namespace}"));
        }
    }
}

#[test]
fn a_hub_is_found_again_after_the_cable_was_pulled() {
    let mut cable = match Cable::lay() {
        Ok(cable) => cable,
        Err(reason) => {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{reason}");
            eprintln!("skipped, for no network namespaces can be made: {reason}");
            return;
        }
    };
    assert_eq!(cable.find(2), None, "there is no hub yet");
    let announcer = inside(&cable.hub)
        .args(["announce", FINGERPRINT, "4222"])
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    cable.announcer = Some(announcer);
    cable.must_find("at first");
    for end in [cable.hub.clone(), cable.board.clone()] {
        ip(&format!("-n {end} link set c0 down")).unwrap();
        assert_eq!(cable.find(5), None, "the cable is pulled");
        ip(&format!("-n {end} link set c0 up")).unwrap();
        cable.must_find("with the cable back");
    }
}
