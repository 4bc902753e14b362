"""A table as lines: a row each, every cell with the header it stands under."""

from collections.abc import Sequence
from dataclasses import dataclass

# A page may claim any span; none that means it needs more.
_WIDEST = 100


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text on one line, whether it is a header, how far it spans."""

    text: str
    is_header: bool = False
    columns: int = 1
    rows: int = 1


def row_lines(rows: Sequence[Sequence[Cell]]) -> list[str]:
    """Return `Option: timeout | Default: 30 s` for a row under a header, `a | b` without one."""
    grid = _grid(rows)
    head = 0
    while head < len(grid) and all(cell.is_header for cell in grid[head]) and len(grid[head]) > 1:
        head += 1
    if head == len(grid):  # headers over nothing
        return [line for row in grid if (line := _line(row, []))]
    labels = _labels(grid[:head])
    return [line for row in grid[head:] if (line := _line(row, labels))]


def _grid(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Repeat a cell that spans rows, so that each row is whole."""
    grid: list[list[Cell]] = []
    hanging: dict[int, tuple[Cell, int]] = {}  # by column: the cell and how many rows it goes on
    for row in rows:
        cells = iter(row)
        line: list[Cell] = []
        while len(line) < _WIDEST:
            column = len(line)
            if column in hanging:
                cell, left = hanging.pop(column)
            elif (following := next(cells, None)) is not None:
                cell, left = following, following.rows
            else:
                break
            for offset in range(min(max(cell.columns, 1), _WIDEST)):
                line.append(cell)
                if left > 1:
                    hanging[column + offset] = (Cell(cell.text, cell.is_header), left - 1)
        grid.append(line)
    return grid


def _labels(header: Sequence[Sequence[Cell]]) -> list[str]:
    width = max((len(row) for row in header), default=0)
    columns = [[row[i].text for row in header if i < len(row)] for i in range(width)]
    return [" ".join(dict.fromkeys(text for text in column if text)) for column in columns]


def _line(row: Sequence[Cell], labels: Sequence[str]) -> str:
    shown: list[str] = []
    previous: Cell | None = None
    for column, cell in enumerate(row):
        if cell.text and cell is not previous:  # a cell that spans columns is said once
            label = labels[column] if column < len(labels) else ""
            shown.append(f"{label}: {cell.text}" if label else cell.text)
        previous = cell
    if not labels and len(shown) > 1 and row[0].is_header and not row[-1].is_header:
        return f"{shown[0]}: {' | '.join(shown[1:])}"
    return " | ".join(shown)
