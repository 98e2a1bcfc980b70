#!/usr/bin/env python3
"""Counts the lines of `src` that are neither blank nor comment, and their tokens, per folder, at one or more commits.

    python3 benches/lines.py [--without FOLDER]... [REVISION]...

Left out: tests (files, modules and functions marked `#[cfg(test)]`, also modules that lie in a file
of their own) and the declarations of diagnostic codes, most of which is explanation. Without a
revision the working tree is counted. A token is what the lexer of Rust calls one, except that an
operator of two or three characters is one token: longer lines do not make the code shorter.
"""

import collections
import re
import subprocess
import sys

TEST_MODULE = re.compile(r"#\[cfg\((?:test|all\(test, .*)\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))? )?mod (\w+);")
CODE = re.compile(r"Code::(error|warning|advice)\(")
DECLARED = re.compile(r"\)(\s*\.\w+\([^)]*\))*( \+ \[.*\])?(;| \{)$")

TOKEN = re.compile(r"""
    (?P<skipped> \s+ | //[^\n]* | /\*.*?\*/ )
    | [bc]?r(?P<hashes>\#*)".*?"(?P=hashes)                # a raw string
    | [bc]?"(?:[^"\\]|\\.)*"
    | b?'(?:[^'\\\n]|\\u\{\w+\}|\\x\w\w|\\.)'             # a character
    | (?:'|r\#)?[^\W\d]\w*                              # an identifier, keyword, or lifetime
    | 0[xob]\w+ | \d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d+)?\w*
    | <<= | >>= | \.\.[.=]? | :: | -> | => | && | \|\| | << | >> | [-+*/%^&|=!<>]=
    | .
""", re.VERBOSE | re.DOTALL)


def git(*words):
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout


def texts(revision):
    """The names and texts of the Rust files."""
    if revision is None:
        for name in git("ls-files", "src").split():
            if name.endswith(".rs"):
                with open(name, encoding="utf-8") as file:
                    yield name, file.read()
        return
    for name in git("ls-tree", "-r", "--name-only", revision, "src").split():
        if name.endswith(".rs"):
            yield name, git("show", f"{revision}:{name}")


def tests(files):
    """The paths, without their ending, of the modules that are declared as tests."""
    found = []
    for name, text in files.items():
        head, _, last = name.removesuffix(".rs").rpartition("/")
        home = head if last in ("mod", "lib", "main") else f"{head}/{last}"
        found += [f"{home}/{module}" for module in TEST_MODULE.findall(text)]
    return found


def braces(line):
    return line.count("{") - line.count("}")


def tokens(text):
    """The number of tokens that begin on each line."""
    begun, line = collections.Counter(), 0
    for token in TOKEN.finditer(text):
        begun[line] += token["skipped"] is None
        line += token[0].count("\n")
    return begun


def count(text):
    """The lines of a file that count, and their tokens."""
    counted, depth = collections.Counter(), None  # depth: of braces within what is left out
    marked = declares = False
    begun = tokens(text)
    for number, line in enumerate(map(str.strip, text.split("\n"))):
        if declares:
            declares = not DECLARED.search(line)
            continue
        if depth is not None:
            depth += braces(line)
            depth = None if depth <= 0 else depth
            continue
        if marked:
            if not line.startswith("#["):
                marked = False
                depth = braces(line) if braces(line) > 0 else None
            continue
        if line.startswith(("#[cfg(test)]", "#[cfg(all(test, ")):
            marked = True
        elif line and not line.startswith("//"):
            if CODE.search(line):
                declares = not DECLARED.search(line)
                continue
            counted += {"lines": 1, "tokens": begun[number]}
    return counted


def folder(name):
    parts = name.split("/")[1:-1]
    return "/".join(parts[:2]) or "."


def row(counted):
    lines, begun = counted["lines"], counted["tokens"]
    return f"{lines:14}{begun:10}{begun / max(lines, 1):10.1f}"


def main():
    words, without = sys.argv[1:], []
    while "--without" in words:
        at = words.index("--without")
        without.append(f"src/{words[at + 1]}/")
        del words[at:at + 2]
    revisions = words or [None]
    tables = []
    for revision in revisions:
        table, files = collections.defaultdict(collections.Counter), dict(texts(revision))
        modules = tests(files)
        left_out = (*without, *(f"{module}/" for module in modules))
        names = {f"{module}.rs" for module in modules}
        for name, text in files.items():
            if name not in names and not name.startswith(left_out):
                table[folder(name)] += count(text)
        tables.append(table)
    heads = [f"{(revision or 'now')[:12]:>14}{'tokens':>10}{'per line':>10}" for revision in revisions]
    print(f"{'src':24}" + "".join(heads))
    for name in sorted(set().union(*tables)):
        print(f"{name:24}" + "".join(row(table[name]) for table in tables))
    print(f"{'total':24}" + "".join(row(sum(table.values(), collections.Counter())) for table in tables))


main()
