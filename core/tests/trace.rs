//! Reading and writing of traces: what is written comes back, and what is broken is named.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use std::io::{self, BufReader, Read};

use proptest::prelude::*;
use touchmove_core::{
    board::{Event, Header, Record, Said, Sensor, What},
    trace::{Expectations, Line, MAX_LINE, Reader, TraceError},
};

const HEADER: &str = r#"{"touchmove":1}"#;

fn lines(text: impl AsRef<[u8]>) -> (Vec<Line>, Option<TraceError>) {
    let mut read = Vec::new();
    match Reader::new(text.as_ref()) {
        Err(error) => (read, Some(error)),
        Ok(reader) => {
            for line in reader {
                match line {
                    Ok(line) => read.push(line),
                    Err(error) => return (read, Some(error)),
                }
            }
            (read, None)
        }
    }
}

fn error(text: impl AsRef<[u8]>) -> String {
    lines(text).1.expect("an error").to_string()
}

/// The error of one record after a header.
fn wrong(record: &str) -> String {
    error(format!("{HEADER}\n{record}\n"))
}

#[test]
fn every_line_of_the_shared_traces_is_read_and_comes_back() {
    for folder in ["traces", "scenarios", "reports"] {
        for path in common::shared_traces(folder) {
            let text = std::fs::read_to_string(&path).unwrap();
            let reader = Reader::new(text.as_bytes()).unwrap();
            let header: Header = serde_json::from_str(text.lines().next().unwrap()).unwrap();
            assert_eq!(*reader.header(), header);
            let read: Vec<Line> = reader.map(|line| line.unwrap()).collect();
            assert_eq!(read.len(), text.lines().count() - 1, "{}", path.display());
            for (line, written) in read.iter().zip(text.lines().skip(1)) {
                assert_eq!(Line::parse(&line.to_string()).unwrap(), *line, "{}", path.display());
                if let Line::Record(Record { what, .. }) = line
                    && !matches!(what, What::Arbiter(_))
                {
                    assert_eq!(line.to_string(), written);
                }
                if let Line::Expect(expect) = line {
                    let mut wanted = Expectations::default();
                    wanted.add(expect.clone()).unwrap();
                    assert!(!wanted.is_empty());
                }
            }
        }
    }
}

#[test]
fn a_journal_holds_events_and_seals() {
    let said = Said { seq: 1, t: 5, event: Event::Started {} };
    let unknown = r#"{"seq":2,"t":6,"event":"of_a_later_version","lift":"z9"}"#;
    let text = format!("{HEADER}\n{}\n{unknown}\n{{\"sum\":\"ab12\"}}\n", Line::from(&said));
    let (read, error) = lines(text);
    assert_eq!(error, None);
    let Line::Said(spoken) = &read[0] else { panic!("{read:?}") };
    assert_eq!(spoken.said().unwrap(), said);
    let Line::Said(spoken) = &read[1] else { panic!("{read:?}") };
    assert_eq!(spoken.as_str(), unknown);
    assert!(spoken.said().is_err());
    assert_eq!(read[2], Line::Sum("ab12".into()));
}

#[test]
fn windows_line_ends_byte_order_mark_and_blank_lines_are_tolerated() {
    let text = format!(
        "\u{feff}{HEADER}\r\n\r\n{{\"t\":5,\"lift\":\"e2\"}}\r\n \n{{\"t\":6,\"stop\":true}}"
    );
    let (read, error) = lines(text);
    assert_eq!((read.len(), error), (2, None));
}

