use std::fs;

use crate::scene::run;

#[test]
fn what_is_wrong_with_a_configuration_is_told_by_line_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.toml");
    let name = file.to_str().unwrap();
    for (text, said) in [
        ("[web]\nprot = 80\n", ":2: web.prot: no such key `prot`; did you mean `port`?"),
        (
            "[sensor]\nrate_hz = \"fast\"\n",
            ":2: sensor.rate_hz: invalid type: string \"fast\", expected u32",
        ),
        ("[sensor]\nkind = \"trace\"\n", ": sensor.file: is needed for kind = \"trace\""),
        ("[game]\n# the rules\nrules = \"fide-2032\"\n", ":3: game.rules: "),
        ("[game]\ntime_control = \"soon\"\n", ":2: game.time_control: "),
    ] {
        fs::write(&file, text).unwrap();
        let (code, out, errors) = run(&["config", "check", name]);
        assert_eq!((code, out.as_str()), (1, ""), "{text:?}: {errors}");
        assert!(errors.starts_with(&format!("{name}{said}")), "{text:?}: {errors}");
        // And the daemon says the same, and does not start.
        let (code, _, again) = run(&["board", "--config", name]);
        assert_eq!((code, again), (2, errors), "{text:?}");
    }
}

#[test]
fn a_configuration_in_order() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/config/board.toml");
    let (code, out, errors) = run(&["config", "check", example]);
    assert_eq!((code, out, errors), (0, format!("{example}: in order\n"), String::new()));
}

#[test]
fn a_configuration_that_cannot_be_read() {
    let (code, _, errors) = run(&["config", "check", "/no/such/file.toml"]);
    assert_eq!(code, 2);
    assert!(errors.starts_with("/no/such/file.toml: "), "{errors}");
}
