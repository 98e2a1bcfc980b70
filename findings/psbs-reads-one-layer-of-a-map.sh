#!/usr/bin/env bash
# The PuzzleScript build system reads one layer of a map and leaves out the others.
#
# Guess: `tiled(FILE)` of psbs "imports a Tiled map as a level", all of it. The editor Tiled draws maps in layers, and what
#   lies above hides what lies below: floor and walls in one layer, crates and player in the next.
# What happens: the first layer is the level. The others are left out without a word, so that this map has neither player
#   nor crates, while psbs builds a game of it.
# Seen with: psbs 0.3.3, Jinja2 3.1.6 (Python 3.11), a map in the form of Tiled 1.10.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    psbs==0.3.3 Jinja2==3.1.6 MarkupSafe==3.0.4 numpy==2.4.6 pillow==13.0.0

python3 -m psbs new game > /dev/null
cd game
sed -i 's/generate_tileset: false/generate_tileset: true/' config.yaml
python3 -m psbs build > /dev/null

# The number of a glyph in the tile set that psbs has made, from 1.
tile() {
    awk -v glyph="$1" '/<tile id/ { count++ } index($0, "value=\"" glyph "\"") { print count }' bin/tileset/tileset.tsx
}
floor=$(tile .) wall=$(tile '#') player=$(tile p) crate=$(tile '*')
cat > room.tmx <<MAP
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="5" height="3" tilewidth="5" tileheight="5" infinite="0">
 <tileset firstgid="1" source="bin/tileset/tileset.tsx"/>
 <layer id="1" name="floor and walls" width="5" height="3">
  <data encoding="csv">
$wall,$wall,$wall,$wall,$wall,
$wall,$floor,$floor,$floor,$wall,
$wall,$wall,$wall,$wall,$wall
</data>
 </layer>
 <layer id="2" name="things" width="5" height="3">
  <data encoding="csv">
0,0,0,0,0,
0,$player,$crate,0,0,
0,0,0,0,0
</data>
 </layer>
</map>
MAP
echo '(( tiled("room.tmx") ))' > src/levels.pss
python3 -m psbs build | tee printed.txt
sed '1,/^LEVELS/d' bin/script.txt | sed 1d | grep . | tee seen.txt

cat > expected.txt <<'SEEN'
#####
#...#
#####
SEEN
if grep -qi warning printed.txt || ! diff expected.txt seen.txt; then
    echo "The behavior has changed: psbs reads another level, or says what it leaves out." >&2
    exit 1
fi
