//! Two machines on one cable find each other by mDNS, and again after the cable was pulled.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/cable.rs"]
mod cable;

use std::{
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use cable::Cable;

const FINGERPRINT: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789ABCDEFGHJK";
/// By then a hub must have been found.
const LONG: Duration = Duration::from_secs(60);

fn find(cable: &Cable, seconds: u64) -> Option<String> {
    let seconds = format!("--seconds={seconds}");
    let found =
        Cable::inside(&cable.board).args(["meet", "find", FINGERPRINT, &seconds]).output().unwrap();
    found.status.success().then(|| String::from_utf8(found.stdout).unwrap())
}

fn must_find(cable: &Cable, when: &str) {
    let until = Instant::now() + LONG;
    while Instant::now() < until {
        if let Some(found) = find(cable, 3) {
            assert!(found.lines().any(|line| line == "169.254.7.1:4222"), "{when}: {found}");
            return;
        }
    }
    panic!("{when}: the hub was not found");
}

/// Ends with its test.
struct Announcer(Child);

impl Drop for Announcer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_hub_is_found_again_after_the_cable_was_pulled() {
    let Some(cable) = Cable::lay() else { return };
    assert_eq!(find(&cable, 2), None, "there is no hub yet");
    let announcer = Cable::inside(&cable.hub)
        .args(["meet", "announce", FINGERPRINT, "4222"])
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let _announcer = Announcer(announcer);
    must_find(&cable, "at first");
    for end in [&cable.hub, &cable.board] {
        Cable::pull(end);
        assert_eq!(find(&cable, 5), None, "the cable is pulled");
        Cable::plug(end);
        must_find(&cable, "with the cable back");
    }
}
