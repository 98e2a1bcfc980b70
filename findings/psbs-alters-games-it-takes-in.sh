#!/usr/bin/env bash
# The PuzzleScript build system alters a finished game between taking it in and writing it out.
#
# Guess: `psbs new NAME --from-file GAME` splits a game into files and `psbs build` puts them together again. The result is
#   the same game but for blank lines and the lines of = around section heads.
# What happens: three things change without a word.
#   1. The files are Jinja templates with the marks (( )), (% %) and (# #), and `new` escapes none of them. In PuzzleScript
#      round brackets are comments, which nest, and in a message they are text. A word in double brackets is taken for an
#      unknown variable and vanishes; ((not open)) is an expression and becomes True.
#   2. A remark that begins with (# swallows everything up to the next #), levels included.
#   3. Equals signs at the start of any line are cut off, also in levels, where = is a usual glyph. The game's own engine keeps
#      such rows; it skips only rows that hold nothing but equals signs.
# Seen with: psbs 0.3.3, Jinja2 3.1.6 (Python 3.11).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    psbs==0.3.3 Jinja2==3.1.6 MarkupSafe==3.0.4 numpy==2.4.6 pillow==13.0.0

cat > game.txt <<'GAME'
title Planks of a test

OBJECTS

Background
blue

Player
white

Plank
brown

Crate
orange

LEGEND

. = Background
P = Player
* = Crate
= = Plank

SOUNDS

COLLISIONLAYERS

Background
Plank
Player, Crate

RULES

[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS

All Plank on Crate

LEVELS

message The sign says ((push)) and nothing else.

message The gate is ((not open)) today.

.=*P
==*.
.=..

(#1 of the easy ones)

.=*P

(that was easy #)

=.*P
GAME

python3 -m psbs new game --from-file game.txt > /dev/null
(cd game && python3 -m psbs build > /dev/null)
sed -n '/^LEVELS/,$p' game.txt | sed 1d | grep . > taken-in.txt
sed -n '/^LEVELS/,$p' game/bin/script.txt | sed 1,2d | grep . > built.txt

echo "levels that were taken in:"
cat taken-in.txt
echo "levels that were built:"
cat built.txt

cat > expected.txt <<'LEVELS'
message The sign says  and nothing else.
message The gate is True today.
.=*P
*.
.=..
.*P
LEVELS
if ! diff expected.txt built.txt; then
    echo "The behavior has changed: psbs builds other levels." >&2
    exit 1
fi
