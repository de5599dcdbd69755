use std::{io, path::PathBuf, sync::Arc};

use serde_json::{Map, Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{UnixListener, UnixStream},
    sync::Semaphore,
};
use touchmove_core::board::{Record, What};

use super::{Breakage, Switches};
use crate::{
    clock::{Lever, LeverEnd, Pressed},
    tempo::Tempo,
};

/// Longer lines are not records.
const LONGEST_LINE: u64 = 4096;
/// Hands on one board.
const MOST_HANDS: usize = 8;

/// A Unix socket at which someone works the switches and the lever of a simulated board.
///
/// It takes lines like a trace's records without their time, `{"lift":"e2"}`, `{"place":"e4"}`,
/// `{"press":"white"}`, and answers each by `{"ok":true}` once the scanner has seen the change, or
/// by `{"error":"…"}`.
#[derive(Debug)]
pub(crate) struct SwitchSocket {
    listener: UnixListener,
    path: PathBuf,
    hand: Hand,
}

/// What a hand at the socket can work.
#[derive(Clone, Debug)]
struct Hand {
    switches: Switches,
    lever: Lever,
    tempo: Tempo,
    /// What is wrong with the lever, and which of its ends is White's.
    faults: Option<(Breakage, LeverEnd)>,
}

impl SwitchSocket {
    /// Opens the socket; one that a dead process left behind is replaced.
    ///
    /// # Errors
    ///
    /// When the path cannot be used, or another process listens there.
    pub(crate) fn open(
        path: PathBuf,
        switches: Switches,
        lever: Lever,
        tempo: Tempo,
        faults: Option<(Breakage, LeverEnd)>,
    ) -> io::Result<SwitchSocket> {
        if std::os::unix::net::UnixStream::connect(&path).is_ok() {
            return Err(io::Error::new(
                io::ErrorKind::AddrInUse,
                format!("{}: another process listens there", path.display()),
            ));
        }
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(named(&path, error));
            }
            _ => {}
        }
        let listener = UnixListener::bind(&path).map_err(|error| named(&path, error))?;
        Ok(SwitchSocket { listener, path, hand: Hand { switches, lever, tempo, faults } })
    }

    /// Serves whoever comes, until dropped.
    ///
    /// # Errors
    ///
    /// When the socket breaks.
    pub(crate) async fn serve(self) -> io::Result<()> {
        let room = Arc::new(Semaphore::new(MOST_HANDS));
        loop {
            let (stream, _) = self.listener.accept().await?;
            let Ok(place) = Arc::clone(&room).try_acquire_owned() else {
                tracing::warn!(most = MOST_HANDS, "too many hands at the simulated board");
                continue;
            };
            let hand = self.hand.clone();
            tokio::spawn(async move {
                let _place = place;
                if let Err(error) = hand.work(stream).await {
                    tracing::debug!(%error, "a hand left the simulated board");
                }
            });
        }
    }
}

impl Drop for SwitchSocket {
    fn drop(&mut self) {
        // Nobody is hurt by a socket file that stays: the next start replaces it.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Hand {
    async fn work(self, stream: UnixStream) -> io::Result<()> {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = (&mut lines).take(LONGEST_LINE).read_until(b'\n', &mut line).await?;
            if read == 0 {
                return Ok(());
            }
            let too_long = read as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
            let answer = match () {
                () if too_long => Err(format!("longer than {LONGEST_LINE} bytes")),
                () => self.carry_out(&line).await,
            };
            let answer = answer.unwrap_or_else(|reason| json!({ "error": reason }));
            write.write_all(format!("{answer}\n").as_bytes()).await?;
            if too_long {
                return Ok(());
            }
        }
    }

    /// A line that breaks something of a faulty board, `{"break":{"kind":"silent","address":33}}`,
    /// or mends what was broken so, `{"mend":true}`.
    fn breaks(&self, line: &mut Map<String, Value>) -> Option<Result<Value, String>> {
        let (breaks, mends) = (line.remove("break"), line.remove("mend"));
        if breaks.is_none() && mends.is_none() {
            return None;
        }
        let Some((board, _)) = &self.faults else {
            return Some(Err("only kind = \"faulty\" can be broken".into()));
        };
        if mends.is_some() {
            board.mend();
        }
        if let Some(Err(reason)) = breaks.map(|fault| board.break_down(fault)) {
            return Some(Err(reason));
        }
        Some(Ok(json!({ "ok": true })))
    }

    async fn carry_out(&self, line: &[u8]) -> Result<Value, String> {
        let mut value: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let t = self.tempo.now();
        let Some(map) = value.as_object_mut() else {
            return Err("a line is an object like {\"lift\":\"e2\"}".into());
        };
        if let Some(answer) = self.breaks(map) {
            return answer;
        }
        map.insert("t".into(), t.into());
        let record = serde_json::from_value::<Record>(value).map_err(|error| error.to_string())?;
        let gone = |_| "the board's task is gone".to_string();
        let mut answer = json!({ "ok": true });
        let change = match record.what {
            What::Lift(square) => self.switches.lift(square),
            What::Place(square, color) => self.switches.place(square, color),
            What::Scan(planes) | What::Raw(planes) => self.switches.set(planes),
            What::Press(pushed) => {
                let faults = self.faults.as_ref();
                let closes = faults
                    .map_or(Some(pushed), |(faults, white_at)| faults.pressed(pushed, *white_at));
                let Some(side) = closes else {
                    answer["contact"] = "open".into();
                    return Ok(answer);
                };
                if self.lever.press(side, t).map_err(gone)? == Pressed::AlreadyDown {
                    answer["already"] = "down".into();
                }
                Ok(self.switches.touch())
            }
            What::Stop => {
                self.lever.stop(t).map_err(gone)?;
                Ok(self.switches.touch())
            }
            _ => return Err("only lift, place, scan, press and stop can be done here".into()),
        };
        // So what is done next happens later, by the board's time too.
        self.switches.shown(change.map_err(|error| error.to_string())?).await;
        Ok(answer)
    }
}

fn named(path: &std::path::Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
