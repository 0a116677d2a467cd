import asyncio
from datetime import timedelta

import pytest
import yaml
from kubernetes import client
from kubernetes.client.rest import ApiException

from fakecluster import RefusedError, SweepError
from fakecluster.server import StartError, command

PRICES = "{apiVersion: v1, kind: ConfigMap, metadata: {name: prices}, data: {tea: '3'}}"


def prices_of(cluster):
    return client.CoreV1Api(cluster.api_client()).read_namespaced_config_map("prices", "default").data


def test_objects_are_loaded_and_read(cluster):
    cluster.load(PRICES)
    assert prices_of(cluster) == {"tea": "3"}
    with cluster.fork() as fork:
        assert prices_of(fork) == {"tea": "3"}


def test_each_test_has_a_cluster_of_its_own(cluster):
    assert "prices" not in [each["metadata"]["name"] for each in cluster.objects("ConfigMap")]


@pytest.mark.fakecluster(fixtures=["files"])
def test_fixtures_are_files_and_folders(cluster):
    assert cluster.wait_for("ConfigMap", "prices")["data"] == {"tea": "3"}


def test_a_kubeconfig_is_a_file_that_the_environment_names(cluster, kubeconfig, monkeypatch):
    import os

    assert os.environ["KUBECONFIG"] == str(kubeconfig)
    assert cluster.url in kubeconfig.read_text()


def test_states_are_kept_compared_and_restored(cluster):
    before = cluster.snapshot()
    cluster.load(PRICES)
    assert [(each["type"], each["name"]) for each in cluster.changes(before)] == [("added", "prices")]
    cluster.restore(before)
    assert cluster.changes(before) == []


def test_the_clock_moves_when_told(cluster):
    before = cluster.now()
    assert cluster.advance(timedelta(seconds=40)) - before == timedelta(seconds=40)
    assert cluster.advance("20s") == cluster.now()


def test_hooks_fail_requests_and_the_journal_tells_of_them(cluster):
    cluster.load(PRICES)
    cluster.add_hooks("- before: { verb: get, kind: ConfigMap }\n  times: 1\n  then: { status: InternalError }\n")
    with pytest.raises(ApiException):
        prices_of(cluster)
    assert prices_of(cluster) == {"tea": "3"}
    cluster.idle()
    cluster.verify_hooks()
    cluster.expect_requests(2, verb="get", kind="ConfigMap")
    with pytest.raises(AssertionError, match="there were 1 such requests, not 3"):
        cluster.expect_requests(3, kind="ConfigMap", code="500")


@pytest.mark.fakecluster(flags=["--authorization-mode", "RBAC", "--authorization-audit"])
def test_what_a_user_needs_is_written_as_roles(cluster):
    client.CoreV1Api(cluster.api_client("jane", ["shoppers"])).list_namespaced_service("default")
    [role] = cluster.access_used("jane")
    assert role["rules"] == [{"apiGroups": [""], "resources": ["services"], "verbs": ["list"]}]
    assert cluster.access_beyond("jane", yaml.safe_dump(role)) == []
    assert cluster.access_beyond("jane", "") == [role]
    assert cluster.access_unused("jane", yaml.safe_dump(role)) == []
    assert len(cluster.access_unused("jane", yaml.safe_dump(role).replace("services", "pods"))) == 1


def test_refusals_say_how_to_mend_them(cluster):
    with pytest.raises(RefusedError, match="did you mean start"):
        cluster.restore("sart")


def test_code_of_asyncio_asks_without_blocking(cluster):
    async def ask():
        moment, forks = await asyncio.gather(cluster.aio.clock(), cluster.aio.forks())
        return moment["time"], forks

    assert asyncio.run(ask()) == ("2024-01-01T00:00:00.000Z", [])


def makes(cluster):
    client.CoreV1Api(cluster.api_client()).create_namespaced_config_map("default", {"metadata": {"name": "prices"}})


def reads(cluster):
    for _ in range(5):
        try:
            return client.CoreV1Api(cluster.api_client()).list_namespaced_config_map("default", limit=5)
        except Exception:
            pass


def test_a_sweep_runs_the_tests_own_function(cluster):
    report = cluster.sweep(makes)
    assert report.runs > 3
    assert "configmaps" in report.text
    with pytest.raises(AssertionError, match="findings in"):
        report.expect_none()
    assert len(cluster.explore(makes, seed=7, runs=3).findings) == 1
    cluster.sweep(reads).expect_none()


def test_a_sweep_runs_async_functions(cluster):
    async def makes_later(fork):
        await asyncio.to_thread(makes, fork)

    assert cluster.sweep(makes_later, within="10s").findings


def test_what_cannot_be_swept_is_refused_in_words(cluster):
    async def waits(fork):
        await asyncio.sleep(60)

    with pytest.raises(SweepError, match="no requests"):
        cluster.sweep(lambda fork: None)
    with pytest.raises(SweepError, match="never ends"):
        cluster.sweep(waits, within="50ms")


def test_a_failing_test_keeps_what_happened(pytester, tmp_path, monkeypatch):
    monkeypatch.setenv("FAKECLUSTER_BUNDLES", str(tmp_path))
    pytester.makepyfile("def test_it(cluster):\n    assert cluster.now() is None\n")
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["what happened: fakecluster inspect *test_it-*.json"])
    assert len(list(tmp_path.glob("test_it-*.json"))) == 1


def test_without_fakecluster_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("FAKECLUSTER_BIN", raising=False)
    with pytest.raises(StartError, match="npm install"):
        command()
