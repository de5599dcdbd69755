use std::{path::Path, time::Duration};

use tokio::{task::JoinHandle, time::sleep};
use touchmove_core::{
    board::{
        AlertKind, Bitboard, ClockKind, Command, Event, Ms, Order, Side, Square, Target, Verdict,
    },
    sheet::Phase,
    trace::{Line, Reader},
};

use super::*;
use crate::{
    clock::LeverEnd,
    daemon::Crew,
    inlet::{Inlet, inlet},
    link::Answer,
};

/// A board under a paused clock, and the ends of everything that leads to it.
struct Bench {
    inlet: Arc<Inlet>,
    orders: mpsc::Sender<Request>,
    seen: watch::Receiver<Option<Glance>>,
    tempo: Tempo,
    crew: Crew,
    life: JoinHandle<Result<(), BoardError>>,
}

fn header() -> Header {
    Header { board: "7".into(), time_control: "5400+30".into(), ..Header::default() }
}

impl Bench {
    /// Pieces stand as for a game.
    fn new(folder: &Path, header: Header) -> Bench {
        Bench::with(folder, header, Unfinished::GoesOn, 0xffff_0000_0000_ffff)
    }

    fn with(folder: &Path, header: Header, unfinished: Unfinished, stands: u64) -> Bench {
        let (inlet, records) = inlet(64);
        let (showcase, seen) = Showcase::new(watch::Sender::new(0));
        let (send, orders) = mpsc::channel(4);
        let tempo = Tempo::starting_now(1.0);
        let board = Board {
            header,
            games: folder.into(),
            pairing: folder.join("pairing.json"),
            tempo,
            records,
            orders,
            outbox: Arc::default(),
            showcase,
            unfinished,
            white_at: LeverEnd::default(),
            lever_down: None,
            ears: None,
        };
        let crew = Crew::new();
        let life = tokio::spawn(board.run(crew.stop()));
        let bench = Bench { inlet, orders: send, seen, tempo, crew, life };
        bench.put(What::Raw(Planes::Occupancy(Bitboard(stands))));
        bench
    }

    /// White's clock was started, and his pawn has just been set on e4; what stands there.
    async fn after_e4(folder: &Path) -> (Bench, Bitboard) {
        let mut bench = Bench::new(folder, header());
        let mut stands = Bitboard(0xffff_0000_0000_ffff);
        bench.shows("a board that is set up", |glance| glance.summary.phase == Phase::Ready).await;
        bench.put(What::Press(Side::Black));
        bench.wait(1_000).await;
        bench.slide(&mut stands, Square::E2, Square::E4).await;
        (bench, stands)
    }

    fn put(&self, what: What) {
        self.inlet.put(Record { t: self.tempo.now(), what }).unwrap();
    }

    async fn wait(&self, ms: Ms) {
        sleep(Duration::from_millis(ms)).await;
    }

    /// A piece goes from one square to another within 400 ms.
    async fn slide(&self, stands: &mut Bitboard, from: Square, to: Square) {
        stands.discard(from);
        self.put(What::Raw(Planes::Occupancy(*stands)));
        self.wait(400).await;
        stands.add(to);
        self.put(What::Raw(Planes::Occupancy(*stands)));
    }

    /// Waits until the board shows this.
    async fn shows(&mut self, what: &str, wanted: impl Fn(&Glance) -> bool) -> Glance {
        let found = self.seen.wait_for(|glance| glance.as_ref().is_some_and(&wanted));
        let found = tokio::time::timeout(Duration::from_secs(60), found).await;
        found.unwrap_or_else(|_| panic!("never shows {what}")).unwrap().clone().unwrap()
    }

    async fn order(&self, id: &str, order: Order) -> Answer {
        let (answer, answered) = tokio::sync::oneshot::channel();
        let command = Command { id: Some(id.into()), ..Command::from(order) };
        self.orders.send(Request::Order { command, game: None, answer }).await.unwrap();
        answered.await.unwrap()
    }

    async fn pair(&self, header: Header) -> Answer {
        let (answer, answered) = tokio::sync::oneshot::channel();
        let header = Box::new(header);
        self.orders.send(Request::Pair { header, answer }).await.unwrap();
        answered.await.unwrap()
    }

