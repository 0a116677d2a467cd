"""A small operator of kopf: it publishes the text of each Page in a ConfigMap of the same name."""

import kopf
from kubernetes import client, config
from kubernetes.client.rest import ApiException


@kopf.on.startup()
def configure(settings: kopf.OperatorSettings, **_):
    settings.posting.enabled = False
    # How long to wait after a failed request, in seconds: more where the servers are not those of a test.
    settings.networking.error_backoffs = [0.1, 0.2, 0.5, 1]


@kopf.on.resume("example.com", "v1", "pages", backoff=0.1)
@kopf.on.create("example.com", "v1", "pages", backoff=0.1)
@kopf.on.update("example.com", "v1", "pages", backoff=0.1, field="spec")
def publish(spec, name, namespace, body, patch, **_):
    """Does nothing twice; it is called again after the backoff when a request fails."""
    published = {"metadata": {"name": name}, "data": {"text": spec["text"]}}
    kopf.adopt(published, owner=body)
    maps = client.CoreV1Api(config.new_client_from_config())
    try:
        maps.create_namespaced_config_map(namespace, published)
    except ApiException as error:
        if error.status != 409:
            raise
        maps.patch_namespaced_config_map(name, namespace, published)
    patch.status["published"] = spec["text"]
