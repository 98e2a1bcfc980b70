#!/usr/bin/env python3
"""Holds `deny.toml` over `cargo metadata`: licenses, sources, banned crates, duplicate versions, wildcards.

cargo-deny does the same and more, but takes longer to build than the whole of puzzled.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATES_IO = "https://github.com/rust-lang/crates.io-index"


def allowed(expression: str, licenses: set[str]) -> bool:
    """Whether an SPDX expression can be met with these licenses (`/` is an old `OR`)."""
    words = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))
    at = 0

    def term() -> bool:
        nonlocal at
        word = words[at]
        at += 1
        if word == "(":
            found = either()
            at += 1  # the closing one
            return found
        if at + 1 < len(words) and words[at] == "WITH":
            word += f" WITH {words[at + 1]}"
            at += 2
        return word in licenses

    def both() -> bool:
        nonlocal at
        found = term()
        while at < len(words) and words[at] == "AND":
            at += 1
            found = term() and found
        return found

    def either() -> bool:
        nonlocal at
        found = both()
        while at < len(words) and words[at] == "OR":
            at += 1
            found = both() or found
        return found

    return either() and at == len(words)


def faults(policy: dict, metadata: dict) -> list[str]:
    """What in the metadata the policy forbids, and exceptions that nothing needs."""
    found = []
    licenses = set(policy["licenses"]["allow"])
    banned = {one["crate"]: one["reason"] for one in policy["bans"]["deny"]}
    skips = [one["crate"].split("@") for one in policy["bans"]["skip"]]
    needed = set()
    versions: dict[str, list[str]] = {}
    for package in metadata["packages"]:
        name, version, source = package["name"], package["version"], package["source"]
        versions.setdefault(name, []).append(version)
        if not allowed(package["license"] or "(none)", licenses):
            found.append(f"{name} {version}: the license `{package['license']}` is not allowed")
        if source is not None and source != f"registry+{CRATES_IO}":
            found.append(f"{name} {version}: the source `{source}` is not allowed")
        if name in banned:
            found.append(f"{name} {version} is banned: {banned[name]}")
        for one in package["dependencies"]:
            if source is None and one["req"] == "*" and not one.get("path"):
                found.append(f"{name}: any version of `{one['name']}` would do")
    for name, all_of in sorted(versions.items()):
        if len(all_of) < 2:
            continue
        rest = []
        for version in all_of:
            skip = [one for one in skips if one[0] == name and f"{version}.".startswith(f"{one[1]}.")]
            needed.update(one[1] + "@" + name for one in skip)
            rest += [] if skip else [version]
        if len(rest) > 1:
            found.append(f"{name}: {' and '.join(sorted(all_of))} are both in the tree")
    for name, version in skips:
        if version + "@" + name not in needed:
            found.append(f"deny.toml: the exception `{name}@{version}` is not needed any more")
    return found


def prove(policy: dict, metadata: dict) -> None:
    """Holds that a planted fault of each sort is found."""
    def planted(**fields) -> list[str]:
        package = dict(name="planted", version="1.0.0", license="MIT",
                       source=f"registry+{CRATES_IO}", dependencies=[]) | fields
        return faults(policy, {"packages": metadata["packages"] + [package]})

    base = faults(policy, metadata)
    assert planted() == base, "a harmless package is refused"
    assert planted(license="MIT OR GPL-3.0-only") == base, "a choice of licenses is refused"
    for fields in (
        {"license": "GPL-3.0-only"},
        {"license": "MIT AND GPL-3.0-only"},
        {"license": None},
        {"source": "git+https://example.org/planted"},
        {"name": "serde", "version": "0.9.0"},
        {"name": policy["bans"]["deny"][0]["crate"]},
        {"source": None, "dependencies": [{"name": "serde", "req": "*"}]},
    ):
        assert len(planted(**fields)) == len(base) + 1, f"{fields} is not found"


def main() -> int:
    policy = tomllib.loads((ROOT / "deny.toml").read_text())
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    prove(policy, metadata)
    found = faults(policy, metadata)
    print("\n".join(found) or f"{len(metadata['packages'])} packages hold deny.toml")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
