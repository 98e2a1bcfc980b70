"""`puzzled` on a pseudo-terminal: keys go in, and a screen in memory shows what comes out."""

import errno
import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import tempfile
import termios
import time

from screen import Screen, plain

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.path.abspath(os.environ.get("PUZZLED_BIN") or os.path.join(ROOT, "target", "release", "puzzled"))
# Seconds after which something that should appear is missing. A busy machine is slow.
PATIENCE = float(os.environ.get("PUZZLED_PATIENCE", "30"))


class Missing(AssertionError):
    """Something did not appear."""


class Session:
    """A process and its terminal; `with` ends both."""

    def __init__(self, *arguments, columns=80, rows=24, home=None, start="", environment=None, prompt="puzzled> "):
        self.screen = Screen(columns, rows)
        self.owned = home is None
        self.home = home or tempfile.mkdtemp(prefix="puzzled-terminal-")
        if start:
            folder = os.path.join(self.home, ".config", "puzzled")
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, "init.puzzle"), "w") as file:
                file.write(start)
        ready, begin = os.pipe()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.read(ready, 1)
            # A caller such as nohup ignores it, and what is ignored stays so.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.chdir(self.home)
            kept = {name: os.environ[name] for name in ("PATH", "RUST_BACKTRACE", "TMPDIR") if name in os.environ}
            kept |= {"HOME": self.home, "TERM": "xterm-256color", "LANG": "C.UTF-8"} | (environment or {})
            os.execve(BIN, [BIN, *(arguments or ["repl"])], kept)
        self.size(columns, rows)
        # The program begins when its terminal has its size, and its first modes are known.
        self.modes = termios.tcgetattr(self.fd)
        os.write(begin, b"x")
        os.close(ready)
        os.close(begin)
        self.raw = b""
        self.status = None
        self.partial = b""
        if prompt:
            self.wait(prompt)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        if self.owned:
            shutil.rmtree(self.home, ignore_errors=True)

    def size(self, columns, rows):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        """As a window does: the terminal first, then the signal, which the kernel sends."""
        self.screen.resize(columns, rows)
        self.size(columns, rows)

    def read(self, timeout):
        """Reads the output of that many seconds. False if there was none."""
        ready, _, _ = select.select([self.fd], [], [], timeout)
        if not ready:
            return False
        try:
            data = os.read(self.fd, 1 << 16)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            data = b""
        if not data:
            self.reap()
            return False
        self.raw += data
        data = self.partial + data
        # A character may be cut.
        cut = len(data)
        for back in range(1, min(4, len(data)) + 1):
            byte = data[-back]
            if byte >= 0xC0:
                need = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                cut = len(data) - back if back < need else cut
                break
            if byte < 0x80:
                break
        self.partial = data[cut:]
        self.screen.feed(data[:cut].decode("utf-8", "replace"))
        for reply in self.screen.replies:
            os.write(self.fd, reply.encode())
        self.screen.replies.clear()
        return True

    def reap(self):
        if self.status is None:
            _, status = os.waitpid(self.pid, 0)
            self.status = os.waitstatus_to_exitcode(status)

    def quiet(self, seconds=0.15):
        """Reads until nothing came for so long."""
        while self.status is None and self.read(seconds):
            pass
        return self

    def wait(self, what, patience=None):
        """Reads until a text stands on the screen, with short prompts, or a function of the screen holds."""
        holds = what if callable(what) else lambda screen: what in plain(screen.text())
        end = time.monotonic() + (patience or PATIENCE)
        while not holds(self.screen):
            left = end - time.monotonic()
            if left <= 0 or self.status is not None:
                wanted = "a condition" if callable(what) else repr(what)
                raise Missing(f"{wanted} did not appear; the screen:\n{self.frame()}")
            self.read(min(left, 0.2))
        return self

    def frame(self):
        bar = "+" + "-" * self.screen.columns + "+"
        rows = ["|" + line.ljust(self.screen.columns) + "|" for line in self.screen.lines()]
        return "\n".join([bar, *rows, bar])

    def send(self, keys):
        os.write(self.fd, keys.encode())
        return self

    def type(self, text):
        """Sends keys one by one, as fingers do."""
        for char in text:
            self.send(char)
            self.quiet(0.01)
        return self

    def run(self, line, then):
        """Types a line and waits for what follows."""
        left, editing = self.screen.left, 2004 in self.screen.modes
        self.send(line + "\r")
        # The prompt that is there must not be taken for the next one. A line may also be continued.
        end = time.monotonic() + 1
        while editing and self.screen.left == left and time.monotonic() < end:
            self.read(0.02)
        return self.wait(then)

    def paste(self, text):
        """As a terminal does that brackets what is pasted."""
        self.wait(lambda screen: 2004 in screen.modes)
        return self.send("\x1b[200~" + text.replace("\n", "\r") + "\x1b[201~")

    def interrupt(self):
        return self.send("\x03")

    def line(self):
        """The row of the cursor, with a short prompt."""
        return plain(self.screen.line(self.screen.row))

    def ended(self, patience=None):
        """Waits for the end of the process; its exit code."""
        end = time.monotonic() + (patience or PATIENCE)
        while self.status is None:
            if time.monotonic() > end:
                raise Missing(f"the program continues; the screen:\n{self.frame()}")
            self.read(0.2)
        return self.status

    def leave(self):
        """Types Ctrl-D once the editor reads keys, and waits for the end; the exit code."""
        self.wait(lambda screen: 2004 in screen.modes)
        return self.send("\x04").ended()

    def close(self, patience=None):
        """Closes the terminal, as a window does, and waits for the end of the process."""
        os.close(self.fd)
        end = time.monotonic() + (patience or PATIENCE)
        while self.status is None:
            if time.monotonic() > end:
                raise Missing("the program continues without its terminal")
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            else:
                time.sleep(0.01)

    def kill(self, with_signal=signal.SIGKILL):
        if self.status is None:
            try:
                os.kill(self.pid, with_signal)
            except ProcessLookupError:
                pass
            self.reap()
        try:
            os.close(self.fd)
        except OSError:
            pass
