"""The plugin of pytest: the fixtures `cluster`, `fleet` and `kubeconfig`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .cluster import Cluster
from .cluster import cluster as cluster_with
from .fleet import Fleet
from .fleet import fleet as fleet_with
from .server import stop_servers

_failed = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("fakecluster_flags", "flags of the fakecluster that is started", type="args", default=[])
    parser.addini("fakecluster_fixtures", "files and folders that each cluster begins with", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "fakecluster(flags=[…], fixtures=[…], snapshot='start', clusters=[…]): the flags of the server that the cluster "
        "is a fork of, files and folders it begins with besides those of the configuration, the state it begins with, "
        "and for a fleet the names of its clusters",
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = yield
    if report.failed:
        item.stash[_failed] = True
    return report


def pytest_unconfigure() -> None:
    stop_servers()


@pytest.fixture
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """A cluster that ends with the test. One of a test that fails leaves behind a file about what happened."""
    with cluster_with(**_asked(request)) as found:
        yield found
        _keep_failed(request, {request.node.name: found})


@pytest.fixture
def fleet(request: pytest.FixtureRequest) -> Iterator[Fleet]:
    """A fleet of clusters with the names in the marker, which ends with the test, and keeps what happened as `cluster`."""
    asked = _asked(request)
    if "clusters" not in asked:
        raise pytest.UsageError('a fleet takes names of clusters: @pytest.mark.fakecluster(clusters=["hub", "east"])')
    with fleet_with(asked.pop("clusters"), **asked) as found:
        yield found
        _keep_failed(request, {f"{request.node.name}-{name}": each for name, each in found.clusters.items()})


def _asked(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Returns what a test asks for, by its marker and the configuration."""
    marker = request.node.get_closest_marker("fakecluster")
    asked = dict(marker.kwargs) if marker else {}
    config = request.config
    asked.setdefault("flags", config.getini("fakecluster_flags"))
    own = [request.path.parent / each for each in asked.get("fixtures", [])]
    return {**asked, "fixtures": [*config.getini("fakecluster_fixtures"), *own]}


def _keep_failed(request: pytest.FixtureRequest, clusters: dict[str, Cluster]) -> None:
    """Writes what happened in the clusters of a test that failed, by the names of the files."""
    if request.node.stash.get(_failed, False):
        for name, cluster in clusters.items():
            request.node.add_report_section("teardown", "fakecluster", _kept(cluster, name))


def _kept(cluster: Cluster, test: str) -> str:
    try:
        return f"what happened: fakecluster inspect {cluster.write_bundle(test)}"
    except Exception as error:  # The test has failed already, and its own failure counts.
        return f"what happened could not be kept: {error}"


@pytest.fixture
def kubeconfig(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of a kubeconfig of the cluster, which KUBECONFIG and the package `kubernetes` use from then on."""
    file = tmp_path / "kubeconfig.yaml"
    file.write_text(cluster.kubeconfig)
    file.chmod(0o600)
    monkeypatch.setenv("KUBECONFIG", str(file))
    if "kubernetes.config" in sys.modules:
        # It has read the variable when it was imported.
        monkeypatch.setattr("kubernetes.config.kube_config.KUBE_CONFIG_DEFAULT_LOCATION", str(file))
    return file