    async fn stop(self) {
        self.crew.work(async {}).await.unwrap();
        self.life.await.unwrap().unwrap();
    }
}

fn last(glance: &Glance) -> Option<&str> {
    glance.summary.last.as_ref().map(|last| last.san.as_str())
}

/// The lines of the only journal of this game, and that a replay accepts all of them.
fn journals(folder: &Path) -> Vec<Vec<Line>> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    let read = |path| {
        let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        Reader::new(file).unwrap().collect::<Result<Vec<Line>, _>>().unwrap()
    };
    files.into_iter().map(read).collect()
}

fn said(lines: &[Line]) -> Vec<Said> {
    let said = lines.iter().filter_map(|line| match line {
        Line::Said(spoken) => Some(spoken.said().unwrap()),
        _ => None,
    });
    said.collect()
}

#[tokio::test(start_paused = true)]
async fn silence_is_news_without_a_further_record() {
    let folder = tempfile::tempdir().unwrap();
    let (mut bench, stands) = Bench::after_e4(folder.path()).await;
    let set_down = bench.tempo.now();
    let glance = bench.shows("the move", |glance| last(glance) == Some("e4")).await;
    assert_eq!(glance.occupied, stands);
    assert_eq!(glance.unsaved, None);
    // A position counts as a move when it has stood 300 ms; then the samples lie in their lane.
    let late = bench.tempo.now() - set_down;
    assert!((300..=600).contains(&late), "{late} ms");
    bench.stop().await;
}

#[tokio::test(start_paused = true)]
async fn what_was_said_stands_in_the_journal_and_replays_to_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Bench::new(folder.path(), header());
    let mut stands = Bitboard(0xffff_0000_0000_ffff);
    bench.put(What::Press(Side::Black));
    bench.wait(1_000).await;
    bench.slide(&mut stands, Square::E2, Square::E4).await;
    bench.wait(500).await;
    bench.put(What::Press(Side::White));
    bench
        .shows("Black's clock", |glance| {
            glance
                .summary
                .clocks
                .as_ref()
                .is_some_and(|clocks| clocks.running.is_some_and(|side| *side == Side::Black))
        })
        .await;
    // Long enough for two readings of the wall clock on the way.
    bench.wait(25_000).await;
    bench.stop().await;
    let journals = journals(folder.path());
    let lines = &journals[0];
    let walls = lines
        .iter()
        .filter(|line| matches!(line, Line::Record(Record { what: What::Wall { .. }, .. })));
    assert_eq!(walls.count(), 4, "at the start, two in between, at the end");
    let events = said(lines);
    assert!(events.iter().zip(1..).all(|(said, seq)| said.seq == seq));

    let header = Reader::new(std::io::BufReader::new(
        std::fs::File::open(
            std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path(),
        )
        .unwrap(),
    ))
    .unwrap()
    .header()
    .clone();
    let mut table = touchmove_core::table::Table::new(&header).unwrap();
    let mut again = Vec::new();
    for line in lines {
        if let Line::Record(record) = line {
            table.apply(record, &mut again);
        }
    }
    assert_eq!(again, events);
}

