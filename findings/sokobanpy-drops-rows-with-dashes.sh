#!/usr/bin/env bash
# The Sokoban library sokobanpy drops the rows of a level in which floor is drawn as - or _.
#
# Guess: a level in the usual text form is read whole, or refused. In that form floor is a space, and - and _ are floor too,
#   because mail and web pages eat spaces; many collections use them throughout.
# What happens: each line with another sign than the seven that the library knows is taken for a title and left out in
#   silence. A level whose floor is drawn with dashes loses just the rows in which something happens: the walls above and
#   below are all that is left, without player, boxes and goals. Such a board counts as solved, because
#   it has no goal that is empty. Titles do not separate levels either, because they are left out: a file of two levels is one
#   board with the player of the second and the boxes of both.
# Seen with: sokobanpy 1.3.0 (PyPI, Python 3.11).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    sokobanpy==1.3.0

cat > read.py <<'PY'
from sokobanpy import Sokoban


def show(title, text):
    level = Sokoban(text)
    print(title)
    print("\n".join(line.rstrip() for line in str(level).splitlines()))
    print(f"boxes {len(level.boxes)}, player {level.player is not None}, solved {level.is_solved()}")


show("with spaces:", "#######\n#     #\n#@ $ .#\n#######")
show("with dashes:", "#######\n#-----#\n#@-$-.#\n#######")
show("two levels:", "; 1\n#####\n#@$.#\n#####\n\n; 2\n#####\n#@$.#\n#####")
PY
python3 read.py | tee found.txt

cat > expected.txt <<'TEXT'
with spaces:
#######
#     #
#@ $ .#
#######
boxes 1, player True, solved False
with dashes:
#######
#######
boxes 0, player False, solved True
two levels:
#####
# $.#
#####
#####
#@$.#
#####
boxes 2, player True, solved False
TEXT
if ! diff expected.txt found.txt; then
    echo "The behavior has changed: sokobanpy reads these levels otherwise." >&2
    exit 1
fi
