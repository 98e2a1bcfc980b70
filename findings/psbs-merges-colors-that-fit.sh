#!/usr/bin/env bash
# The PuzzleScript build system changes the colors of an image that has as many as a sprite may have.
#
# Guess: `image(FILE)` in a template of psbs turns a picture into the colors and rows of an object. Its limit `max_colors` is
#   10, as in PuzzleScript, whose sprites number their colors from 0 to 9. A picture of ten colors fits and is kept as it is.
# What happens: psbs counts a color more than there is, because its list always starts with "transparent". So ten colors are
#   one too many, and the picture goes through a quantizer that does not keep colors: two reds become one color that neither
#   of them was. Nothing is said. A picture of nine colors is kept, and one of twelve is changed even if `max_colors` is 36,
#   because the count is compared with 10 whatever the setting says.
# Seen with: psbs 0.3.3, Pillow 13.0.0 (Python 3.11).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    psbs==0.3.3 Jinja2==3.1.6 MarkupSafe==3.0.4 numpy==2.4.6 pillow==13.0.0

python3 -m psbs new game > /dev/null
cd game
python3 - <<'PICTURES'
from PIL import Image

colors = ["#ff0000", "#fa0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff", "#ff00ff", "#0a0a0a", "#141414", "#f0f0f0",
          "#804000", "#008040"]
for count in (9, 10, 12):
    image = Image.new("RGB", (5, 5))
    for pixel in range(25):
        color = colors[pixel % count].lstrip("#")
        image.putpixel((pixel % 5, pixel // 5), tuple(bytes.fromhex(color)))
    image.save(f"{count}.png")
PICTURES

colors() {
    echo "(( image(\"$1.png\") ))" > src/objects.pss
    python3 -m psbs build > /dev/null
    echo "$1 colors, max_colors $(sed -n 's/.*max_colors: //p' config.yaml):"
    grep '^#[0-9a-f]\{6\} ' bin/script.txt
}
{
    colors 9
    colors 10
    sed -i 's/max_colors: 10/max_colors: 36/' config.yaml
    colors 12
} | tee seen.txt

cat > expected.txt <<'SEEN'
9 colors, max_colors 10:
#ff0000 #fa0000 #00ff00 #0000ff #ffff00 #00ffff #ff00ff #0a0a0a #141414
10 colors, max_colors 10:
#fc0000 #00ff00 #0000ff #ffff00 #00ffff #ff00ff #0a0a0a #141414 #f0f0f0
12 colors, max_colors 36:
#fd0000 #00ff00 #0000ff #ffff00 #00ffff #ff00ff #0a0a0a #141414 #f0f0f0 #804000 #008040
SEEN
if ! diff expected.txt seen.txt; then
    echo "The behavior has changed: psbs takes other colors from these pictures." >&2
    exit 1
fi