#[tokio::test(start_paused = true)]
async fn a_game_goes_on_after_a_restart_with_a_piece_in_the_air() {
    let folder = tempfile::tempdir().unwrap();
    let mut stands = Bitboard(0xffff_0000_0000_ffff);
    {
        let bench = Bench::new(folder.path(), header());
        bench.put(What::Press(Side::Black));
        bench.wait(1_000).await;
        stands.discard(Square::E2);
        bench.put(What::Raw(Planes::Occupancy(stands)));
        bench.wait(1_000).await;
        bench.stop().await;
    }
    let before = said(&journals(folder.path())[0]);
    let mut bench = Bench::with(folder.path(), header(), Unfinished::GoesOn, stands.0);
    bench.wait(500).await;
    let resume = Order::Resume { running: Some(Side::White.into()) };
    assert_eq!(bench.order("a", resume).await, Answer::Done("resume".into()));
    // For five seconds a press only sets the lever right.
    bench.wait(6_000).await;
    stands.add(Square::E4);
    bench.put(What::Raw(Planes::Occupancy(stands)));
    bench.wait(500).await;
    bench.put(What::Press(Side::White));
    bench.shows("the move", |glance| last(glance) == Some("e4")).await;
    bench.stop().await;

    let journals = journals(folder.path());
    assert_eq!(journals.len(), 1, "the same game");
    let after = said(&journals[0]);
    assert_eq!(after[..before.len()], before, "what was said stands");
    assert!(after.iter().zip(1..).all(|(said, seq)| said.seq == seq), "numbers without gaps");
    let resumed = after.iter().filter(|said| matches!(said.event, Event::Resumed { .. })).count();
    assert_eq!(resumed, 1);
    let times: Vec<Ms> = after.iter().map(|said| said.t).collect();
    assert!(times.is_sorted(), "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn an_order_is_carried_out_once_however_often_it_comes() {
    let folder = tempfile::tempdir().unwrap();
    let header = Header { clock: ClockKind::Lever, ..header() };
    let mut bench = Bench::new(folder.path(), header.clone());
    bench.put(What::Press(Side::Black));
    bench.shows("a game", |glance| glance.summary.phase == Phase::Playing).await;
    let more = || Order::AddTime { side: Side::White.into(), ms: 60_000, reason: None };
    assert_eq!(bench.order("a", Order::Pause).await, Answer::Done("pause".into()));
    for _ in 0..3 {
        assert_eq!(bench.order("b", more()).await, Answer::Done("add_time".into()));
    }
    bench.stop().await;
    // Nor after a restart.
    let mut bench = Bench::new(folder.path(), header);
    assert_eq!(bench.order("b", more()).await, Answer::Done("add_time".into()));
    let glance = bench.shows("clocks", |glance| glance.summary.clocks.is_some()).await;
    let white = glance.summary.clocks.unwrap().white_ms;
    assert!((5_430_000 + 50_000..=5_430_000 + 60_000).contains(&white), "{white}");
    bench.stop().await;
}

#[tokio::test(start_paused = true)]
async fn the_next_game_begins_with_what_stands_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Bench::new(folder.path(), header());
    let first =
        bench.shows("a board that is set up", |glance| glance.summary.phase == Phase::Ready).await;
    // A game's id is the time in ms, which stands still here but for the wall clock.
    std::thread::sleep(Duration::from_millis(2));
    let refused = Answer::Refused("game_not_over".into());
    assert_eq!(bench.order("a", Order::NextGame).await, refused);
    assert_eq!(bench.order("b", Order::Abandon).await, Answer::Done("abandon".into()));
    let second = bench
        .shows("the next game", |glance| {
            glance.summary.game != first.summary.game && glance.summary.phase == Phase::Ready
        })
        .await;
    assert_eq!(second.occupied, first.occupied);
    bench.stop().await;
    let journals = journals(folder.path());
    assert_eq!(journals.len(), 2);
    // The last line before its seal.
    let last = journals[0].iter().rfind(|line| !matches!(line, Line::Sum(_)));
    assert!(matches!(last, Some(Line::Record(Record { what: What::End, .. }))));
}

#[tokio::test(start_paused = true)]
async fn a_recorded_game_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    Bench::new(folder.path(), header()).stop().await;
    std::thread::sleep(Duration::from_millis(2));
    let bench = Bench::with(folder.path(), header(), Unfinished::IsClosed, 0xffff_0000_0000_ffff);
    bench.wait(500).await;
    bench.stop().await;
    assert_eq!(journals(folder.path()).len(), 2);
}

