"""Runs of a test's own function, each with a fault, by the lines of `fakecluster ctl sweep --lines`."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from .cluster import CancelledError, Cluster
from .control import Control
from .server import command


class SweepError(Exception):
    """A sweep could not run, such as because the function fails without any fault."""


@dataclass(frozen=True)
class Report:
    """What came of a sweep. `text` tells of all findings, one a line."""

    runs: int
    requests: list[dict[str, Any]]
    findings: list[dict[str, Any]]
    text: str
    unfired: list[str] = field(default_factory=list)

    def expect_none(self) -> None:
        """Fails with what was found."""
        assert not self.findings, f"{len(self.findings)} findings in {self.runs} runs:\n{self.text}"


def run_lines(cluster: Cluster, scenario: Callable[[Cluster], Any], words: Sequence[str]) -> Report:
    """Starts the command, and runs the function for each fork that it prints."""
    called, *flags = words
    more = ["--insecure"] if cluster.url.startswith("https:") else []
    asked = [*command(), "ctl", called, "--lines", "--server", cluster.url, *flags, *more]
    token = {"FAKECLUSTER_TOKEN": cluster.control.token} if cluster.control.token else {}
    with tempfile.TemporaryFile("w+") as errors:
        with subprocess.Popen(
            asked,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, **token},
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            report = _answer(cluster, scenario, process.stdout, process.stdin)
        if report is None:
            errors.seek(0)
            raise SweepError(errors.read().strip())
        return report


def _answer(cluster: Cluster, scenario: Callable[[Cluster], Any], lines: IO[str], answers: IO[str]) -> Report | None:
    cancel: Callable[[], None] = lambda: None
    for text in lines:
        line = json.loads(text)
        if report := line.get("report"):
            known = ("runs", "requests", "findings", "text", "unfired")
            return Report(**{name: report[name] for name in known})
        if line.get("cancel"):
            cancel()
            continue
        fork = Cluster(Control(line["url"], cluster.control.token), line["kubeconfig"])
        run = _AsyncRun(scenario, fork) if inspect.iscoroutinefunction(scenario) else _Run(scenario, fork)
        cancel = run.cancel
        threading.Thread(target=_play, args=(run, answers), daemon=True).start()
    return None


def _play(run: _Run, answers: IO[str]) -> None:
    answer: dict[str, str] = {}
    try:
        run.play()
    except (Exception, CancelledError, asyncio.CancelledError) as error:
        first, *_ = str(error).strip().splitlines() or [""]
        answer["error"] = f"{type(error).__name__}: {first}"
    try:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
    except (OSError, ValueError):
        pass  # The command has ended, and says why itself.


class _Run:
    """One run of a function. One that waits by `wait_for` hears when it is cancelled."""

    def __init__(self, scenario: Callable[[Cluster], Any], fork: Cluster) -> None:
        self.scenario = scenario
        self.fork = fork

    def play(self) -> None:
        self.scenario(self.fork)

    def cancel(self) -> None:
        self.fork.cancelled.set()


class _AsyncRun(_Run):
    """One run of an async function, in a loop of its own, whose task is cancelled."""

    def play(self) -> None:
        asyncio.run(self._wait())

    async def _wait(self) -> None:
        loop, task = asyncio.get_running_loop(), asyncio.ensure_future(self.scenario(self.fork))
        self._end = lambda: loop.call_soon_threadsafe(task.cancel)
        if self.fork.cancelled.is_set():
            task.cancel()
        await task

    def cancel(self) -> None:
        super().cancel()
        if end := getattr(self, "_end", None):
            end()
