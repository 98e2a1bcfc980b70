"""What the cases share: puzzles to declare, and what is looked at on the screen."""

import re

from screen import plain

MATRIX = "matrix m {\r1 2\r3 4\r}"
ROOM = "bloxorz room {\rSoooo\rooooo\roooTo\r}"
# A hard instance (Korf 1985): a long search on any machine.
LONG = (
    "sliders long {\r. 12 9 13\r15 11 10 14\r3 7 2 5\r4 8 6 1\r"
    "goal\r1 2 3 4\r5 6 7 8\r9 10 11 12\r13 14 15 .\r}"
)
ERROR = "4;31"  # underlined and red


def typed(text):
    """Whether the row of the cursor holds this; ghost text may follow, if it does not end with a space."""
    if text.endswith(" "):
        return lambda screen: plain(screen.line(screen.row)) == text
    return lambda screen: plain(screen.line(screen.row)).startswith(text)


def shows(pattern):
    """Whether a pattern is found on the screen."""
    return lambda screen: re.search(pattern, plain(screen.text()), re.M)


def wrong(screen):
    """What is marked as wrong in the row of the cursor."""
    return [text for style, text in screen.styles(screen.row) if style == ERROR]


def colors(screen):
    """The styles in the row of the cursor that are colors."""
    styles = [style for style, _ in screen.styles(screen.row)]
    return [style for style in styles if any(int(part or 0) >= 30 for part in style.split(";"))]
