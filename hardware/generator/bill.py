"""The bill of materials: what to buy for a board, counted in its source."""

from netlist import Board
from wiring import made, natural, table


def _refs(refs: list[str]) -> str:
    """The parts of one line, those of all squares in short."""
    if len(refs) <= 12:
        return ", ".join(refs)
    return f"{refs[0]} … {refs[-1]}"


def bill(board: Board) -> str:
    """The file parts.md."""
    rows = []
    by_model: dict[str, list] = {}
    for part in board.parts.values():
        by_model.setdefault(part.model.id, []).append(part)
    for parts in by_model.values():
        model = parts[0].model
        refs = _refs(
            sorted((part.ref for part in parts), key=natural) if len(parts) <= 12 else [part.ref for part in parts]
        )
        count = str(sum(part.count for part in parts))
        source = f"Datasheet: {model.source}." if model.source else ""
        note = " ".join(each for each in (f"{model.note}." if model.note else "", source) if each)
        rows.append([count, model.what, model.maker, model.mpn, refs, note])
    for more in board.also:
        note = f"{more['note']}." if "note" in more else ""
        rows.append([str(more["count"]), more["what"], more.get("maker", ""), more.get("mpn", ""), "", note])
    lines = [made(board), "", f"# {board.title}: parts", "", board.about, ""]
    lines += ["Numbers are the makers'. What has none is bought by what it is.", ""]
    lines += table(["Count", "What", "Maker", "Number", "In the schematic", "Note"], rows)
    return "\n".join(lines) + "\n"
