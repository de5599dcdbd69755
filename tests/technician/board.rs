//! A simulated board and its configuration.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::net::UnixStream,
    path::PathBuf,
};

use serde_json::{Value, json};

/// Pieces as for a game.
pub(crate) const START: [u64; 2] = [0xffff, 0xffff << 48];

/// Whose chips are simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    Chain,
    Expanders,
    Matrix,
    Hall,
}

impl Of {
    fn name(self) -> &'static str {
        match self {
            Of::Chain => "chain",
            Of::Expanders => "expanders",
            Of::Matrix => "matrix",
            Of::Hall => "hall",
        }
    }
}

/// A board in a folder of its own.
pub(crate) struct Board {
    folder: tempfile::TempDir,
    of: Of,
}

impl Board {
    /// A board with these faults, by a script of this text, that is read so often.
    pub(crate) fn new(of: Of, faults: &str, rate_hz: u32) -> Board {
        let board = Board { folder: tempfile::tempdir().unwrap(), of };
        let sees = if of == Of::Hall { "polarity" } else { "occupancy" };
        fs::write(board.path("faults.toml"), faults).unwrap();
        fs::create_dir(board.path("state")).unwrap();
        let (state, socket) = (board.path("state"), board.path("hand"));
        let (of, script) = (of.name(), board.path("faults.toml"));
        let text = format!(
            "[board]\nname = \"7\"\nstate = {state:?}\n\
             [sensor]\nkind = \"faulty\"\nsees = \"{sees}\"\nrate_hz = {rate_hz}\n\
             socket = {socket:?}\n[sensor.faulty]\nof = \"{of}\"\nscript = {script:?}\n"
        );
        fs::write(board.path("board.toml"), text).unwrap();
        board
    }

    /// A file of its.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Sets pieces on it before it is read.
    pub(crate) fn stand(&self, [white, black]: [u64; 2]) {
        let kept = self.path("state/switches");
        let mut record = self.scan(white, black);
        record["t"] = 0.into();
        fs::write(kept, record.to_string()).unwrap();
    }

    fn scan(&self, white: u64, black: u64) -> Value {
        let hex = |plane: u64| format!("{plane:016x}");
        match self.of {
            Of::Hall => json!({ "scan_white": hex(white), "scan_black": hex(black) }),
            _ => json!({ "scan": hex(white | black) }),
        }
    }

    /// A hand at it; the board must be being read.
    pub(crate) fn hand(&self) -> Hand<'_> {
        let stream = UnixStream::connect(self.path("hand")).unwrap();
        Hand { board: self, lines: BufReader::new(stream), planes: [0; 2] }
    }
}

/// A hand at the switches and the lever of a board.
pub(crate) struct Hand<'b> {
    board: &'b Board,
    lines: BufReader<UnixStream>,
    /// What it has put where.
    planes: [u64; 2],
}

/// From one end of the lever to the other a hand takes its time: readings that pass meanwhile.
const HAND: u32 = 10;

impl Hand<'_> {
    /// Does something, and waits until the board has shown it.
    pub(crate) fn works(&mut self, what: &Value) {
        self.lines.get_mut().write_all(format!("{what}\n").as_bytes()).unwrap();
        let mut answer = String::new();
        self.lines.read_line(&mut answer).unwrap();
        // A program that has seen enough ends and answers nothing.
        assert!(answer.is_empty() || answer.contains("\"ok\":true"), "{what}: {answer}");
    }

    /// Puts just these pieces on the board.
    pub(crate) fn sets(&mut self, white: u64, black: u64) {
        self.planes = [white, black];
        self.works(&self.board.scan(white, black));
    }

    /// Puts a piece down, the one of this plane; only a hall board sees the difference.
    pub(crate) fn places(&mut self, square: &str, plane: usize) {
        self.planes[plane] |= bit(square);
        let color = if plane == 0 { "white" } else { "black" };
        self.works(&match self.board.of {
            Of::Hall => json!({ "place": square, "color": color }),
            _ => json!({ "place": square }),
        });
    }

    /// Takes a piece off.
    pub(crate) fn lifts(&mut self, square: &str) {
        self.planes = self.planes.map(|plane| plane & !bit(square));
        self.works(&json!({ "lift": square }));
    }

    /// Presses the end of the lever that is this side's: White's is the left one.
    pub(crate) fn presses(&mut self, side: &str) {
        let [white, black] = self.planes;
        for _ in 0..HAND {
            self.sets(white, black);
        }
        self.works(&json!({ "press": side }));
    }
}

/// The square `e4` in a plane.
pub(crate) fn bit(square: &str) -> u64 {
    let [file, rank] = square.as_bytes() else { panic!("{square} is no square") };
    1 << (u32::from(file - b'a') + 8 * u32::from(rank - b'1'))
}
