import pytest
from kubernetes import client
from kubernetes.client.rest import ApiException
from urllib3.exceptions import HTTPError

PRICES = "{apiVersion: v1, kind: ConfigMap, metadata: {name: prices}, data: {tea: '3'}}"

pytestmark = pytest.mark.fakecluster(clusters=["hub", "east"])


def read(fleet, from_, to):
    return client.CoreV1Api(fleet.api_client(from_, to)).read_namespaced_config_map("prices", "default").data


def test_a_partition_cuts_off_clients_in_one_cluster_from_another(fleet):
    fleet["east"].load(PRICES)
    assert read(fleet, "hub", "east") == {"tea": "3"}
    fleet.partition("hub", "east")
    with pytest.raises(HTTPError):
        read(fleet, "hub", "east")
    assert read(fleet, "east", "east") == {"tea": "3"}
    fleet.heal("hub", "east")
    assert read(fleet, "hub", "east") == {"tea": "3"}


def test_the_state_of_a_fleet_is_kept_forked_and_restored(fleet):
    before = fleet.snapshot()
    fleet["east"].load(PRICES)
    fleet.partition("hub", "east")
    with fleet.fork() as fork:
        fork.heal("hub", "east")
        assert read(fork, "hub", "east") == {"tea": "3"}
        assert fork["hub"].advance("1h") == fork["east"].now() > fleet["east"].now()
    fleet.restore(before)
    with pytest.raises(ApiException, match="not found"):
        read(fleet, "hub", "east")


@pytest.mark.fakecluster(clusters=["hub"], fixtures=["files"])
def test_fixtures_are_loaded_into_each_cluster(fleet):
    assert fleet["hub"].wait_for("ConfigMap", "prices")["data"] == {"tea": "3"}
    fleet.delay("hub", "hub", "1s")
    assert [each["match"]["user"] for each in fleet["hub"].control.hooks()] == ["fleet:hub"] * 3
