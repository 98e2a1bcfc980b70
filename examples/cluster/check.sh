#!/bin/bash
# Holds that a run over many lines that is killed and called again writes the bytes of one run. Needs `puzzled` and
# GNU parallel. `check.sh COUNT` takes so many lines.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export LINES_PER_PIECE=20

# Prints how many pieces are complete.
pieces() { find "$1" -name '*.piece' | wc -l; }

# killed WHO FOLDER INPUT COMMAND…: starts the pieces and kills in the middle: the group of the processes, or `parallel` alone.
killed() {
  local who=$1 folder=$2 enough target
  shift
  enough=$(($(pieces "$folder") + 5))
  setsid "$here/pieces.sh" "$@" 2> /dev/null &
  until [ "$(pieces "$folder")" -ge "$enough" ]; do sleep 0.02; done
  if [ "$who" = group ]; then target=-$!; else target=$(pgrep -P $! -f 'parallel --pipe'); fi
  kill -9 -- "$target"
  wait $! 2> /dev/null || true
  [ ! -e "$folder/all" ] || { echo "the run was complete before it was killed: take more lines" >&2; exit 1; }
}

# holds NAME INPUT COMMAND…: compares a run that was killed twice with one run.
holds() {
  local name=$1 input=$2
  shift 2
  "$@" < "$input" > "$name.once"
  mkdir "$name"
  killed group "$name" "$input" "$@"
  killed parallel "$name" "$input" "$@"
  "$here/pieces.sh" "$name" "$input" "$@"
  cmp "$name.once" "$name/all"
  echo "$name: $(wc -l < "$name/all") lines, the same after two kills"
}

python3 "$here/lines.py" "${1:-8000}" > answers.jsonl
grep '"rush"' answers.jsonl > boards.jsonl
holds verify answers.jsonl puzzled verify --jsonl
holds run boards.jsonl puzzled run --as rush --jsonl -

# The tasks of an array, one of which is killed.
export SLURM_ARRAY_TASK_MAX=4 SLURM_ARRAY_TASK_ID
for SLURM_ARRAY_TASK_ID in 3 1 4; do "$here/array.sh"; done
[ ! -e shares/2.share ]
SLURM_ARRAY_TASK_ID=2 "$here/array.sh"
find shares -name '*.share' | sort -V | xargs cat | cmp - verify.once
echo "array: the same"
