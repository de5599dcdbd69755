//! A Python that has what a test asks of it.
//!
//! `make test` builds one; by hand: `python3 -m venv .venv && .venv/bin/pip install -r
//! tests/requirements.txt`, or `TOUCHMOVE_PYTHON=…` to name another interpreter. Without the package
//! the tests that need it are skipped, with `CI=true` they fail.

use std::{
    env,
    path::Path,
    process::{Command, Stdio},
};

/// The interpreter that has the package.
pub(crate) fn with(package: &str) -> Option<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(".venv/bin/python");
    let named = ["TOUCHMOVE_PYTHON", "PYTHON"].into_iter().filter_map(|name| env::var(name).ok());
    let candidates = named.chain([own.to_string_lossy().into_owned(), "python3".into()]);
    let has_it = |python: &String| {
        Command::new(python)
            .args(["-c", &format!("import {package}")])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let found = candidates.into_iter().find(has_it);
    if found.is_none() {
        let missing = format!(
            "no Python with the package {package}: python3 -m venv .venv && .venv/bin/pip install -r tests/requirements.txt"
        );
        assert!(env::var("CI").as_deref() != Ok("true"), "{missing}");
        eprintln!("skipped: {missing}");
    }
    found
}
