//! `touchmove hub setup` and `touchmove hub token`, as whoever sets up a hall meets them.

use std::{fs, path::Path};

use crate::scene::touchmove;

/// Whether it worked, what was printed, and what was complained of.
fn hub(folder: &Path, args: &[&str]) -> (bool, String, String) {
    let mut command = touchmove();
    command.arg("hub").args(args).args(["--config", "hub.toml"]).current_dir(folder);
    if args[0] == "setup" {
        // The machine's own clock is left alone.
        command.args(["--chrony", "."]);
    }
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

fn good(folder: &Path, args: &[&str]) -> String {
    let (worked, out, err) = hub(folder, args);
    assert!(worked && err.is_empty(), "{args:?}: {err}");
    out
}

fn hall(config: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hub.toml"), config).unwrap();
    folder
}

fn join(told: &str) -> &str {
    told.lines().find(|line| line.starts_with("touchmove://")).expect(told)
}

#[test]
fn setup_tells_the_same_again_but_for_the_code() {
    for lang in ["en", "ru"] {
        let folder = hall("[web]\nbind = \"0.0.0.0\"\n");
        let lines = || -> Vec<String> {
            let told = good(folder.path(), &["setup", "--lang", lang]);
            told.lines().map(str::to_string).collect()
        };
        let (first, second, third) = (lines(), lines(), lines());
        assert_eq!(second, third);
        let changed: Vec<_> = first.iter().zip(&second).filter(|(a, b)| a != b).collect();
        let [(code, given)] = changed[..] else { panic!("{changed:?}") };
        assert_eq!(first.len(), second.len());
        let code = code.rsplit(": ").next().unwrap();
        assert_eq!(code.split('-').map(str::len).collect::<Vec<_>>(), [4; 4], "{code}");
        assert!(given.ends_with("touchmove user code --config hub.toml"), "{given}");
        assert!(folder.path().join("touchmove-hub.conf").exists());
    }
}

#[test]
fn tablets_are_told_of_the_authority_only_where_it_is_the_halls_own() {
    for (web, is_told) in [
        ("bind = \"0.0.0.0\"", true),
        ("bind = \"192.0.2.7\"", true),
        ("bind = \"0.0.0.0\"\nplain_http = true", false),
        ("bind = \"0.0.0.0\"\ncertificate = \"a\"\nkey = \"b\"", false),
        ("bind = \"127.0.0.1\"", false),
    ] {
        let folder = hall(&format!("[web]\n{web}\n"));
        let told = good(folder.path(), &["setup"]);
        assert_eq!(told.contains("/ca.crt"), is_told, "{web}");
        for system in ["Android", "iPad", "Windows"] {
            assert_eq!(told.contains(system), is_told, "{web}");
        }
    }
}

#[test]
fn an_open_door_needs_no_code() {
    let folder = hall("[web]\nopen = true\n");
    let told = good(folder.path(), &["setup"]);
    assert!(!told.to_lowercase().contains("set-up code"), "{told}");
}

#[test]
fn a_token_is_renewed_and_the_key_stays() {
    let folder = hall("[nats]\nport = 4333\n");
    let told = good(folder.path(), &["setup"]);
    let before = join(&told);
    let token = |args: &[&str]| {
        let told = good(folder.path(), &[&["token"], args].concat());
        assert_eq!(told.lines().count(), 1, "{told}");
        join(&told).to_string()
    };
    assert_eq!(token(&[]), before);
    let renewed = token(&["--new"]);
    assert_eq!(token(&[]), renewed);
    let parts = |join: &str| {
        let (token, rest) = join.split_once('@').unwrap();
        (token.to_string(), rest.to_string())
    };
    let (before, after) = (parts(before), parts(&renewed));
    assert_ne!(after.0, before.0);
    assert_eq!(after.1, before.1);
    let placed = token(&["--address", "10.0.0.7"]);
    assert!(placed.starts_with(&after.0) && placed.contains("@10.0.0.7:4333/"), "{placed}");
}

#[test]
fn what_is_wrong_with_a_configuration_is_told_with_its_line_and_nothing_is_made() {
    for args in
        [&["setup"][..], &["token"], &["token", "--new"], &["export", "x"], &["import", "x"]]
    {
        let folder = hall("[hub]\nname = \"Hall\"\nstaet = \"x\"\n");
        let (worked, out, err) = hub(folder.path(), args);
        assert!(!worked && out.is_empty(), "{args:?}: {out}");
        let said = "hub.toml:3: hub.staet: no such key `staet`; did you mean `state`?";
        assert!(err.contains(said), "{args:?}: {err}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{args:?}");
    }
}

#[test]
fn a_folder_that_cannot_be_is_named() {
    let folder = hall("[hub]\nstate = \"hub.toml/state\"\n");
    let (worked, _, err) = hub(folder.path(), &["setup"]);
    assert!(!worked && err.contains("hub.toml/state: "), "{err}");
}
