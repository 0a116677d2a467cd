"""The server that clusters of tests are forks of."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence

from .control import VERSION, Control

INSTALL = """fakecluster is not installed. Either
  npm install --global fakecluster      which needs Node.js 20.19 or later, or
  put its executable, which needs no Node.js, on the PATH by the name fakecluster, or
  FAKECLUSTER_BIN=/path/to/fakecluster  where either is elsewhere, or
  FAKECLUSTER_SERVER=http://HOST:PORT   to use a server that runs already"""


class StartError(Exception):
    """The server could not be started."""


def command() -> list[str]:
    """Returns the words that run fakecluster: the program FAKECLUSTER_BIN names, that on the PATH, or npx."""
    if program := os.environ.get("FAKECLUSTER_BIN"):
        return [program]
    if program := shutil.which("fakecluster"):
        return [program]
    if npx := shutil.which("npx"):
        return [npx, "--yes", f"fakecluster@{VERSION}"]
    raise StartError(INSTALL)


_servers: dict[tuple[str, ...], Control] = {}
_processes: list[subprocess.Popen[str]] = []
_lock = threading.Lock()


def server_with(flags: Sequence[str] = ()) -> Control:
    """Returns the server with these flags: the one FAKECLUSTER_SERVER names, or one this process starts at first use."""
    if url := os.environ.get("FAKECLUSTER_SERVER"):
        return Control(url, os.environ.get("FAKECLUSTER_TOKEN"))
    with _lock:
        key = tuple(flags)
        if key not in _servers:
            _servers[key] = _start(key)
        return _servers[key]


def _start(flags: tuple[str, ...]) -> Control:
    # With a seed, each run is the same, and the clock is virtual.
    seed = () if "--seed" in flags else ("--seed", "1")
    words = [*command(), "--port", "0", "--until-stdin-ends", *seed, *flags]
    with tempfile.TemporaryFile("w+") as errors:
        try:
            # It ends with its standard input, and so with this process.
            process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        except OSError as error:
            raise StartError(f"cannot start {words[0]}: {error}\n{INSTALL}") from error
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"listens on (\S+)", line):
                _processes.append(process)
                token = flags[flags.index("--token") + 1] if "--token" in flags[:-1] else None
                return Control(found[1], token)
        code = process.wait()
        errors.seek(0)
        raise StartError(f"{' '.join(words)} ended with {code}\n{errors.read()}")


def stop_servers() -> None:
    """Ends the servers that this process has started."""
    with _lock:
        _servers.clear()
        for process in _processes:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.close()
            process.stdout.close()
            process.wait()
        _processes.clear()
