//! A cable that is pulled, that is slow, and that says things twice: a proxy which knows where one
//! NATS message ends and the next begins.

use std::{
    io::{self, BufRead, BufReader, Write as _},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use rand_pcg::{
    Pcg32,
    rand_core::{Rng as _, SeedableRng as _},
};

/// What a cable does, each once in so many messages; 0: never.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    /// It breaks, with whatever is under way.
    pub(crate) cut: u32,
    /// A message comes twice.
    pub(crate) double: u32,
    /// All waits for up to this time, ms.
    pub(crate) delay: u32,
    pub(crate) longest_delay_ms: u32,
}

/// A cable between boards and their server.
pub(crate) struct Wire {
    /// Where boards find the server.
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    server: SocketAddr,
    faults: Mutex<Faults>,
    seed: AtomicU64,
    pulled: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

impl Wire {
    /// Lays a cable.
    pub(crate) fn lay(server: SocketAddr, faults: Faults, seed: u64) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            server,
            faults: Mutex::new(faults),
            seed: AtomicU64::new(seed),
            pulled: AtomicBool::new(false),
            open: Mutex::default(),
        });
        let at = Arc::clone(&shared);
        thread::spawn(move || {
            for board in listener.incoming() {
                let Ok(board) = board else { return };
                if !at.pulled.load(Ordering::SeqCst) {
                    at.connect(board);
                }
            }
        });
        Wire { address, shared }
    }

    /// From now on it does this.
    pub(crate) fn set(&self, faults: Faults) {
        *self.shared.faults.lock().unwrap() = faults;
    }

    /// Pulls it out: what is open breaks, and nothing comes through.
    pub(crate) fn pull(&self) {
        self.shared.pulled.store(true, Ordering::SeqCst);
        for stream in self.shared.open.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Puts it back.
    pub(crate) fn plug(&self) {
        self.shared.pulled.store(false, Ordering::SeqCst);
    }
}

impl Shared {
    fn connect(self: &Arc<Self>, board: TcpStream) {
        let Ok(server) = TcpStream::connect(self.server) else { return };
        let ends = [board.try_clone().unwrap(), server.try_clone().unwrap()];
        self.open.lock().unwrap().extend(ends);
        for (from, to) in [(board.try_clone(), server.try_clone()), (Ok(server), Ok(board))] {
            let (from, to) = (from.unwrap(), to.unwrap());
            let shared = Arc::clone(self);
            let seed = self.seed.fetch_add(1, Ordering::SeqCst);
            thread::spawn(move || {
                let _ = shared.carry(&from, &to, seed);
                let _ = from.shutdown(Shutdown::Both);
                let _ = to.shutdown(Shutdown::Both);
            });
        }
    }

    fn carry(&self, from: &TcpStream, mut to: &TcpStream, seed: u64) -> io::Result<()> {
        let mut dice = Pcg32::seed_from_u64(seed);
        let mut reader = BufReader::new(from);
        while let Some((message, doubles)) = next(&mut reader)? {
            let faults = *self.faults.lock().unwrap();
            let mut falls = |once_in: u32| once_in > 0 && dice.next_u32() % once_in == 0;
            if falls(faults.cut) {
                // Some of it may have gone already.
                to.write_all(&message[..message.len() / 2])?;
                return Ok(());
            }
            let twice = doubles && falls(faults.double);
            if falls(faults.delay) {
                let ms = dice.next_u32() % faults.longest_delay_ms.max(1);
                thread::sleep(Duration::from_millis(ms.into()));
            }
            to.write_all(&message)?;
            if twice {
                to.write_all(&message)?;
            }
        }
        Ok(())
    }
}

/// The next message with its payload, and whether it is one that may come twice.
fn next(reader: &mut impl BufRead) -> io::Result<Option<(Vec<u8>, bool)>> {
    let mut message = Vec::new();
    if reader.read_until(b'\n', &mut message)? == 0 {
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&message).into_owned();
    let mut words = line.split_whitespace();
    let carries = matches!(words.next(), Some("PUB" | "HPUB" | "MSG" | "HMSG"));
    if carries {
        let length: usize = words.last().and_then(|word| word.parse().ok()).unwrap_or(0);
        let start = message.len();
        message.resize(start + length + 2, 0);
        reader.read_exact(&mut message[start..])?;
    }
    Ok(Some((message, carries)))
}
