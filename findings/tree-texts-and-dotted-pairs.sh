#!/usr/bin/env bash
# A tree of (LEFT NODE RIGHT) with . for a dead node is an S-expression for two Python packages and another tree for Rust's.
#
# Guess: texts such as ((X X X) . (X X X)), as programming sites write the trees of cellular automata, are plain nested
#   lists of symbols, so any S-expression library reads what another one writes.
# What happens: csexpr and sexpdata write a dot as a bare symbol, since RFC 9804 allows it in a token. lexpr reads Lisp, where
#   a lone dot joins two parts of a pair. A dead leaf as (. X .) is an error at least. But a dead node between two live
#   ones disappears: (X . X) becomes a pair of two, and the right subtree is spliced into its parent's list, which then
#   looks like a node with four children.
# Seen with: csexpr 0.1.0 and sexpdata 1.0.2 (PyPI, Python 3.11), lexpr 0.2.7 (Rust).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    csexpr==0.1.0 sexpdata==1.0.2

python3 - > written.txt <<'PY'
import csexpr
import sexpdata


def of(read, tree):
    """Returns a tree of texts as lists of the library's symbols."""
    return [of(read, part) for part in tree] if isinstance(tree, list) else read(tree)


leaf = ["X", "X", "X"]
for tree in ["X", ".", "X"], [leaf, ".", leaf], [".", "X", "."]:
    by_csexpr = csexpr.to_advanced(of(str.encode, tree))
    by_sexpdata = sexpdata.dumps(of(sexpdata.Symbol, tree))
    assert by_csexpr == by_sexpdata, (by_csexpr, by_sexpdata)
    assert csexpr.parse(by_sexpdata.encode()) == of(str.encode, tree)
    assert sexpdata.loads(by_csexpr) == of(sexpdata.Symbol, tree)
    print(by_csexpr)
PY

cargo init --quiet --vcs none --name reader reader
cd reader
cargo add --quiet lexpr@=0.2.7
cat > src/main.rs <<'RS'
use std::io::{stdin, BufRead};

fn main() {
    for line in stdin().lock().lines() {
        let text = line.expect("a line of text");
        match lexpr::from_str(&text) {
            Ok(value) if value.is_list() => {
                let parts = value.list_iter().expect("a list").count();
                println!("{text} is read as a list of {parts}: {value}");
            }
            Ok(value) => println!("{text} is read as a pair: {value}"),
            Err(error) => println!("{text} is refused: {error}"),
        }
    }
}
RS
cargo build --quiet
target/debug/reader < ../written.txt | tee ../read.txt

cat > ../expected.txt <<'TEXT'
(X . X) is read as a pair: (X . X)
((X X X) . (X X X)) is read as a list of 4: ((X X X) X X X)
(. X .) is refused: expected value at line 1 column 3
TEXT
if ! diff ../expected.txt ../read.txt; then
    echo "The behavior has changed: lexpr reads a lone dot in another way." >&2
    exit 1
fi
