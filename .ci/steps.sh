# Shared by `.ci/run` and `.ci/full`: steps with their seconds.
# shellcheck shell=bash
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CARGO_TERM_COLOR=never RUSTFLAGS="${RUSTFLAGS:-}"

times=()
name=
done_with() {
  [ -z "$name" ] || { times+=("$(printf '%5d s  %s' "$SECONDS" "$name")"); echo "-- $SECONDS s"; }
  name=
}
step() {
  done_with
  name="$*" SECONDS=0
  printf '\n== %s\n' "$*"
}
# Prints the seconds of every step.
seconds() {
  done_with
  printf '\n== seconds\n'
  printf '%s\n' "${times[@]}"
}
have() { command -v "$1" > /dev/null 2>&1; }
# need PROGRAM…: ends the script if one is missing.
need() {
  local one
  for one in "$@"; do
    have "$one" || { echo "\`$one\` is missing; see the first lines of $0" >&2; exit 1; }
  done
}
