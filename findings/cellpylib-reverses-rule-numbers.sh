#!/usr/bin/env bash
# In CellPyLib a rule number means two rules, and a run of three steps is two.
#
# Guess: rule 110 of an elementary automaton is Wolfram's, whichever function applies it: the bit for a neighborhood is the
#   one that its three cells spell as a binary number. `timesteps=3` makes three steps.
# What happens: nks_rule counts bits so, but binary_rule without scheme="nks" counts from the other end, so
#   binary_rule(n, 110) is rule 118, and so is BinaryRule(110). Rules such as 60, 90 and 102 hide it, since they read the same
#   both ways. The start counts as a step as well: `timesteps=1` changes nothing at all, and 3 makes two steps. Both are said
#   in the descriptions of the functions; nothing warns where the number is handed over.
# Seen with: cellpylib 2.4.0 (PyPI, Python 3.11) with numpy 2.4.6.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    cellpylib==2.4.0 numpy==2.4.6 matplotlib==3.11.2 python-dateutil==2.9.0.post0

python3 -W ignore - <<'PY'
import sys

import cellpylib
import numpy as np


def number(rule):
    """Returns Wolfram's number of a rule for three cells."""
    cells = [[left, middle, right] for left in (0, 1) for middle in (0, 1) for right in (0, 1)]
    return sum(int(rule(np.array(three), 1, 1)) << place for place, three in enumerate(cells))


for asked in 30, 60, 90, 110, 150, 184:
    by_nks = number(lambda n, c, t: cellpylib.nks_rule(n, asked))
    by_binary = number(lambda n, c, t: cellpylib.binary_rule(n, asked))
    by_class = number(cellpylib.BinaryRule(asked))
    print(f"rule {asked}: nks_rule applies {by_nks}, binary_rule {by_binary}, BinaryRule {by_class}")
    reversed_bits = int(f"{asked:08b}"[::-1], 2)
    if (by_nks, by_binary, by_class) != (asked, reversed_bits, reversed_bits):
        sys.exit("The behavior has changed: the functions count the bits of a rule in other ways.")

start = cellpylib.init_simple(7)
for asked in 1, 3:
    rows = cellpylib.evolve(start, timesteps=asked, apply_rule=lambda n, c, t: cellpylib.nks_rule(n, 254))
    print(f"timesteps={asked}: {len(rows) - 1} steps; the last row has {int(rows[-1].sum())} live cells")
    if len(rows) != asked:
        sys.exit("The behavior has changed: the start is no longer one of the steps.")
PY
