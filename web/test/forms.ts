/** Every kind of alert in each form that its sentence takes, with what the edition prescribes. */
import type { Advice, Alert, Side } from "../src/api";

/** What an edition says in standard play: see `editions.json`. */
export interface Edition {
  articles: Record<string, [article: string | null, penalty: string | null]>;
  parameters: Record<string, number | string>;
}

export interface Form {
  /** What tells it from the others of its kind. */
  form?: string;
  /** The concept whose articles it cites. */
  concept: string;
  alert: Partial<Alert> & Pick<Alert, "kind">;
  advice?: (edition: Edition) => Advice[];
  choices?: (edition: Edition) => { article: string | null; steps: Advice[] }[];
}

/** White's 8th move is due: Black has castled nowhere, and his bishop on b4 pins the knight on c3. */
export const FEN = "r1bqk2r/pppp1ppp/2n5/8/1bBPn3/2N2N2/PP3PPP/R1BQK2R w KQkq - 0 8";
export const PLY = 14;

const BACK: Advice = { reinstate: { ply: PLY } };
/** Before Black's 7th move. */
const BACK_BLACK: Advice = { reinstate: { ply: PLY - 1 } };
const warn = (side: Side): Advice[] => [{ warn: { side } }];
const oblige = (side: Side, ...moves: string[]): Advice => ({ oblige: { side, moves } });
const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** What an illegal move costs, by how many there were. */
function penalty(side: Side, count: number, { parameters }: Edition): Advice[] {
  if (count >= Number(parameters.illegal_moves_lose)) return [{ lose: { side } }];
  return [{ add_time: { side: other(side), ms: Number(parameters.illegal_move_ms) } }];
}

function illegal(side: Side, count: number) {
  return (edition: Edition): Advice[] => {
    const steps = penalty(side, count, edition);
    return "lose" in (steps[0] ?? {}) ? steps : [...steps, BACK];
  };
}

/** A warning, or as an illegal move, as the edition treats it. */
const treated = (parameter: string, side: Side) => (edition: Edition) =>
  edition.parameters[parameter] === "as_illegal_move" ? penalty(side, 1, edition) : warn(side);

const illegalMove = (form: string, uci: string, fields: Partial<Alert>, more: Partial<Form> = {}): Form => ({
  form,
  concept: "illegal_move",
  alert: { kind: "illegal_move", side: "white", uci, count: 1, ...fields },
  advice: illegal("white", fields.count ?? 1),
  ...more,
});

const touched = (square: string, piece: string) => [{ square, piece, from: 1000, to: 2200, lifted_ms: 1200 }];

