import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Key, SquareClasses } from "@lichess-org/chessground/types";
import { useEffect, useRef } from "preact/hooks";
import type { Side } from "../api";
import "@lichess-org/chessground/assets/chessground.base.css";
import "@lichess-org/chessground/assets/chessground.cburnett.css";

/** The one big board: looked at, never moved on. */
export function BigBoard({
  fen,
  last,
  bottom,
  missing,
  extra,
  called,
  label,
}: {
  fen: string;
  last: string | undefined;
  /** Whose side is nearest. */
  bottom: Side;
  /** Squares on which nothing stands though the position has a piece there. */
  missing: string[];
  /** Squares on which something stands though the position has nothing there. */
  extra: string[];
  /** Squares that an open alert names. */
  called: string[];
  label: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Api | undefined>(undefined);
  useEffect(() => {
    if (!place.current) return;
    const api = Chessground(place.current, {
      viewOnly: true,
      coordinates: true,
      disableContextMenu: false,
      animation: { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150 },
      drawable: { enabled: false, visible: false },
    });
    board.current = api;
    return () => api.destroy();
  }, []);
  useEffect(() => {
    const classes: SquareClasses = new Map();
    const add = (square: string, name: string) => {
      const before = classes.get(square as Key);
      classes.set(square as Key, before ? `${before} ${name}` : name);
    };
    for (const square of called) add(square, "called");
    for (const square of missing) add(square, "missing");
    for (const square of extra) add(square, "extra");
    board.current?.set({
      fen,
      orientation: bottom,
      lastMove: last ? [last.slice(0, 2) as Key, last.slice(2, 4) as Key] : [],
      highlight: { lastMove: true, custom: classes },
    });
  }, [fen, last, bottom, missing.join(), extra.join(), called.join()]);
  return (
    <div class="big" role="img" aria-label={label}>
      <div class="cg-wrap" ref={place} />
    </div>
  );
}
