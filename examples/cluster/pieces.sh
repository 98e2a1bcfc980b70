#!/bin/bash
# Runs a command on pieces of a file of lines, on all processors, and puts the outputs together in order:
#
#     pieces.sh FOLDER INPUT COMMAND…      as in: pieces.sh work answers.jsonl puzzled verify --jsonl
#
# The same call again goes on where the one before was ended. FOLDER/all is there once all lines are done.
set -euo pipefail
[ $# -ge 3 ] || { echo "usage: $0 FOLDER INPUT COMMAND…" >&2; exit 2; }
folder=$1 input=$2
shift 2
mkdir -p "$folder"

# Jobs of an earlier call may still run after it was killed. They hold this lock, too.
exec 9> "$folder/lock"
flock 9

# What is done belongs to one input and one command.
printf '%s\n' "$*" "$(cksum < "$input")" > "$folder/call.new"
if [ -e "$folder/call" ] && ! cmp -s "$folder/call" "$folder/call.new"; then
  echo "$0: $folder belongs to another input or command" >&2
  exit 2
fi
mv "$folder/call.new" "$folder/call"

# A job that failed is done again.
if [ -e "$folder/jobs" ]; then
  awk -F '\t' 'NR == 1 || NF == 9 && $7 == 0 && $8 == 0' "$folder/jobs" > "$folder/jobs.new"
  mv "$folder/jobs.new" "$folder/jobs"
fi

# A piece gets its name when it is complete. A job whose input ended early, because this script was killed, is not
# in the list of jobs: it is done again. `--pipepart` is of no use here, because it gives resumed jobs wrong blocks.
export FOLDER=$folder COMMAND
printf -v COMMAND '%q ' "$@"
# shellcheck disable=SC2016 # the shell of the job expands it
parallel --pipe -N "${LINES_PER_PIECE:-200}" --joblog "$folder/jobs" --resume \
  'bash -c "$COMMAND" > "$FOLDER/{#}.part" && mv "$FOLDER/{#}.part" "$FOLDER/{#}.piece"' < "$input"

find "$folder" -name '*.piece' -print0 | sort -zV | xargs -0 cat > "$folder/all.part"
if [ "$(wc -l < "$folder/all.part")" != "$(wc -l < "$input")" ]; then
  echo "$0: the pieces have other numbers of lines than $input" >&2
  exit 1
fi
mv "$folder/all.part" "$folder/all"
