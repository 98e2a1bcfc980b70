#!/usr/bin/env bash
# Drives `puzzled lsp` with the clients of real editors: pytest-lsp as Visual Studio Code, Neovim and
# Emacs, the client library of Visual Studio Code itself, and Neovim. PUZZLED_BIN names the program
# (default: the release build). Needs Python 3.11 and Node 20; installs the rest into target/clients.
set -euo pipefail
root="$(cd "$(dirname "$0")/../.." && pwd)"
work="$root/target/clients"
export PUZZLED_BIN="${PUZZLED_BIN:-$root/target/release/puzzled}"
[ -x "$PUZZLED_BIN" ] || { echo "no program at $PUZZLED_BIN: cargo build --release" >&2; exit 1; }

mkdir -p "$work"
# The environment is made anew only when its list changes.
if ! cmp -s "$root/tests/clients/requirements.txt" "$work/requirements.txt"; then
  rm -rf "$work/venv"
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$root/tests/clients/requirements.txt"
  cp "$root/tests/clients/requirements.txt" "$work/requirements.txt"
fi
# Beside a copy of the tests, so that nothing is installed among the sources.
mkdir -p "$work/node"
cp "$root"/tests/clients/node/{package.json,package-lock.json,.npmrc,*.mjs} "$work/node/"
if ! cmp -s "$work/node/package-lock.json" "$work/node/node_modules/lock.json"; then
  (cd "$work/node" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
  cp "$work/node/package-lock.json" "$work/node/node_modules/lock.json"
fi

export XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
(cd "$root/tests/clients" && PYTHONDONTWRITEBYTECODE=1 "$work/venv/bin/python" -m pytest -q -p no:cacheprovider)
(cd "$work/node" && node --test --test-timeout=30000 *.test.mjs)
"$work/venv/bin/nvim" --headless -u NONE -l "$root/tests/clients/nvim/session.lua"
