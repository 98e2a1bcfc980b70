#!/usr/bin/env bash
# The environment gym-sokoban loses the boxes that stand on targets, and its numbers for boxes are swapped.
#
# Guess: the reader of levels of BoxobanEnv knows the seven signs of the text form of Sokoban, of which * is a box on a target
#   and + the player on a target; and the numbers in a room are those that the documentation of generate_room lists: 3 is a
#   box that is not on a target, 4 one that is.
# What happens: * and + become floor, without a word. The box and its target are gone, and a level whose player starts on a
#   target has no player. The numbers are exchanged, too: 4 is a box that is not on a target, and becomes 3 when it is pushed
#   onto one. A program that counts the 4s of an observation to measure progress counts down instead of up.
# Seen with: gym-sokoban 0.0.6, gym 0.26.2, numpy 1.26.4 (PyPI, Python 3.11).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    gym-sokoban==0.0.6 gym==0.26.2 numpy==1.26.4 imageio==2.38.1 pillow==13.0.0 requests==2.34.2 tqdm==4.70.1

cat > read.py <<'PY'
import numpy
from gym_sokoban.envs.boxoban_env import BoxobanEnv
from gym_sokoban.envs.room_utils import generate_room
from gym_sokoban.envs.sokoban_env import SokobanEnv


def room(text):
    """Reads a level with the reader of the environment, which needs no files for that."""
    return BoxobanEnv.generate_room(BoxobanEnv.__new__(BoxobanEnv), text.split("\n"))


_, state, _ = room("######\n#+$ *#\n######")
print("the row `#+$ *#`:", state[1].tolist())

listed = [line.strip() for line in generate_room.__doc__.splitlines() if line.strip().startswith("box ")]
print("listed:", "; ".join(listed[1:]))
env = SokobanEnv(dim_room=(10, 10), num_boxes=1, reset=False)
env.room_fixed, env.room_state, _ = room("######\n#@$. #\n######")
env.player_position = numpy.array([1, 1])
env.num_env_steps = 0
before = env.room_state[1, 2]
_, _, done, _ = env.step(4)
print(f"a box beside the target: {before}; on it: {env.room_state[1, 3]}; done: {done}")
PY
python3 read.py 2> /dev/null | tee found.txt

cat > expected.txt <<'TEXT'
the row `#+$ *#`: [0, 1, 4, 1, 1, 0]
listed: box not on target = 3; box on target = 4
a box beside the target: 4; on it: 3; done: True
TEXT
if ! diff expected.txt found.txt; then
    echo "The behavior has changed: gym-sokoban reads or numbers boxes otherwise." >&2
    exit 1
fi
