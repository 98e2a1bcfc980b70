#!/usr/bin/env bash
# Builds the page and tries it in Debian's Chromium. What is missing is left out with a word: the standard library
# of WebAssembly and the browser are fetched only with `--fetch`.
#
#   editors/web/test.sh            with what is there or cached
#   editors/web/test.sh --fetch    from nothing
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
cd "$here"
cached=--cached
[ "${1:-}" != --fetch ] || cached=

status=0
scripts/core.sh $cached || status=$?
[ "$status" != 77 ] || exit 0
[ "$status" = 0 ] || exit "$status"

cmp -s package-lock.json node_modules/installed-lock.json || {
  npm ci --ignore-scripts --no-audit --no-fund
  cp package-lock.json node_modules/installed-lock.json
}
npm run check
node scripts/build.mjs

export CHROMIUM="${CHROMIUM:-$(command -v chromium || true)}"
if [ -z "$CHROMIUM" ] && [ -z "$cached" ] && command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
  timeout 600 apt-get install -y -qq --no-install-recommends chromium > /dev/null 2>&1 || true
  CHROMIUM="$(command -v chromium || true)"
fi
if [ -z "$CHROMIUM" ]; then
  echo "the page is not tried in a browser: Chromium is missing (Debian: chromium)"
  exit 0
fi
npm test