#[test]
fn unknown_keys_are_ignored() {
    let (read, error) = lines(format!(
        "{HEADER}\n{{\"x\":{{\"y\":[1]}},\"t\":5,\"lift\":\"e2\",\"note\":\"?\"}}\n"
    ));
    assert_eq!(error, None);
    assert_eq!(read[0].to_string(), r#"{"t":5,"lift":"e2"}"#);
}

#[test]
fn what_is_no_trace_at_all() {
    assert_eq!(error(""), "line 1: empty: not even a header");
    assert_eq!(error("\n \n"), "line 1: empty: not even a header");
    assert_eq!(
        error(b"\x1f\x8b\x08\x00\xff"),
        "line 1, column 2: not UTF-8: a trace is JSON as text, one object a line"
    );
    assert_eq!(error([0; 100]), "line 1, column 1: expected value");
    assert_eq!(error("[Event \"?\"]"), "line 1: invalid type: sequence, expected a JSON object");
    assert_eq!(
        error("\"text\""),
        "line 1, column 6: invalid type: string \"text\", expected a JSON object"
    );
    let first = "the first line must be the header, an object with the key \"touchmove\"";
    assert_eq!(error(r#"{"t":0,"end":true}"#), format!("line 1: {first}"));
    assert_eq!(error(r#"{"sum":"0"}"#), format!("line 1: {first}"));
}

#[test]
fn headers_that_cannot_be_understood() {
    let version = error(r#"{"touchmove":2}"#);
    assert_eq!(version, "line 1: format version 2; this program reads version 1");
    let play = error(r#"{"touchmove":1,"play":"bullet"}"#);
    assert!(play.contains("unknown variant `bullet`, expected one of `standard`"), "{play}");
    assert_eq!(error(format!("{HEADER}\n{HEADER}\n")), "line 2: a second header");
}

#[test]
fn malformed_records_are_named_by_line_column_and_reason() {
    for (record, reason) in [
        (r#"{"t":5,"lifted":"e2"}"#, "line 2, column 21: unknown record \"lifted\""),
        (r#"{"t":5}"#, "line 2, column 7: a record says what happened; this one says nothing"),
        (r#"{"lift":"e2"}"#, "line 2, column 13: missing field `t`"),
        (r#"{"t":-5,"lift":"e2"}"#, "line 2, column 7: invalid value: integer `-5`, expected u64"),
        (
            r#"{"t":1.5,"lift":"e2"}"#,
            "line 2, column 8: invalid type: floating point `1.5`, expected u64",
        ),
        (
            r#"{"t":5,"lift":"e9"}"#,
            "line 2, column 18: invalid value: string \"e9\", expected a square from a1 to h8",
        ),
        (
            r#"{"t":5,"press":"red"}"#,
            "line 2, column 20: invalid value: string \"red\", expected \"white\" or \"black\"",
        ),
        (
            r#"{"t":5,"scan":"ffff"}"#,
            "line 2, column 20: invalid value: string \"ffff\", expected 16 hex digits",
        ),
        (
            r#"{"t":5,"scan":"+fff00000000ffff"}"#,
            "line 2, column 32: invalid value: string \"+fff00000000ffff\", expected 16 hex digits",
        ),
        (
            r#"{"t":5,"lift":"e2","place":"e4"}"#,
            "line 2, column 32: two records in one line: \"lift\" and \"place\"",
        ),
        (r#"{"t":5,"t":6,"lift":"e2"}"#, "line 2, column 12: duplicate field `t`"),
        // Where in the line depends on how the reader was built.
        (r#"{"t":5,"stop":false}"#, ": \"stop\" can only be true"),
        (
            r#"{"t":5,"raw_white":"ffff00000000ffff"}"#,
            "line 2, column 38: \"raw_white\" without \"raw_black\"",
        ),
        (
            r#"{"t":5,"scan_black":"ffff00000000ffff","raw_white":"0000000000000000"}"#,
            "line 2, column 70: \"raw_white\" without \"raw_black\"",
        ),
        (
            r#"{"t":5,"scan_white":"0000000000000010","scan_black":"0000000000000010"}"#,
            "line 2, column 71: e1 reads white and black at once",
        ),
        (r#"{"t":5,"arbiter":{"do":"dance"}}"#, "unknown variant `dance`"),
        (r#"{"t":5 "lift":"e2"}"#, "line 2, column 8: expected `,` or `}`"),
        ("[1,2]", "line 2: invalid type: sequence, expected a JSON object"),
        ("lift e2", "line 2, column 1: expected value"),
    ] {
        let came = wrong(record);
        assert!(came.contains(reason), "{record}\n  wanted {reason}\n  came   {came}");
    }
}

#[test]
fn records_before_an_error_count_and_nothing_after_it() {
    let text = format!(
        "{HEADER}\n{{\"t\":5,\"lift\":\"e2\"}}\n{{\"t\":4,\"stop\":true}}\n{{\"t\":9,\"stop\":true}}\n"
    );
    let (read, error) = lines(text);
    assert_eq!(read.len(), 1);
    assert_eq!(error.unwrap().to_string(), "line 3: time runs backwards: 4 after 5");
}

#[test]
fn a_torn_last_line_is_told_from_a_malformed_one() {
    let torn = error(format!("{HEADER}\n{{\"t\":5,\"lift\":\"e"));
    assert_eq!(torn, "line 2: torn: the file ends in the middle of this line");
    let whole = error(format!("{HEADER}\n{{\"t\":5,\"lift\":\"e\n{{\"t\":9,\"stop\":true}}\n"));
    assert_eq!(whole, "line 2, column 16: EOF while parsing a string");
}

#[test]
fn raw_and_debounced_squares_do_not_mix() {
    let raw = r#"{"t":0,"raw":"ffff00000000ffff"}"#;
    let scan = r#"{"t":0,"scan":"ffff00000000ffff"}"#;
    let lift = r#"{"t":0,"lift":"e2"}"#;
    for (one, other) in [(raw, scan), (raw, lift), (lift, raw)] {
        let came = error(format!("{HEADER}\n{one}\n{other}\n"));
        assert_eq!(came, "line 3: raw and debounced squares in one trace");
    }
    assert_eq!(lines(format!("{HEADER}\n{scan}\n{lift}\n")).1, None);
}

#[test]
fn the_sensor_is_what_the_header_says() {
    let colours = r#"{"t":0,"scan_white":"0000000000000000","scan_black":"0000000000000000"}"#;
    assert_eq!(wrong(colours), "line 2: a reading with colours, but the header says occupancy");
    let polarity = r#"{"touchmove":1,"sensor":"polarity"}"#;
    assert_eq!(
        error(format!("{polarity}\n{{\"t\":0,\"raw\":\"0000000000000000\"}}")),
        "line 2: a reading without colours, but the header says polarity"
    );
}

/// A reader that would go on for ever, to see how much of it is read.
struct Endless(usize);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0 += buffer.len();
        buffer.fill(b' ');
        Ok(buffer.len())
    }
}

#[test]
fn a_long_line_is_refused_without_being_held() {
    let long = format!("{HEADER}\n{{\"t\":0,\"note\":\"{}\"}}\n", "x".repeat(10_000_000));
    assert_eq!(error(long), "line 2: longer than 256 KiB");
    let mut endless = Endless(0);
    let refused = Reader::new(BufReader::new(&mut endless)).err().unwrap();
    assert_eq!(refused.to_string(), "line 1: longer than 256 KiB");
    assert!(endless.0 <= MAX_LINE + (1 << 16), "{} bytes read", endless.0);
    let longest = format!("{{\"t\":0,\"stop\":true}}{}", " ".repeat(MAX_LINE - 19));
    assert_eq!(lines(format!("{HEADER}\n{longest}\n")).1, None);
}

struct Failing;

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the card is gone"))
    }
}

#[test]
fn a_failing_input_is_named() {
    let input = BufReader::new(HEADER.as_bytes().chain(&b"\n{\"t\":1,"[..]).chain(Failing));
    let error = Reader::new(input).unwrap().next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 2: cannot be read: the card is gone");
}

fn what() -> impl Strategy<Value = (bool, What)> {
    use common::records;
    any::<bool>().prop_flat_map(|polarity| {
        let what = prop_oneof![
            records::told(),
            records::debounced(polarity),
            records::planes(polarity).prop_map(What::Raw),
        ];
        (Just(polarity), what)
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read((polarity, what) in what(), t in any::<u64>()) {
        let record = Record { t, what };
        let sensor = if polarity { Sensor::Polarity } else { Sensor::Occupancy };
        let header = Line::from(Header { sensor, ..Header::default() });
        let line = Line::from(record.clone());
        let key = format!("{{\"t\":{t},");
        prop_assert!(line.to_string().starts_with(&key));
        let (read, error) = lines(format!("{header}\n{line}\n"));
        prop_assert_eq!(error, None);
        prop_assert_eq!(read, [line]);
    }

    #[test]
    fn no_bytes_whatever_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut text = HEADER.as_bytes().to_vec();
        text.push(b'\n');
        text.extend(&bytes);
        lines(&bytes);
        lines(&text);
    }

    /// A valid trace with some bytes changed, removed or doubled.
    #[test]
    fn nor_do_damaged_traces(
        cut in 0..220_usize, length in 0..40_usize, byte in any::<u8>(), at in 0..220_usize,
    ) {
        let mut text = format!(
            "{HEADER}\n{{\"t\":0,\"scan\":\"ffff00000000ffff\"}}\n{{\"t\":5,\"lift\":\"e2\"}}\n\
             {{\"t\":9,\"arbiter\":{{\"do\":\"decide\",\"alert\":1,\"verdict\":\"apply\"}}}}\n\
             {{\"t\":9,\"clock\":{{\"white\":1,\"black\":2,\"running\":null}}}}\n"
        ).into_bytes();
        let at = at % text.len();
        text[at] = byte;
        let cut = cut % text.len();
        text.drain(cut..(cut + length).min(text.len()));
        let (read, error) = lines(&text);
        // Four records, or fewer and a word on what is wrong (unless whole lines are gone).
        prop_assert!(read.len() == 4 || error.is_some() || length > 0 || byte == b'\n', "{read:?}");
    }
}
