import pathlib

import pytest
from kopf.testing import KopfRunner
from kubernetes import client

PAGE = """
apiVersion: example.com/v1
kind: Page
metadata: { name: welcome, namespace: default }
spec: { text: Hello }
"""

pytestmark = pytest.mark.fakecluster(fixtures=["crd"])


@pytest.fixture
def operator(kubeconfig):
    """Runs the operator until the test ends."""
    program = pathlib.Path(__file__).parent / "pages.py"
    with KopfRunner(["run", "--standalone", "--namespace=default", str(program)], timeout=10) as running:
        yield running
    assert running.exit_code == 0, running.stdout


def is_published(page):
    return page.get("status", {}).get("published") == page["spec"]["text"]


def published(cluster):
    page = cluster.wait_for("Page", "welcome", is_published)
    return cluster.wait_for("ConfigMap", "welcome", lambda found: found["data"]["text"] == page["spec"]["text"])


def test_a_page_is_published_once(cluster, operator):
    cluster.load(PAGE)
    made = published(cluster)
    assert made["metadata"]["ownerReferences"][0]["kind"] == "Page"
    cluster.idle()
    cluster.expect_requests(1, verb="create", kind="ConfigMap")


def test_another_text_is_published_too(cluster, operator):
    cluster.load(PAGE)
    published(cluster)
    pages = client.CustomObjectsApi(cluster.api_client())
    change = {"spec": {"text": "Good day"}}
    pages.patch_namespaced_custom_object("example.com", "v1", "default", "pages", "welcome", change)
    cluster.wait_for("Page", "welcome", lambda page: page["spec"]["text"] == "Good day" and is_published(page))
    assert published(cluster)["data"]["text"] == "Good day"


@pytest.mark.parametrize(
    "fault",
    [
        "{ before: { verb: create, kind: ConfigMap }, times: 1, then: { status: InternalError } }",
        "{ after: { verb: create, kind: ConfigMap }, times: 1, then: { cut: true } }",
        "{ before: { verb: patch, kind: Page }, times: 1, then: { status: InternalError } }",
    ],
)
def test_a_page_is_published_whatever_goes_wrong_once(cluster, operator, fault):
    cluster.add_hooks(f"- {fault}")
    cluster.load(PAGE)
    published(cluster)
    cluster.verify_hooks()
