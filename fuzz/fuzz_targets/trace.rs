//! Any bytes as a trace: errors are told, nothing panics, and what was said before an error is
//! said again by a second run.
#![no_main]

use libfuzzer_sys::fuzz_target;
use touchmove_core::{
    table::Replay,
    trace::{Line, Reader},
};

fn read(bytes: &[u8]) {
    if let Ok(reader) = Reader::new(bytes) {
        for line in reader.flatten() {
            let again = Line::parse(&line.to_string()).expect("what was read can be written");
            assert_eq!(again, line);
        }
    }
    let said = || Replay::new(bytes).map(|replay| replay.collect::<Vec<_>>());
    assert_eq!(said(), said());
}

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    // Most bytes are no header, so the records are also tried behind one that is.
    let mut trace = b"{\"touchmove\":1,\"time_control\":\"60+2\"}\n".to_vec();
    trace.extend(bytes);
    read(&trace);
});