/// A record on which the game logic fails costs nothing but itself, not even after a restart.
#[tokio::test(start_paused = true)]
async fn a_poisonous_record_is_kept_marked_and_skipped() {
    use crate::daemon::poison::test::REASON;

    let folder = tempfile::tempdir().unwrap();
    let (mut bench, mut stands) = Bench::after_e4(folder.path()).await;
    bench.wait(500).await;
    bench.put(What::Press(Side::White));
    bench.wait(500).await;
    bench.put(What::Fault { squares: Bitboard::EMPTY.into(), reason: REASON.into() });
    bench
        .shows("the failure", |glance| {
            glance.summary.alerts.iter().any(|open| open.alert.kind() == AlertKind::SensorFault)
        })
        .await;
    bench.slide(&mut stands, Square::E7, Square::E5).await;
    bench.shows("the reply", |glance| last(glance) == Some("e5")).await;
    // The alert asks to accept the board, and once that is done it is gone.
    let accept = Order::Decide {
        target: Target::Kind(AlertKind::SensorFault),
        verdict: Verdict::Apply,
        choice: None,
    };
    assert_eq!(bench.order("accept", accept).await, Answer::Done("decide".into()));
    bench.shows("no alert", |glance| glance.summary.alerts.is_empty()).await;
    bench.stop().await;

    let marks: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "poison"))
        .collect();
    assert_eq!(marks.len(), 1);
    let mut bench = Bench::with(folder.path(), header(), Unfinished::GoesOn, stands.0);
    let glance = bench.shows("the game again", |glance| glance.summary.ply == 2).await;
    assert_eq!(last(&glance), Some("e5"));
    bench.stop().await;
    assert_eq!(std::fs::read_to_string(&marks[0]).unwrap().lines().count(), 1, "marked once");
    let lines = &journals(folder.path())[0];
    let said = said(lines);
    assert!(said.iter().zip(1..).all(|(said, due)| said.seq == due), "{said:?}");
    let kept = lines.iter().any(|line| line.to_string().contains(REASON));
    assert!(kept, "the record itself stays in the journal");
}

#[tokio::test(start_paused = true)]
async fn whether_a_position_is_dead_is_found_out_beside_the_board_and_kept_in_its_journal() {
    // Black's king shuts White's in; pieces enough are left, but nobody can mate.
    let fen = "8/2p5/1pP5/1P2k3/1P6/KP6/PP6/8 b - - 0 40";
    let mut stands = fen.parse::<shakmaty::fen::Fen>().unwrap().into_setup().board.occupied();
    let folder = tempfile::tempdir().unwrap();
    let header = Header { fen: Some(fen.into()), ..header() };
    let mut bench = Bench::with(folder.path(), header, Unfinished::GoesOn, stands.0);
    bench.shows("a board that is set up", |glance| glance.summary.phase == Phase::Ready).await;
    bench.put(What::Press(Side::White));
    bench.wait(1_000).await;
    bench.slide(&mut stands, Square::E5, Square::D5).await;
    bench.put(What::Press(Side::Black));
    let glance = bench.shows("the end", |glance| glance.summary.phase == Phase::Over).await;
    let over = glance.summary.result.unwrap();
    assert_eq!(over.reason, touchmove_core::board::Reason::DeadPosition);
    bench.stop().await;

    let lines = journals(folder.path()).remove(0);
    let proved = lines.iter().filter(|line| {
        matches!(line, Line::Record(Record { what: What::Proof { can_mate: Some(false), .. }, .. }))
    });
    assert_eq!(proved.count(), 2, "one for each side");
}

fn paired(white: &str) -> Header {
    Header { white: white.into(), black: "Boris".into(), round: "2".into(), ..header() }
}

fn done() -> Answer {
    Answer::Done("pair".into())
}

