//! The capture that `ARCHITECTURE.md` follows record by record: what it says comes out does.

use touchmove_core::table::Replay;

/// The lines of all blocks of traces in a document, in order.
fn journal(text: &str) -> Vec<&str> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(language) => inside = language == "jsonl",
            None if inside => lines.push(line),
            None => {}
        }
    }
    lines
}

#[test]
fn the_capture_of_the_document_is_true() {
    let text = super::read("ARCHITECTURE.md");
    let journal = journal(&text);
    let quoted: Vec<&str> =
        journal.iter().copied().filter(|line| line.starts_with(r#"{"seq":"#)).collect();
    assert!(quoted.len() > 5, "the document quotes too few events to follow a capture");

    let trace = journal.join("\n");
    let said: Vec<String> = Replay::new(trace.as_bytes())
        .expect("a header")
        .map(|said| serde_json::to_string(&said.expect("a good trace")).expect("JSON"))
        .collect();
    // What was said before the capture is not quoted.
    let capture = said.len().saturating_sub(quoted.len());
    assert_eq!(said[capture..].join("\n"), quoted.join("\n"));
}
