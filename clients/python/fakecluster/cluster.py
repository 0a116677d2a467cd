"""A cluster of one test."""

from __future__ import annotations

import json
import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from .control import AsyncControl, Change, Control, Script, UnneededRule
from .server import server_with

if TYPE_CHECKING:
    from kubernetes.client import ApiClient

    from .sweep import Report


class CancelledError(Exception):
    """The run of a sweep took too long."""


class Cluster:
    """A cluster of its own. `control` has all operations, and `aio` the same for asyncio."""

    def __init__(self, control: Control, kubeconfig: str) -> None:
        self.control = control
        self.aio = AsyncControl(control)
        self.url = control.url
        self.kubeconfig = kubeconfig
        self.cancelled = threading.Event()

    def api_client(self, user: str | None = None, groups: Iterable[str] = ()) -> ApiClient:
        """Returns a client of the package `kubernetes`, as an administrator or as a user."""
        from kubernetes import config

        text = self.kubeconfig if user is None else self.control.kubeconfig(user, group=list(groups) or None)
        return config.new_client_from_config_dict(yaml.safe_load(text))

    def load(self, text: str) -> None:
        """Stores objects of YAML or JSON, all or none. An object that is there already is replaced."""
        self.control.load(text)

    def load_files(self, *paths: str | os.PathLike[str]) -> None:
        """Loads files, or the YAML and JSON files in folders."""
        self.control.load(json.dumps([{"name": str(file), "text": file.read_text()} for file in _files(paths)]))

    def objects(self, kind: str) -> list[dict[str, Any]]:
        """Returns the objects of a kind, such as Pod or Page, without a request that the journal or a sweep sees."""
        return (yaml.safe_load(self.control.dump(kinds=[kind], bootstrap=True)) or {}).get("items") or []

    def wait_for(
        self,
        kind: str,
        name: str,
        condition: Callable[[dict[str, Any]], Any] = lambda _: True,
        *,
        namespace: str | None = "default",
        timeout: float = 30,
    ) -> dict[str, Any]:
        """Returns an object once it is as the condition asks. It asks as `objects` does."""
        end = time.monotonic() + timeout
        while True:
            for found in self.objects(kind):
                place = found["metadata"]
                if place["name"] == name and place.get("namespace") == namespace and condition(found):
                    return found
            if time.monotonic() > end:
                raise TimeoutError(f"{kind} {name} did not become what the test waits for in {timeout} s")
            if self.cancelled.wait(0.02):
                raise CancelledError(f"cancelled while it waited for {kind} {name}")

    def add_hooks(self, script: str) -> Script:
        """Puts a script of hooks in force: faults, delays, replies."""
        return self.control.hooks_add(script)

    def verify_hooks(self) -> None:
        """Fails on hooks that never fired, and on expectations that were not met."""
        self.control.hooks_verify()

    def now(self) -> datetime:
        """Returns the time it is in the cluster."""
        return _time(self.control.clock()["time"])

    def advance(self, by: timedelta | str) -> datetime:
        """Moves the virtual clock, and returns the time it is then."""
        return _time(self.control.clock_advance(duration(by))["time"])

    def idle(self, quiet: str = "50ms") -> None:
        """Waits until no request has begun or is under way for a while, and all is settled."""
        self.control.idle(quiet=quiet)

    def snapshot(self) -> str:
        """Keeps the whole state, and returns its id."""
        return self.control.snapshot()["id"]

    def restore(self, state: str) -> None:
        """Goes back to a state. Revisions go on rising, and open watches end with 410."""
        self.control.restore(state)

    def changes(self, since: str) -> list[Change]:
        """Returns what differs now from a state kept by `snapshot`, as JSON Patches."""
        return self.control.diff(since)

    def access_used(self, user: str) -> list[dict[str, Any]]:
        """Returns the smallest Role and ClusterRole that cover what a user did, where requests are authorized."""
        return [role for role in yaml.safe_load_all(self.control.access_used(user)) if role]

    def access_beyond(self, user: str, roles: str) -> list[dict[str, Any]]:
        """Returns the part of what a user did that Roles and ClusterRoles, given as YAML, do not cover."""
        return [role for role in yaml.safe_load_all(self.control.access_beyond(user, roles)) if role]

    def access_unused(self, user: str, roles: str) -> list[UnneededRule]:
        """Returns the rules of Roles and ClusterRoles, given as YAML, that a user did not need."""
        return self.control.access_unused(roles, user=user)

    def requests(self, **matching: Any) -> list[dict[str, Any]]:
        """Returns what the cluster was sent, oldest first; the filters are those of `control.journal`."""
        lists = {"answered", "wrote", "after", "limit"}
        return self.control.journal(
            **{name: [value] if isinstance(value, str) and name not in lists else value for name, value in matching.items()}
        )["items"]

    def expect_requests(self, count: int, **matching: Any) -> None:
        """Fails unless the cluster was sent that many of these requests; it tells which ones it was."""
        found = self.requests(**matching)
        lines = [f"#{each['sequence']} {each['method']} {each['path']}: {each.get('code')}" for each in found]
        assert len(found) == count, "\n  ".join([f"there were {len(found)} such requests, not {count}", *lines])

    @contextmanager
    def fork(self) -> Iterator[Cluster]:
        """Gives a cluster of its own that begins as this one is now."""
        with fork_of(self.control) as cluster:
            yield cluster

    def sweep(self, scenario: Callable[[Cluster], Any], *, within: str | None = None) -> Report:
        """Runs a function, which may be async, on forks: without faults, and again for each fault at each of its requests."""
        from .sweep import run_lines

        return run_lines(self, scenario, ["sweep", *_flags(within=within)])

    def explore(
        self,
        scenario: Callable[[Cluster], Any],
        *,
        seed: int | None = None,
        runs: int | None = None,
        most: int | None = None,
        within: str | None = None,
    ) -> Report:
        """Runs a function with several faults at once, chosen by a seed, up to the first finding."""
        from .sweep import run_lines

        return run_lines(self, scenario, ["explore", *_flags(seed=seed, runs=runs, most=most, within=within)])

    def write_bundle(self, test: str) -> Path:
        """Writes what happened to a file, for `fakecluster inspect`."""
        folder = os.environ.get("FAKECLUSTER_BUNDLES")
        if folder:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        handle, path = tempfile.mkstemp(".json", re.sub(r"[^\w.-]+", "-", test) + "-", folder)
        with open(handle, "w") as file:
            json.dump(self.control.bundle(), file)
        return Path(path)


