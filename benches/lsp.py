#!/usr/bin/env python3
"""How quickly `puzzled lsp` answers, beside `ruff server` on files of as many lines.

    python3 benches/lsp.py [--puzzled FILE] [--ruff FILE] [--rounds N] [--only PART …]

Needs nothing but Python; without ruff its columns stay empty. Both servers get the same edits in
turn: one character typed at the end of a line, then removed again. Times run from the write of the
message to the arrival of the last byte of the answer, before that is decoded.
"""

import argparse
import itertools
import json
import os
import queue
import random
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 120.0
CAPABILITIES = {
    "general": {"positionEncodings": ["utf-8", "utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True, "dataSupport": True},
        "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
        "hover": {"contentFormat": ["markdown"]},
        "inlayHint": {},
    },
    "window": {"workDoneProgress": True},
}


class Server:
    """A language server on two pipes. Each message that arrives bears the time of its last byte."""

    def __init__(self, command, options=None, folder=None):
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder
        )
        self.messages = queue.SimpleQueue()
        self.count = itertools.count(1)
        threading.Thread(target=self._read, daemon=True).start()
        _, at = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": Path(folder).as_uri() if folder else None,
                "capabilities": CAPABILITIES,
                "initializationOptions": options or {},
            },
        )
        self.started = at - self.begun
        self.notify("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while (line := stream.readline()).strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length is None:
                self.messages.put((None, 0.0))
                return
            body = stream.read(length)
            self.messages.put((body, time.perf_counter()))

    def _send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode()
        at = time.perf_counter()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        return at

    def notify(self, method, params):
        return self._send(method=method, params=params)

    def wait(self, wanted):
        """The first message that fits, and its time; requests of the server are answered."""
        until = time.monotonic() + PATIENCE
        while True:
            body, at = self.messages.get(timeout=max(0.001, until - time.monotonic()))
            if body is None:
                raise RuntimeError(f"the server has ended: {self.process.args}")
            message = json.loads(body)
            if "method" in message and "id" in message:
                self._send(id=message["id"], result=None)
            elif wanted(message):
                return message, at

    def ask(self, method, params):
        """Sends a request; gives its number and the time."""
        number = next(self.count)
        return number, self._send(id=number, method=method, params=params)

    def answer(self, number):
        message, at = self.wait(lambda one: one.get("id") == number)
        if "error" in message:
            raise RuntimeError(f"{message['error']}")
        return message["result"], at

    def request(self, method, params):
        number, _ = self.ask(method, params)
        return self.answer(number)

    def timed(self, method, params):
        number, sent = self.ask(method, params)
        result, at = self.answer(number)
        return result, at - sent

    def diagnostics(self, uri, version):
        told = lambda one: (
            one.get("method") == "textDocument/publishDiagnostics"
            and one["params"]["uri"] == uri
            and one["params"].get("version", version) == version
        )
        message, at = self.wait(told)
        return message["params"]["diagnostics"], at

    def figure(self, name):
        """A figure of the process in KiB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in text.splitlines() if line.startswith(name + ":"))

    def settle(self, limit=30.0):
        """Waits until the server rests; gives the seconds that this took."""
        begun, ticks, calm = time.monotonic(), -1, 0
        while calm < 3 and time.monotonic() - begun < limit:
            time.sleep(0.1)
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            now = int(fields[11]) + int(fields[12])
            calm, ticks = (calm + 1 if now == ticks else 0), now
        return time.monotonic() - begun

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.stdin.close()
        self.process.wait(10)


class Text:
    """An open document, edited one character at a time."""

    def __init__(self, server, name, language, text, folder):
        self.server, self.lines = server, text.split("\n")
        path = Path(folder) / name
        path.write_text(text)
        self.uri, self.version = path.as_uri(), 1
        item = {"uri": self.uri, "languageId": language, "version": 1, "text": text}
        sent = server.notify("textDocument/didOpen", {"textDocument": item})
        self.found, at = server.diagnostics(self.uri, 1)
        self.opened = at - sent

    def edit(self, start, end, new):
        """Replaces a stretch; gives the time of the change."""
        self.version += 1
        places = [{"line": line, "character": column} for line, column in (start, end)]
        change = {"range": dict(zip(("start", "end"), places)), "text": new}
        identity = {"uri": self.uri, "version": self.version}
        return self.server.notify("textDocument/didChange", {"textDocument": identity, "contentChanges": [change]})

    def type_at(self, line):
        """Types a character at the end of a line and removes it; both times to diagnostics."""
        column, times = len(self.lines[line]), []
        for start, end, new in [((line, column), (line, column), "x"), ((line, column), (line, column + 1), "")]:
            sent = self.edit(start, end, new)
            self.found, at = self.server.diagnostics(self.uri, self.version)
            times.append(at - sent)
        return times

    def place(self, line, character):
        return {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}}


# ---- documents ----


def mixed(lines):
    """Small puzzles of all kinds with commands."""
    def group(n):
        return f"""\
// Group {n}.
automaton tree-{n} {{
  rule {(n * 7919) % 65536}
  tree (((X . .) X (X . X)) X ((. X X) . (. X .)))
}}
3 []
2 [><]
-1 [<>]
matrix onion-{n} {{
  {n} 2 3 4
  5 6 7 8
  9 10 11 12
  13 14 15 16
}}
rotate {n % 9 + 1}
ring 0
klotski little-{n} {{
  A . B
  C . B
  C D .
  goal A at (2,2)
}}
solve => 4
status
sudoku small-{n} {{
  1.3.
  .4..
  2..3
  ...1
}}
count => 1
moves
bloxorz roll-{n} {{
  ooo-------
  oSoooo----
  ooooooooo-
  -ooooooooo
  -----ooToo
  ------ooo-
}}
neighbours
play RRDRRR
hint => D
sliders turn-{n} {{
  12
  3.
  goal
  31
  2.
}}
status
tree-{n}: status
little-{n}: solve
"""
    groups = lines // group(0).count("\n")
    text = "".join(group(n) for n in range(groups))
    return text + "// The end.\n" * (lines - text.count("\n"))


def queries(lines):
    """One automaton, and queries."""
    noise = random.Random(7)
    paths = ["[]", "[<]", "[>]", "[<<]", "[<>]", "[><]", "[>>]", "[<<<]", "[>>>]"]
    head = ["automaton article {", "  rule 23749", "  tree (((X . .) X (X . X)) X ((. X X) . (. X .)))", "}"]
    at, text = 0, head
    for _ in range(lines - 4):
        by = noise.randint(max(-3, -at), 3)
        at += by
        text.append(f"{by} {noise.choice(paths)}")
    return "\n".join(text) + "\n"


def python(lines):
    """Functions, and one syntax error at the end."""
    text = []
    for n in itertools.count():
        text += [
            f"def step_{n}(board, moves=({n}, {n + 1})):",
            f'    """Plays the moves on a board, {n} times."""',
            "    total = 0",
            "    for move in moves:",
            f"        total += board[move] * {n}",
            f"    return {{'total': total, 'name': \"step_{n}\"}}",
            "",
            "",
        ]
        if len(text) >= lines - 1:
            return "\n".join(text[: lines - 1]) + "\nprint(((\n"


def unknown(count):
    """Commands to puzzles that are not there."""
    head = "".join(f"sudoku small-{n} {{\n  1.3.\n  .4..\n  2..3\n  ...1\n}}\n" for n in range(100))
    return head + "".join(f"smal-{n}x: status\n" for n in range(count))


# Boards that no search ends on soon: one for the deepening search, one that fills memory.
HARD = {
    "sliders": """sliders hard {
  24 23 22 21 20
  19 18 17 16 15
  14 13 12 11 10
  9 8 7 6 5
  4 3 2 1 .
  goal
  1 2 3 4 5
  6 7 8 9 10
  11 12 13 14 15
  16 17 18 19 20
  21 22 23 24 .
}
""",
    "klotski": """klotski hard {
  A B C D E F G
  H I J K L M N
  O P Q R S T U
  V W X Y Z a b
  c d e f g h i
  j k l m n . .
  o p q r s . .
  goal A at (6,6)
  goal B at (6,5)
}
""",
}


# ---- measures ----


def milliseconds(times):
    ordered = sorted(times)
    high = ordered[min(len(ordered) - 1, max(0, -(-len(ordered) * 95 // 100) - 1))]
    return statistics.median(ordered) * 1e3, high * 1e3


def told(times):
    return "%.2f | %.2f" % milliseconds(times)


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def beside(what, own, other):
    """A row of two servers."""
    if other:
        ratio = milliseconds(own)[0] / milliseconds(other)[0]
        row(what, told(own), told(other), f"{ratio:.2f}")
    else:
        row(what, told(own), "- | -", "-")


def starts(puzzled, ruff, rounds, folder):
    times = {name: [] for name in (puzzled, ruff) if name}
    for _ in range(rounds):
        for command, list_ in times.items():
            server = Server(list(command), folder=folder)
            list_.append(server.started)
            server.end()
    beside("process start → `initialize` answered", times[puzzled], times.get(ruff))


def changes(puzzled, ruff, rounds, folder, sizes):
    for lines in sizes:
        texts = {}
        for name, make in [("mixed", mixed), ("queries", queries)]:
            server = Server(list(puzzled), folder=folder)
            texts[name] = Text(server, f"{name}-{lines}.puzzle", "puzzled", make(lines), folder)
        if ruff:
            server = Server(list(ruff), folder=folder)
            texts["ruff"] = Text(server, f"test_{lines}.py", "python", python(lines), folder)
        assert all(text.found for name, text in texts.items() if name == "ruff")
        rest = {name: text.server.settle() for name, text in texts.items()}
        noise, times = random.Random(1), {name: [] for name in texts}
        for _ in range(rounds):
            line = noise.randrange(lines // 20, lines - 10)
            for name, text in texts.items():
                times[name] += text.type_at(line)
        opened = {name: text.opened * 1e3 for name, text in texts.items()}
        for name in ("mixed", "queries"):
            beside(f"change → diagnostics, {lines:,} lines, {name}", times[name], times.get("ruff"))
        at_once = ", ".join(f"{name} {value:.1f} ms" for name, value in opened.items())
        print(f"<!-- open → diagnostics at {lines:,} lines: {at_once}; settled after "
              + ", ".join(f"{name} {value:.1f} s" for name, value in rest.items()) + " -->", flush=True)
        for text in texts.values():
            text.server.end()


def names(puzzled, rounds, folder):
    opened, changed = [], []
    for _ in range(5):
        server = Server(list(puzzled), folder=folder)
        text = Text(server, "unknown.puzzle", "puzzled", unknown(10_000), folder)
        assert len(text.found) > 100, f"{len(text.found)} diagnostics"
        opened.append(text.opened)
        server.settle()
        for line in range(1000, 1000 + max(2, rounds // 5) * 700, 700):
            changed += text.type_at(line)
        count = len(text.found)
        server.end()
    row("10,000 unknown names: open → diagnostics", told(opened), f"{count} told |", "")
    row("10,000 unknown names: change → diagnostics", told(changed), f"{count} told |", "")


def requests(puzzled, rounds, folder, lines=100_000):
    for shape, make in [("mixed", mixed), ("queries", queries)]:
        server = Server(list(puzzled), folder=folder)
        text = Text(server, "requests.puzzle", "puzzled", make(lines), folder)
        server.settle()
        for where, line in [("in the middle", lines // 2), ("near the end", lines - 30)]:
            for what in ("completion", "hover"):
                times = []
                for n in range(rounds):
                    at = line + n % 25
                    column = min(len(text.lines[at]), 3)
                    times.append(server.timed(f"textDocument/{what}", text.place(at, column))[1])
                row(f"{what}, {lines:,} lines, {shape}, {where}", told(times), "|", "")
            times = []
            for n in range(rounds):
                at = line + n % 25
                column = len(text.lines[at])
                sent = text.edit((at, column), (at, column), "x")
                number, _ = server.ask("textDocument/completion", text.place(at, column + 1))
                times.append(server.answer(number)[1] - sent)
                text.edit((at, column), (at, column + 1), "")
                server.diagnostics(text.uri, text.version)
            row(f"a character typed, then completion, {lines:,} lines, {shape}, {where}", told(times), "|", "")
        server.end()


def cancels(puzzled, rounds, folder):
    for kind, text in HARD.items():
        server = Server(list(puzzled), {"budget": {"seconds": 600}}, folder=folder)
        text = Text(server, f"{kind}.puzzle", "puzzled", text, folder)
        for label, pause in [("at once", 0.0), ("after 1 s", 1.0)]:
            times = []
            for n in range(rounds):
                token = f"search-{label}-{n}"
                task = {"command": "puzzled.server.solve", "arguments": [text.uri, "hard"], "workDoneToken": token}
                number, _ = server.ask("workspace/executeCommand", task)
                server.wait(lambda one: one.get("method") == "$/progress" and one["params"]["token"] == token)
                time.sleep(pause)
                sent = server.notify("window/workDoneProgress/cancel", {"token": token})
                _, at = server.answer(number)
                assert at > sent, "the search ended before it was cancelled"
                times.append(at - sent)
            row(f"a search ({kind}) cancelled {label} → its answer", told(times), "|", "")
        server.end()


def memory(puzzled, folder):
    for shape, make in [("mixed", mixed), ("queries", queries)]:
        server = Server(list(puzzled), folder=folder)
        idle = server.figure("VmRSS") / 1024
        text = make(200_000)[: 1 << 20]
        open_text = Text(server, "large.puzzle", "puzzled", text, folder)
        at_once = server.figure("VmRSS") / 1024
        rest = server.settle(60)
        for line in range(500, 20_000, 2_000):
            open_text.type_at(line)
        server.settle(60)
        after, peak = server.figure("VmRSS") / 1024, server.figure("VmHWM") / 1024
        print(f"| VmRSS, 1 MiB open, {shape} | {after:.1f} MB | peak {peak:.1f} MB | "
              f"empty {idle:.1f} MB | opened {at_once:.1f} MB | {rest:.1f} s |", flush=True)
        server.end()


def main():
    venv = ROOT / "target/clients/venv/bin/ruff"
    known = ["start", "change", "names", "requests", "cancel", "memory"]
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--puzzled", default=str(ROOT / "target/release/puzzled"))
    options.add_argument("--ruff", default=str(venv) if venv.exists() else shutil.which("ruff"))
    options.add_argument("--rounds", type=int, default=30)
    options.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    options.add_argument("--only", nargs="+", choices=known, default=known)
    given = options.parse_args()
    puzzled = (os.path.abspath(given.puzzled), "lsp")
    ruff = (given.ruff, "server") if given.ruff else None
    load = os.getloadavg()[0]
    print(f"{time.strftime('%H:%M:%S')}, load {load:.2f}, {os.cpu_count()} cores, {given.rounds} rounds; times in ms\n")
    row("what", "puzzled median", "p95", "ruff median", "p95", "ratio")
    row(*["---"] * 6)
    with tempfile.TemporaryDirectory() as folder:
        if "start" in given.only:
            starts(puzzled, ruff, given.rounds, folder)
        if "change" in given.only:
            changes(puzzled, ruff, (given.rounds + 1) // 2, folder, given.sizes)
        if "names" in given.only:
            names(puzzled, given.rounds, folder)
        if "requests" in given.only:
            requests(puzzled, given.rounds, folder)
        if "cancel" in given.only:
            cancels(puzzled, min(given.rounds, 10), folder)
        if "memory" in given.only:
            memory(puzzled, folder)
    print(f"\nload at the end {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