fn refused(reason: &str) -> Answer {
    Answer::Refused(reason.into())
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_not_on_gives_way_to_a_pairing_and_one_that_is_on_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let own = Header { clock: ClockKind::Lever, hold_ms: 80, ..header() };
    let mut bench = Bench::new(folder.path(), own);
    bench.shows("a board that is set up", |glance| glance.summary.phase == Phase::Ready).await;
    std::thread::sleep(Duration::from_millis(2));
    let told = Header { board: "12".into(), clock: ClockKind::None, ..paired("Anna") };
    assert_eq!(bench.pair(told.clone()).await, done());
    let glance = bench.shows("the pairing", |glance| glance.summary.white == "Anna").await;
    assert_eq!(glance.summary.clock, ClockKind::Lever, "the clock is the board's own");
    assert_eq!(glance.summary.board, "12");
    let glance = bench.shows("what stands there", |one| one.summary.phase == Phase::Ready).await;

    // The same again is no other game.
    assert_eq!(bench.pair(told).await, done());
    bench.put(What::Press(Side::Black));
    let playing =
        bench.shows("a game", |glance| glance.summary.phase == Phase::Playing).await.summary.game;
    assert_eq!(playing, glance.summary.game);
    assert_eq!(bench.pair(paired("Vera")).await, refused("game_on"));
    bench.stop().await;

    let journals = journals(folder.path());
    assert_eq!(journals.len(), 2);
    let closed = journals
        .iter()
        .flat_map(|lines| said(lines))
        .any(|said| matches!(said.event, Event::Done { r#do, .. } if r#do == "abandon"));
    assert!(closed, "the journal says why there is no game in it");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_begins_while_a_pairing_comes_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = Bench::new(folder.path(), header());
    bench.shows("a board that is set up", |glance| glance.summary.phase == Phase::Ready).await;
    bench.put(What::Press(Side::Black));
    assert_eq!(bench.pair(paired("Anna")).await, refused("game_on"));
    bench.shows("a game", |glance| glance.summary.phase == Phase::Playing).await;
    bench.stop().await;
    assert_eq!(journals(folder.path()).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_over_gives_way_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    {
        let (mut bench, _) = Bench::after_e4(folder.path()).await;
        bench.wait(1_000).await;
        let result = Order::Result {
            result: touchmove_core::board::GameResult::WhiteWins,
            reason: touchmove_core::board::Reason::Resignation,
            consent: false,
        };
        assert_eq!(bench.order("a", result).await, Answer::Done("result".into()));
        bench.shows("the end", |glance| glance.summary.phase == Phase::Over).await;
        bench.stop().await;
    }
    std::thread::sleep(Duration::from_millis(2));
    let mut bench = Bench::new(folder.path(), header());
    assert_eq!(bench.pair(paired("Anna")).await, done());
    let glance = bench.shows("the pairing", |glance| glance.summary.white == "Anna").await;
    assert_eq!(glance.summary.result, None);
    bench.stop().await;
    let all = journals(folder.path());
    let first = all.iter().map(|lines| said(lines)).max_by_key(Vec::len).unwrap();
    let over = first.iter().position(|said| matches!(said.event, Event::GameOver { .. }));
    let closed = first
        .iter()
        .position(|said| matches!(&said.event, Event::Done { r#do, .. } if r#do == "next_game"));
    assert!(over.is_some() && over < closed, "{first:?}");
}

#[tokio::test(start_paused = true)]
async fn a_pairing_is_kept_and_counts_before_the_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pairing.json");
    assert_eq!(pairing::kept(&file, header()), header());
    let bench = Bench::new(folder.path(), header());
    let mut told = paired("Anna");
    told.parameters.insert("quiet_ms".into(), 7.into());
    assert_eq!(bench.pair(told).await, done());
    bench.stop().await;
    let mut own = header();
    own.parameters.insert("quiet_ms".into(), 9.into());
    let kept = pairing::kept(&file, own);
    assert_eq!((kept.white.as_str(), kept.round.as_str()), ("Anna", "2"));
    assert_eq!(kept.parameters["quiet_ms"], 9, "how it takes samples is the board's own");
    for broken in ["", "{", "null", r#"{"touchmove":1,"rules":"fide-1066"}"#] {
        std::fs::write(&file, broken).unwrap();
        assert_eq!(pairing::kept(&file, header()), header(), "{broken}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_nobody_can_play_or_no_disk_takes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::new(folder.path(), header());
    let unplayable = Header { rules: "fide-1066".into(), ..paired("Anna") };
    assert_eq!(bench.pair(unplayable).await, refused("bad_terms"));
    std::fs::create_dir(folder.path().join("pairing.json")).unwrap();
    assert_eq!(bench.pair(paired("Anna")).await, refused("not_saved"));
    bench.stop().await;
    assert_eq!(journals(folder.path()).len(), 1, "the game goes on");
}
