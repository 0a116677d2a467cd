"""A fleet of one test: several clusters, and the network between them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import yaml

from .cluster import Cluster, duration
from .control import Control
from .server import server_with

if TYPE_CHECKING:
    from kubernetes.client import ApiClient


class Fleet:
    """Clusters with one clock. `control` has all operations on the whole; `fleet["east"]` is a cluster, for an administrator."""

    def __init__(self, control: Control) -> None:
        self.control = control
        self.clusters = {
            each["name"]: Cluster(Control(each["url"], control.token), each["kubeconfig"]) for each in control.fleet()
        }

    def __getitem__(self, name: str) -> Cluster:
        return self.clusters[name]

    def api_client(self, from_: str, to: str) -> ApiClient:
        """Returns a client of the package `kubernetes` in a cluster, for another: partitions and delays are about these."""
        from kubernetes import config

        text = self.control.fleet_kubeconfig(from_=from_)
        return config.new_client_from_config_dict(yaml.safe_load(text), context=to)

    def partition(self, from_: str, to: str) -> None:
        """Cuts clients in a cluster off from another until `heal`. In the other direction requests go on."""
        self.control.fleet_partition(from_, to)

    def delay(self, from_: str, to: str, by: timedelta | str) -> None:
        """Delays requests of clients in a cluster to another, and events of their watches, by the clock of the fleet."""
        self.control.fleet_delay(from_, to, duration(by))

    def heal(self, from_: str, to: str) -> None:
        """Ends partitions and delays between clients in a cluster and another."""
        self.control.fleet_heal(from_, to)

    def snapshot(self) -> str:
        """Keeps the whole state of all clusters, and returns its id."""
        return self.control.fleet_snapshot()["id"]

    def restore(self, state: str) -> None:
        """Goes back to a state in all clusters. Revisions go on rising, and open watches end with 410."""
        self.control.fleet_restore(state)

    @contextmanager
    def fork(self) -> Iterator[Fleet]:
        """Gives a fleet of its own that begins as this one is now."""
        with _fork_of(self.control) as fleet:
            yield fleet


@contextmanager
def _fork_of(control: Control, snapshot: str | None = None) -> Iterator[Fleet]:
    fork = control.fleet_fork(snapshot=snapshot)
    try:
        yield Fleet(Control(fork["url"], control.token))
    finally:
        control.fleet_forks_close(fork["port"])


@contextmanager
def fleet(
    names: Iterable[str],
    *,
    flags: Iterable[str] = (),
    fixtures: Iterable[str | os.PathLike[str]] = (),
    snapshot: str = "start",
) -> Iterator[Fleet]:
    """Gives a fleet of clusters with these names, which is its own, and with files loaded into each of them."""
    with _fork_of(server_with((*flags, "--clusters", ",".join(names))), snapshot) as found:
        if files := list(fixtures):
            for each in found.clusters.values():
                each.load_files(*files)
        yield found
