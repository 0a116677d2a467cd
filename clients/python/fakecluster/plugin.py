"""The plugin of pytest: the fixtures `cluster` and `kubeconfig`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .cluster import Cluster
from .cluster import cluster as cluster_with
from .server import stop_servers

_failed = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("fakecluster_flags", "flags of the fakecluster that is started", type="args", default=[])
    parser.addini("fakecluster_fixtures", "files and folders that each cluster begins with", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "fakecluster(flags=[…], fixtures=[…], snapshot='start'): the flags of the server that the cluster is a fork of, "
        "files and folders it begins with besides those of the configuration, and the state it begins with",
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
    marker = request.node.get_closest_marker("fakecluster")
    asked = dict(marker.kwargs) if marker else {}
    config = request.config
    flags = asked.pop("flags", config.getini("fakecluster_flags"))
    fixtures = [*config.getini("fakecluster_fixtures"), *(request.path.parent / each for each in asked.pop("fixtures", []))]
    with cluster_with(flags, fixtures=fixtures, **asked) as found:
        yield found
        if request.node.stash.get(_failed, False):
            request.node.add_report_section("teardown", "fakecluster", _kept(found, request.node.name))


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
