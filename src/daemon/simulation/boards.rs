use std::{io, path::PathBuf, sync::Arc, time::Duration};

use async_nats::ConnectOptions;
use tokio::{
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval_at},
};
use touchmove_core::{
    board::{Bitboard, Header, Said},
    hands::{Manner, Output, REPERTOIRE, Stage, score, script},
    pgn,
    sheet::Sheet,
};

use super::{Sightings, SimulatedHall};
use crate::{
    clock::LeverEnd,
    journal,
    link::{
        Glance, Outbox, Presence, Showcase, carry,
        nats::{self, Joined},
    },
    meet::Synchronised,
};

/// Different games; more boards play the same ones.
const GAMES: usize = 20;
/// One event a board.
const EVERY: Duration = Duration::from_secs(1);

/// The code of a simulated board.
pub(super) fn code(n: usize) -> String {
    format!("SIM{n:03}")
}

/// What was said in a game.
type Story = Arc<[Said]>;

/// Lets all boards play until they are stopped.
pub(super) async fn play(
    plan: SimulatedHall,
    address: &str,
    sightings: &Sightings,
) -> io::Result<JoinHandle<()>> {
    let stories: Vec<Story> = tokio::task::spawn_blocking(move || stories(plan.seed)).await?;
    let start = Instant::now() + Duration::from_secs(1);
    let mut boards = Vec::new();
    for n in 0..plan.boards {
        let client = ConnectOptions::new().connect(address).await.map_err(io::Error::other)?;
        let Joined { uplink, showcase, orders, desk } =
            nats::join(client, &code(n), PathBuf::from("/nonexistent"));
        let outbox = Arc::new(Outbox::default());
        let board = Board {
            code: code(n),
            story: Arc::clone(&stories[n % stories.len()]),
            outbox: Arc::clone(&outbox),
            showcase,
            sightings: sightings.clone(),
        };
        // Boards do not wait for each other, so their events are spread over the second.
        let first =
            start + EVERY * u32::try_from(n).unwrap_or(0) / u32::try_from(plan.boards).unwrap_or(1);
        boards.push(async move {
            let _orders = orders;
            tokio::join!(
                carry(board.code.clone(), outbox, uplink),
                desk.attend(),
                board.play(first)
            );
        });
    }
    Ok(tokio::spawn(async move {
        let mut all: tokio::task::JoinSet<()> = boards.into_iter().collect();
        while all.join_next().await.is_some() {}
    }))
}

/// What is said at boards at which real games are played, with the hands' usual habits.
fn stories(seed: u64) -> Vec<Story> {
    let games: Vec<pgn::Score> = pgn::read(REPERTOIRE.as_bytes()).filter_map(Result::ok).collect();
    let told = (0..GAMES).filter_map(|n| {
        let score = games.get(n % games.len())?;
        let base = Header { time_control: "5400+30".into(), ..Header::default() };
        let stage = Stage { header: base, output: Output::Debounced, manner: Manner::default() };
        let script = script(score, &stage, seed.wrapping_add(n as u64)).ok()?;
        Some(score::watch(&script).ok()?.into())
    });
    told.collect()
}

struct Board {
    code: String,
    story: Story,
    outbox: Arc<Outbox>,
    showcase: Showcase,
    sightings: Sightings,
}

impl Board {
    async fn play(self, first: Instant) {
        let mut beat = interval_at(first, EVERY);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for n in 0.. {
            let header = Header {
                board: self.code.clone(),
                game: Some(journal::game_id(n)),
                white: "Petrosian, Tigran".into(),
                black: "Spassky, Boris".into(),
                time_control: "5400+30".into(),
                ..Header::default()
            };
            let mut sheet = Sheet::new(&header);
            self.outbox.game(header.into(), PathBuf::from("/nonexistent").into(), 0);
            for said in self.story.iter() {
                beat.tick().await;
                sheet.fold(said);
                self.outbox.said([said.clone()], None);
                self.sightings.shown(&self.code, said.seq);
                self.showcase.show(Glance {
                    summary: sheet.summary(),
                    occupied: Bitboard(0xffff_0000_0000_ffff),
                    t: said.t,
                    at: Instant::now(),
                    speed: 1.0,
                    white_at: LeverEnd::default(),
                    unsaved: None,
                    presence: Presence::Here,
                    synchronised: Synchronised::Unknown,
                });
            }
        }
    }
}
