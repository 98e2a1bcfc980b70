"""A terminal in memory: enough of a VT100 to know what stands on the screen."""

import re
import unicodedata

CSI = re.compile(r"\x1b\[([?>=]?)([0-9;]*)([A-Za-z@`])")
OSC = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")


def width(char):
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


# `[7] little @3, 2 moves> `: the number of the input, the puzzle, the number of its state, its figure.
PROMPT = re.compile(r"^\[\d+\] (puzzled|[^\s>]+(?: @\d+)?)(?:, [^>\n]*)?> ", re.M)


def plain(text):
    """The text with prompts as short as `little @3> `."""
    return PROMPT.sub(r"\1> ", text)


class Screen:
    """Rows of cells, each a character and the attributes it was drawn with."""

    def __init__(self, columns=80, rows=24):
        self.columns, self.rows = columns, rows
        self.cells = [self._blank() for _ in range(rows)]
        self.row = self.column = 0
        self.style = ""
        self.pending = False  # the last column was filled; the next character wraps
        self.modes = set()
        # How often an editor ended, which brackets what is pasted.
        self.left = 0
        self.kept = None  # the main screen while the other one is shown
        self.gone = []  # rows that were scrolled away
        self.rest = ""
        self.replies = []

    def _blank(self):
        return [(" ", "")] * self.columns

    def resize(self, columns, rows):
        self.cells = [(row + [(" ", "")] * columns)[:columns] for row in self.cells]
        while len(self.cells) > rows:
            self.gone.append(self.cells.pop(0))
            self.row = max(self.row - 1, 0)
        self.columns, self.rows = columns, rows
        while len(self.cells) < rows:
            self.cells.append(self._blank())
        self.column = min(self.column, columns - 1)
        self.pending = False

    def feed(self, text):
        text = self.rest + text
        self.rest = ""
        at = 0
        while at < len(text):
            char = text[at]
            if char == "\x1b":
                found = CSI.match(text, at) or OSC.match(text, at)
                if found is None:
                    if len(text) - at < 24 and (len(text) - at < 2 or text[at + 1] in "[]"):
                        self.rest = text[at:]
                        return
                    at += 2
                    continue
                if text[at + 1] == "[":
                    self._control(*found.groups())
                at = found.end()
                continue
            at += 1
            if char == "\r":
                self.column, self.pending = 0, False
            elif char == "\n":
                self._down()
            elif char == "\b":
                self.column, self.pending = max(self.column - 1, 0), False
            elif char == "\t":
                self.column = min(self.column // 8 * 8 + 8, self.columns - 1)
            elif char >= " " and char != "\x7f":
                self._put(char)

    def _down(self):
        self.pending = False
        if self.row + 1 < self.rows:
            self.row += 1
        else:
            self.gone.append(self.cells.pop(0))
            self.cells.append(self._blank())

    def _put(self, char):
        wide = width(char)
        if wide == 0:
            return
        if self.pending or self.column + wide > self.columns:
            self.column = 0
            self._down()
        line = self.cells[self.row]
        line[self.column] = (char, self.style)
        if wide == 2:
            line[self.column + 1] = ("", self.style)
        self.column += wide
        if self.column >= self.columns:
            self.column, self.pending = self.columns - 1, True

    def _control(self, private, numbers, final):
        values = [int(one) if one else 0 for one in numbers.split(";")] if numbers else []
        first = max(values[0], 1) if values else 1
        zero = values[0] if values else 0
        if final != "m":
            self.pending = False
        if final == "m":
            self.style = "" if not values or values == [0] else numbers
        elif final == "A":
            self.row = max(self.row - first, 0)
        elif final == "B":
            self.row = min(self.row + first, self.rows - 1)
        elif final == "C":
            self.column = min(self.column + first, self.columns - 1)
        elif final == "D":
            self.column = max(self.column - first, 0)
        elif final == "G":
            self.column = min(first, self.columns) - 1
        elif final in "Hf":
            self.row = min(max((values + [1, 1])[0], 1), self.rows) - 1
            self.column = min(max((values + [1, 1])[1] if len(values) > 1 else 1, 1), self.columns) - 1
        elif final == "J":
            if zero == 0:
                self._erase(self.row, self.column, self.columns)
                first_row = self.row + 1
            else:
                first_row = 0
            for row in range(first_row, self.rows):
                self.cells[row] = self._blank()
        elif final == "K":
            left, right = {0: (self.column, self.columns), 1: (0, self.column + 1)}.get(zero, (0, self.columns))
            self._erase(self.row, left, right)
        elif final == "n" and zero == 6:
            self.replies.append(f"\x1b[{self.row + 1};{self.column + 1}R")
        elif final in "hl" and private == "?":
            for mode in values:
                if mode == 1049:
                    self._other(final == "h")
                (self.modes.add if final == "h" else self.modes.discard)(mode)
                self.left += mode == 2004 and final == "l"

    def _other(self, shown):
        if shown and self.kept is None:
            self.kept = (self.cells, self.row, self.column)
            self.cells = [self._blank() for _ in range(self.rows)]
        elif not shown and self.kept is not None:
            self.cells, self.row, self.column = self.kept
            self.kept = None

    def _erase(self, row, left, right):
        for column in range(left, right):
            self.cells[row][column] = (" ", "")

    def line(self, row):
        """The text of a row: up to its last character, and where the cursor is, up to that."""
        text = "".join(char for char, _ in self.cells[row])
        bare = text.rstrip()
        if row != self.row:
            return bare
        before = "".join(char for char, _ in self.cells[row][: self.column + self.pending])
        return bare if len(bare) > len(before) else before

    def lines(self):
        """The rows on the screen, without the empty ones at its end."""
        lines = [self.line(row) for row in range(self.rows)]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def text(self):
        return "\n".join(self.lines())

    def styles(self, row):
        """The stretches of a row that are drawn in a style: `[(style, text)]`."""
        found = []
        for char, style in self.cells[row]:
            if found and found[-1][0] == style:
                found[-1][1] += char
            else:
                found.append([style, char])
        return [(style, text) for style, text in found if style]