@contextmanager
def fork_of(control: Control, snapshot: str | None = None) -> Iterator[Cluster]:
    """Gives a fork of a server, which ends afterwards."""
    fork = control.fork(snapshot=snapshot)
    try:
        yield Cluster(Control(fork["url"], control.token), fork["kubeconfig"])
    finally:
        control.forks_close(fork["port"])


@contextmanager
def cluster(flags: Iterable[str] = (), *, fixtures: Iterable[str | os.PathLike[str]] = (), snapshot: str = "start"):
    """Gives a cluster of its own without pytest, with the flags of its server, and with files loaded into it."""
    with fork_of(server_with(tuple(flags)), snapshot) as found:
        if files := list(fixtures):
            found.load_files(*files)
        yield found


def _flags(**values: Any) -> list[str]:
    return [word for name, value in values.items() if value is not None for word in (f"--{name}", str(value))]


def _files(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Path]:
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        found = sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml", ".json"))
        if not found:
            raise FileNotFoundError(f"there are no YAML or JSON files in {path}")
        yield from found


def duration(by: timedelta | str) -> str:
    """Returns a length of time as control takes it."""
    return f"{round(by.total_seconds() * 1000)}ms" if isinstance(by, timedelta) else by


def _time(text: str) -> datetime:
    return datetime.fromisoformat(re.sub("Z$", "+00:00", text))
