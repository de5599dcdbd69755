//! The scripts that work on files of the repository, run on files of their own.

#![allow(clippy::expect_used)] // a test may end so anywhere, not only in its functions

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

fn script(name: &str) -> Command {
    let mut command =
        Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `command` with `input`, and gives what came of it.
fn feed(command: &mut Command, input: &str) -> Output {
    let mut child = command.spawn().expect("the script starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("the script listens");
    child.wait_with_output().expect("the script ends")
}

/// A file that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn keep_figures(file: &Path, title: &str, figures: &str) {
    let output = feed(script("figures.sh").arg(title).arg(file), figures);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), figures, "what is kept is also shown");
}

/// The lines of `file` but those that tell machine, commit and day.
fn figures(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("figures");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let made = lines.iter().filter(|line| line.contains(" cores; commit ")).count();
    let sections = lines.iter().filter(|line| line.starts_with("## ")).count();
    assert_eq!(made, sections, "each section says where its figures are from:\n{text}");
    lines.retain(|line| !line.contains(" cores; commit "));
    lines
}

#[test]
fn a_section_of_figures_is_replaced_in_its_place() {
    let file = fresh("figures.md");
    keep_figures(&file, "A ply", "| 12 \\n | & |\n");
    let head = figures(&file).len() - 4; // title, blank, table, blank
    keep_figures(&file, "Memory", "40 MB\n");
    keep_figures(&file, "A ply of mate", "7\n");
    let expected = ["## A ply", "", "| 12 \\n | & |", "", "", "## Memory", "", "40 MB", "", ""];
    assert_eq!(figures(&file)[head..head + expected.len()], expected);

    keep_figures(&file, "A ply", "| 11 |\n| 10 |\n");
    keep_figures(&file, "Memory", "39 MB\n");
    keep_figures(&file, "A ply of mate", "6\n");
    assert_eq!(
        figures(&file)[head..].join("\n"),
        "## A ply\n\n| 11 |\n| 10 |\n\n\n## Memory\n\n39 MB\n\n\n## A ply of mate\n\n6\n"
    );
}

#[test]
fn figures_stay_when_nothing_was_measured() {
    let file = fresh("figures-stay.md");
    keep_figures(&file, "A ply", "12\n");
    let before = fs::read(&file).expect("figures");
    let output = feed(script("figures.sh").arg("A ply").arg(&file), "");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing was measured"));
    assert_eq!(fs::read(&file).expect("figures"), before);
}

#[test]
fn a_tool_that_cannot_be_had_is_named() {
    // Without a PATH to find apt in, nothing can be installed.
    let bin = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bin");
    fs::create_dir_all(&bin).expect("a folder");
    for tool in ["bash", "dirname", "id", "tr", "env"] {
        let found = ["/usr/bin", "/bin"].iter().map(|dir| Path::new(dir).join(tool));
        let found = found.into_iter().find(|path| path.exists()).expect("a plain tool");
        let _ = std::os::unix::fs::symlink(found, bin.join(tool));
    }
    let output = feed(script("need.sh").args(["node", "bash", "shellcheck"]).env("PATH", &bin), "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("missing: Node 20 or newer"), "{said}");
    assert!(said.contains("missing: shellcheck: for example"), "{said}");
    assert!(!said.contains("missing: bash"), "{said}");
}
