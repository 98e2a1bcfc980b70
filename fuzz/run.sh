#!/usr/bin/env bash
# Runs the corpus of each target and the examples once, then fuzzes for some seconds (`fuzz/run.sh 3600 [TARGET…]`), or
# for some executions from a fixed seed (`fuzz/run.sh 2000x`), which has the same result every time.
# What is new goes to fuzz/target/found/TARGET, a failing input to fuzz/artifacts/TARGET; the corpora stay.
# Needs a nightly toolchain; installs cargo-fuzz into target/tools if it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:?how many seconds (3600) or executions (2000x) a target gets} in
  *x)
    length=("-runs=${1%x}" -seed=1)
    new=fuzz/target/fixed
    rm -rf "$new" # what earlier runs found would change this one
    ;;
  *)
    length=("-max_total_time=$1")
    new=fuzz/target/found
    ;;
esac
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(layout running foreign journal server)

export PATH="$PWD/target/tools/bin:$PATH"
if ! command -v cargo-fuzz > /dev/null; then
  cargo install cargo-fuzz --version 0.13.2 --locked --quiet --root target/tools
fi
# No sanitizer by default: all but a few modules are safe Rust, and the build is shorter without.
cargo +nightly fuzz build --fuzz-dir fuzz --sanitizer "${SANITIZER:-none}"
built=fuzz/target/$(rustc +nightly -vV | sed -n 's/^host: //p')/release

# Folders that are asked for may be the user's: the server writes none here.
export HOME="$PWD/fuzz/target/home"
mkdir -p "$HOME"
for target in "${targets[@]}"; do
  found=$new/$target
  seeds=fuzz/target/seeds/$target
  rm -rf "$seeds"
  mkdir -p "$found" "$seeds" "fuzz/corpus/$target" "fuzz/artifacts/$target"
  # The signs begin a record of a session and a document that an editor opens.
  case $target in journal) sign='=' ;; server) sign='+' ;; *) sign='' ;; esac
  for example in examples/*/*.puzzle examples/*/*/*.puzzle; do
    { printf %s "$sign" && cat "$example"; } > "$seeds/${example//\//-}"
  done
  options=(-timeout=20 -rss_limit_mb=2048 -max_len=4096 -dict=fuzz/words.dict
    "-artifact_prefix=fuzz/artifacts/$target/" -print_final_stats=1)
  log=fuzz/target/$target.log
  if ! { "$built/$target" "${options[@]}" -runs=0 "fuzz/corpus/$target" "$seeds" &&
    "$built/$target" "${options[@]}" "${length[@]}" "$found" "fuzz/corpus/$target" "$seeds"; } > "$log" 2>&1; then
    tail -n 60 "$log"
    echo "$target: failed; the input is in fuzz/artifacts/$target" >&2
    exit 1
  fi
  printf '%-8s %s\n' "$target" "$(grep -a 'cov:' "$log" | tail -n 1 | tr -s '\t' ' ')"
done
