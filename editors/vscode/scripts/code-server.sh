#!/usr/bin/env bash
# Builds code-server, a Visual Studio Code for the browser, into target/tools/code-server, unless it is there. Exits
# with 77 and a word if it cannot be built. It takes two minutes and 0.8 GB, and needs npm, Python and a C++ compiler.
set -euo pipefail
version=4.139.1
root="$(cd "$(dirname "$0")/../../.." && pwd)"
tools="$root/target/tools/code-server"
built="$tools/built-$version"
[ ! -e "$built" ] || exit 0

without() { echo "code-server $version cannot be built here: $1"; exit 77; }
for needed in npm python3 make g++; do
  command -v "$needed" > /dev/null || without "$needed is missing"
done
headers="$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")"
[ -e "$headers/include/node/node.h" ] || headers=/usr
[ -e "$headers/include/node/node.h" ] || without "the headers of Node are missing (Debian: libnode-dev)"
gyp="$(npm root --global)/npm/node_modules/node-gyp/bin/node-gyp.js"
[ -e "$gyp" ] || without "npm has no node-gyp"

# add FOLDER PACKAGE: installs a package into a folder of its own.
add() {
  mkdir -p "$tools/$1"
  [ -e "$tools/$1/package.json" ] || echo '{ "private": true }' > "$tools/$1/package.json"
  (cd "$tools/$1" && npm install --no-audit --no-fund "${@:2}")
}

# It runs with Node 24. Its packages are installed one by one, because their scripts fetch files of their own.
add node node@24 || without "Node 24 cannot be installed"
export PATH="$tools/node/node_modules/node/bin:$PATH"
add server "code-server@$version" --ignore-scripts || without "its package cannot be installed"
code="$tools/server/node_modules/code-server/lib/vscode"
for folder in "$code" "$code/extensions"; do
  (cd "$folder" && npm install --omit=dev --ignore-scripts --no-audit --no-fund) ||
    without "packages of $folder cannot be installed"
done
for module in node-pty @vscode/spdlog; do
  (cd "$code/node_modules/$module" && node "$gyp" rebuild --nodedir="$headers") || without "$module cannot be compiled"
done
touch "$built"
