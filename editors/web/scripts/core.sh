#!/usr/bin/env bash
# Builds `core.wasm`, the language server for the page. Needs the standard library of WebAssembly: with rustup
# `rustup target add wasm32-unknown-unknown`. Where that cannot be had, Debian's toolchain for the web is unpacked
# into target/tools/rust-web, never installed, and builds the library from its sources; `--cached` does so only if
# that was unpacked before. Exits with 77 and a word if there is neither.
set -euo pipefail
here="$(cd "$(dirname "$0")/.." && pwd)"
root="$(cd "$here/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target/web}"
export CARGO_TARGET_DIR="$target"
triple=wasm32-unknown-unknown
packages="rustc-web cargo-web rust-web-src libstd-rust-web-1.96 libstd-rust-web-dev libllvm22"
tools="${PUZZLED_RUST_WEB:-$root/target/tools/rust-web}"

# Unpacks Debian's toolchain beside its place, so that half of it is never taken for all.
unpack() {
  local part="$tools.part" package
  rm -rf "$part" && mkdir -p "$part/packages" || return
  # shellcheck disable=SC2086
  (cd "$part/packages" && apt-get download -qq $packages) || return
  for package in "$part"/packages/*.deb; do dpkg-deb -x "$package" "$part" || return; done
  rm -rf "$part/packages" "$tools" && mv "$part" "$tools"
}

cd "$here/core"
if [ -d "$(rustc --print sysroot)/lib/rustlib/$triple/lib" ]; then
  cargo build --release --locked --target "$triple"
elif [ -x "$tools/usr/bin/rustc" ] ||
  { [ "${1:-}" != --cached ] && command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null && unpack; }; then
  host=$(rustc -vV | sed -n 's/^host: //p')
  linker="$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld"
  libraries=$(dirname "$(find "$tools/usr/lib" -name 'libLLVM*.so*' -print -quit)")
  # Debian's compiler builds for the web; cargo is the installed one, and so is the linker.
  LD_LIBRARY_PATH="$libraries" RUSTC="$tools/usr/bin/rustc" RUSTC_BOOTSTRAP=1 \
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker" \
    cargo build --release --locked -Z build-std=std,panic_abort --target "$triple"
else
  echo "the page is left out: WebAssembly's standard library is missing (\`rustup target add $triple\`)" >&2
  exit 77
fi
cp "$target/$triple/release/puzzled_web.wasm" "$here/core.wasm"