export const FORMS: Form[] = [
  {
    form: "own piece",
    concept: "touch_move_own",
    alert: {
      kind: "touch_move",
      side: "white",
      touched: touched("d1", "Q"),
      uci: "e1g1",
      required: ["d1d3"],
    },
    advice: () => [BACK, oblige("white", "d1d2", "d1d3", "d1a4")],
  },
  {
    form: "opponent's piece",
    concept: "touch_move_enemy",
    alert: {
      kind: "touch_move",
      side: "black",
      touched: touched("c4", "B"),
      uci: "e8g8",
      required: ["d7d5"],
    },
    advice: () => [BACK_BLACK, oblige("black", "d7d5")],
  },
  {
    form: "both colours",
    concept: "touch_move_both",
    alert: {
      kind: "touch_move",
      side: "white",
      touched: [...touched("c3", "N"), ...touched("e4", "n")],
      uci: "e1g1",
    },
    advice: () => [BACK, oblige("white", "c3e4")],
  },
  {
    form: "king and rook",
    concept: "touch_move_castling",
    alert: {
      kind: "touch_move",
      side: "white",
      touched: [...touched("e1", "K"), ...touched("h1", "R")],
      uci: "e1f1",
    },
    advice: () => [BACK, oblige("white", "e1g1")],
  },
  {
    form: "three pieces",
    concept: "touch_move_own",
    alert: {
      kind: "touch_move",
      side: "black",
      touched: [...touched("e4", "n"), ...touched("c6", "n"), ...touched("d4", "P"), ...touched("e4", "n")],
      uci: "e8g8",
    },
    advice: () => [BACK_BLACK, oblige("black", "e4c3", "e4d6")],
  },
  {
    form: "nothing to be done with it",
    concept: "touch_move_own",
    alert: { kind: "touch_move", side: "white", touched: touched("h1", "R"), uci: "d4d5" },
    advice: () => [BACK, oblige("white")],
  },
  {
    concept: "castling_rook_first",
    alert: { kind: "castling_rook_first", side: "white", uci: "e1g1" },
    advice: () => [BACK, oblige("white", "h1g1", "h1f1")],
  },
  {
    concept: "move_retracted",
    alert: { kind: "move_retracted", side: "black", uci: "d7d6", stood: "d7d5" },
    advice: () => [BACK_BLACK, oblige("black", "d7d5")],
  },
  illegalMove("moves otherwise", "f3f5", { reason: "piece_movement" }),
  {
    form: "taken back before the press",
    concept: "taken_back_before_press",
    alert: { kind: "illegal_move", side: "white", uci: "f3f5", reason: "piece_movement", count: 0 },
    advice: () => [{ warn: { side: "white" } }],
  },
  illegalMove("something in the way, the second", "c4g8", { reason: "path_blocked", count: 2 }),
  illegalMove("own piece taken, the third", "d1d4", { reason: "own_piece_captured", count: 3 }),
  illegalMove("in check afterwards", "c3e4", { reason: "king_left_in_check" }),
  illegalMove("castling: right lost", "e1g1", { reason: "castling_right_lost" }),
  illegalMove("castling: something between", "e1c1", { reason: "castling_blocked" }),
  illegalMove("castling: through check", "e1g1", { reason: "castling_through_check" }),
  illegalMove("castling: in check", "e1g1", { reason: "castling_in_check" }),
  illegalMove("castling: wrong square", "e1g1", { reason: "castling_wrong_square" }),
  illegalMove("king taken", "c4f7", { reason: "king_captured" }),
  illegalMove("no pawn to take in passing", "d4c5", { reason: "no_en_passant" }),
  illegalMove(
    "pawn on the last rank",
    "e7e8",
    { reason: "pawn_not_promoted" },
    { concept: "illegal_move_pawn_not_promoted" },
  ),
  illegalMove(
    "neighbours swapped",
    "c3c5",
    { reason: "piece_movement", hint: "swapped_pieces" },
    { choices: ({ articles }) => [{ article: articles.wrong_start?.[0] ?? null, steps: [] }] },
  ),
  illegalMove(
    "the last one, and no mate is possible",
    "f3f5",
    { reason: "piece_movement", count: 3 },
    { advice: () => [{ draw: {} }] },
  ),
  {
    concept: "pressed_without_move",
    alert: { kind: "pressed_without_move", side: "black", count: 1 },
    advice: treated("pressed_without_move", "black"),
  },
  {
    concept: "pressed_early",
    alert: { kind: "pressed_early", side: "white", uci: "e1g1" },
    advice: () => warn("white"),
    choices: (edition) => [
      { article: edition.articles.illegal_move?.[0] ?? null, steps: illegal("white", 1)(edition) },
    ],
  },
  {
    concept: "two_hands",
    alert: { kind: "two_hands", side: "white", squares: ["e1", "h1"] },
    advice: treated("two_hands", "white"),
  },
  {
    concept: "promotion_unverified",
    alert: { kind: "promotion_unverified", side: "white", squares: ["e8"] },
    advice: () => [{ promote: { piece: "q" } }],
    choices: (edition) => [
      {
        article: edition.articles.illegal_move_pawn_not_promoted?.[0] ?? null,
        steps: penalty("white", 1, edition),
      },
    ],
  },
  { concept: "clock_not_pressed", alert: { kind: "clock_not_pressed", side: "black", hands_off: true } },
  { concept: "moved_before_press", alert: { kind: "moved_before_press", side: "white" } },
  { concept: "wrong_clock_running", alert: { kind: "wrong_clock_running", side: "white", hands_off: true } },
  {
    form: "by White",
    concept: "clock_stopped",
    alert: { kind: "clock_stopped", side: "white", by: "white" },
  },
  {
    form: "by Black",
    concept: "clock_stopped",
    alert: { kind: "clock_stopped", side: "black", by: "black" },
  },
  { form: "by nobody knows whom", concept: "clock_stopped", alert: { kind: "clock_stopped" } },
  {
    concept: "out_of_turn",
    alert: { kind: "out_of_turn", side: "black", uci: "h8g8" },
    advice: () => [BACK],
  },
  {
    form: "the second time",
    concept: "touched_out_of_turn",
    alert: { kind: "touched_out_of_turn", side: "black", squares: ["b7"], count: 2 },
  },
  {
    form: "the third time",
    concept: "touched_out_of_turn",
    alert: { kind: "touched_out_of_turn", side: "white", squares: ["b2"], count: 3 },
    advice: () => warn("white"),
  },
  ...["displaced", "wrong_start"].flatMap((kind): Form[] =>
    [
      { form: "one missing, one too many", missing: ["h2"], extra: ["g3"] },
      { form: "some missing", missing: ["c1", "f1"], extra: [] },
      { form: "one too many", missing: [], extra: ["e5"] },
      { form: "wrong army", missing: [], extra: [] },
    ].map(({ form, missing, extra }) => ({
      form,
      concept: kind,
      alert: { kind: kind as Alert["kind"], missing, extra, squares: [...missing, ...extra] },
      advice: () => (kind === "wrong_start" ? [{ new_game: {} }] : []),
    })),
  ),
  { concept: "board_rotated", alert: { kind: "board_rotated" } },
  { concept: "board_turned", alert: { kind: "board_turned" } },
  { concept: "army_at_far_end", alert: { kind: "army_at_far_end" } },
  {
    form: "not yet known",
    concept: "flag_fall",
    alert: { kind: "flag_fall", side: "white", result: null },
  },
  {
    form: "lost",
    concept: "flag_fall",
    alert: { kind: "flag_fall", side: "black", result: "1-0" },
    advice: () => [{ lose: { side: "black" } }],
  },
  {
    form: "no mate is possible",
    concept: "flag_fall",
    alert: { kind: "flag_fall", side: "white", result: "1/2-1/2" },
    advice: () => [{ draw: {} }],
  },
  {
    form: "nobody kept score",
    concept: "flag_fall",
    alert: { kind: "flag_fall", side: "black", result: "1-0" },
    advice: () => [{ pause: {} }],
  },
  {
    concept: "both_flags",
    alert: { kind: "both_flags" },
    advice: ({ parameters }) => (parameters.both_flags === "draw" ? [{ draw: {} }] : []),
  },
  { concept: "game_seems_over", alert: { kind: "game_seems_over" } },
  {
    form: "dead position",
    concept: "plays_on_dead_position",
    alert: { kind: "plays_on", reason: "dead_position" },
  },
  {
    form: "fifth occurrence",
    concept: "plays_on_unclaimed",
    alert: { kind: "plays_on", reason: "fivefold_repetition" },
  },
  {
    form: "75 moves",
    concept: "plays_on_unclaimed",
    alert: { kind: "plays_on", reason: "seventy_five_moves" },
  },
  {
    concept: "ambiguous_move",
    alert: { kind: "ambiguous_move", side: "white", candidates: ["f3d2", "c3d2"] },
  },
  { concept: "threefold_claimable", alert: { kind: "threefold_claimable", side: "white", count: 3 } },
  { concept: "fifty_moves_claimable", alert: { kind: "fifty_moves_claimable", side: "black", count: 50 } },
  {
    concept: "claimed_move_not_played",
    alert: { kind: "claimed_move_not_played", side: "white", required: ["c1d2"] },
    advice: () => [BACK, oblige("white", "c1d2")],
  },
  { concept: "repeated_offers", alert: { kind: "repeated_offers", side: "black" } },
  { concept: "quickplay_finish", alert: { kind: "quickplay_finish", side: "black" } },
  {
    form: "claimed",
    concept: "quickplay_finish",
    alert: { kind: "quickplay_finish", side: "black", ruling: "asked" },
    advice: () => [{ draw: {} }],
  },
  {
    form: "postponed",
    concept: "quickplay_postponed",
    alert: { kind: "quickplay_finish", side: "black", ruling: "postponed" },
    advice: () => [{ draw: {} }],
  },
  { concept: "time_trouble", alert: { kind: "time_trouble", side: "white" } },
  {
    form: "one player",
    concept: "recording_waived",
    alert: { kind: "recording_waived", side: "black", severity: "info" },
  },
  {
    form: "both",
    concept: "recording_waived_both",
    alert: { kind: "recording_waived", side: "white", severity: "attention" },
  },
  { concept: "late", alert: { kind: "late", side: "white" } },
  { form: "wait", concept: "illegal_position", alert: { kind: "illegal_position" } },
  {
    form: "still standing",
    concept: "illegal_position",
    alert: { kind: "illegal_position" },
    advice: () => [{ draw: {} }],
  },
  ...(["time", "increment", "added_time"] as const).map(
    (flaw): Form => ({
      form: flaw.replace("_", " "),
      concept: "clock_setting",
      alert: { kind: "clock_setting", side: "white", flaw, expected_ms: 5_430_000, shown_ms: 3_600_000 },
    }),
  ),
  ...["contradiction", "jump", "restarted"].map(
    (reason): Form => ({ form: reason, concept: "clock_fault", alert: { kind: "clock_fault", reason } }),
  ),
  ...["stuck", "dead", "chattering", "ghost", "expander", "drift", "unexplained"].map(
    (reason): Form => ({
      form: reason,
      concept: "sensor_fault",
      alert: { kind: "sensor_fault", reason, squares: ["e4", "e5"] },
    }),
  ),
  ...["bus", "chain", "stale", "serial", "overflow", "undervoltage"].map(
    (reason): Form => ({ form: reason, concept: "sensor_fault", alert: { kind: "sensor_fault", reason } }),
  ),
];
