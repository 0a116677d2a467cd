"""Does what Python programs do with the package kubernetes, and prints a line for each thing it sees.

usage: program.py typed|custom|dynamic|watch [ARGUMENT...] [+ ...], with KUBECONFIG in the environment
"""

import json
import sys
from datetime import datetime, timezone

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException

MERGE, STRATEGIC, JSON = (f"application/{kind}+json" for kind in ("merge-patch", "strategic-merge-patch", "json-patch"))


def say(*words):
    print(*(word for word in words if word not in (None, "")), flush=True)


def writing(api, media_type):
    """A client like another that writes its patches in one way."""
    return type(api)(client.ApiClient(header_name="Content-Type", header_value=media_type))


def outcome(act):
    """The result of a call and "ok", or nothing and the reason the server gave."""
    try:
        return act(), "ok"
    except ApiException as error:
        return None, json.loads(error.body)["reason"]


def typed():
    meta = client.V1ObjectMeta(name="a")
    now = datetime.now(timezone.utc)
    core, networking = client.CoreV1Api(), client.NetworkingV1Api()
    claim = client.V1PersistentVolumeClaimSpec(
        access_modes=["ReadWriteOnce"], resources=client.V1VolumeResourceRequirements(requests={"storage": "1Gi"})
    )
    regarding = client.V1ObjectReference(kind="Lease", namespace="default", name="a")
    event = client.EventsV1Event(
        metadata=meta, event_time=now, reporting_controller="example.com/tested", reporting_instance="tested-0",
        action="Testing", reason="Tested", type="Normal", regarding=regarding,
    )
    candidate = client.V1beta1LeaseCandidateSpec(
        lease_name="a", binary_version="1.0.0", emulation_version="1.0.0", strategy="OldestEmulationVersion"
    )
    budget = client.V1PodDisruptionBudgetSpec(min_available=1, selector=client.V1LabelSelector(match_labels={"a": "b"}))
    address = client.V1IPAddressSpec(parent_ref=client.V1ParentReference(resource="services", namespace="default", name="web"))
    api_service = client.V1APIServiceSpec(group="example.com", version="v1", group_priority_minimum=1000, version_priority=15)
    for kind, api, noun, body in (
        ("Namespace", core, "namespace", client.V1Namespace(metadata=meta)),
        ("Node", core, "node", client.V1Node(metadata=meta)),
        ("PersistentVolumeClaim", core, "namespaced_persistent_volume_claim", client.V1PersistentVolumeClaim(metadata=meta, spec=claim)),
        ("Lease", client.CoordinationV1Api(), "namespaced_lease", client.V1Lease(metadata=meta, spec=client.V1LeaseSpec(holder_identity="one", renew_time=now))),
        ("LeaseCandidate", client.CoordinationV1beta1Api(), "namespaced_lease_candidate", client.V1beta1LeaseCandidate(metadata=meta, spec=candidate)),
        ("Event", client.EventsV1Api(), "namespaced_event", event),
        ("IPAddress", networking, "ip_address", client.V1IPAddress(metadata=client.V1ObjectMeta(name="10.0.0.9"), spec=address)),
        ("ServiceCIDR", networking, "service_cidr", client.V1ServiceCIDR(metadata=meta, spec=client.V1ServiceCIDRSpec(cidrs=["10.1.0.0/24"]))),
        ("RuntimeClass", client.NodeV1Api(), "runtime_class", client.V1RuntimeClass(metadata=meta, handler="tested")),
        ("PodDisruptionBudget", client.PolicyV1Api(), "namespaced_pod_disruption_budget", client.V1PodDisruptionBudget(metadata=meta, spec=budget)),
        ("APIService", client.ApiregistrationV1Api(), "api_service", client.V1APIService(metadata=client.V1ObjectMeta(name="v1.example.com"), spec=api_service)),
        ("ConfigMap", core, "namespaced_config_map", client.V1ConfigMap(metadata=meta, data={"a": "b"})),
    ):
        every_verb(kind, api, noun, body)
    say("core events", len(core.list_event_for_all_namespaces().items))


def every_verb(kind, api, noun, body):
    """Takes one object through its life and says how each call went."""
    space = ["default"] if noun.startswith("namespaced_") else []
    name = body.metadata.name
    call = lambda verb, *args, **more: outcome(lambda: getattr(api, f"{verb}_{noun}")(*args, **more))
    tell = lambda verb, result, *more: say(kind, verb, result[1], *more)

    created = call("create", *space, body)
    tell("create", created)
    tell("create", call("create", *space, body))
    tell("read", call("read", name, *space))
    listed, said = call("list", *space, field_selector=f"metadata.name={name}")
    say(kind, "list", said, [item.metadata.name == name for item in listed.items])
    for media_type, patch in (
        (MERGE, {"metadata": {"labels": {"a": "merge"}}}),
        (STRATEGIC, {"metadata": {"labels": {"a": "strategic"}}}),
        (JSON, [{"op": "replace", "path": "/metadata/labels/a", "value": "json"}]),
    ):
        patched = outcome(lambda: getattr(writing(api, media_type), f"patch_{noun}")(name, *space, patch))
        tell("patch", patched, patched[0].metadata.labels["a"])
    tell("replace", call("replace", name, *space, created[0]))
    latest = call("read", name, *space)[0]
    latest.metadata.labels["a"] = "replaced"
    replaced = call("replace", name, *space, latest)
    tell("replace", replaced, replaced[0].metadata.labels["a"])
    tell("delete", call("delete", name, *space))
    left = call("read", name, *space)
    say(kind, "read", "stays" if left[0] and left[0].metadata.deletion_timestamp else left[1])


def custom(group):
    """The client of any kind, which merges every patch, and the dynamic client."""
    leases = {"group": group, "version": "v1", "namespace": "default", "plural": "leases"}
    api = client.CustomObjectsApi()
    merging = writing(api, MERGE)
    lease = lambda holder: {"apiVersion": f"{group}/v1", "kind": "Lease", "metadata": {"name": "a"}, "spec": {"holderIdentity": holder}}
    holder = lambda result: result[0] and result[0]["spec"].get("holderIdentity")
    for verb, act in (
        ("create", lambda: api.create_namespaced_custom_object(**leases, body=lease("one"))),
        ("create", lambda: api.create_namespaced_custom_object(**leases, body=lease("one"))),
        ("get", lambda: api.get_namespaced_custom_object(**leases, name="a")),
        ("merge", lambda: merging.patch_namespaced_custom_object(**leases, name="a", body={"spec": {"holderIdentity": "two"}})),
        ("a list to merge", lambda: merging.patch_namespaced_custom_object(**leases, name="a", body=[{"op": "remove", "path": "/spec"}])),
        ("replace", lambda: api.replace_namespaced_custom_object(**leases, name="a", body=lease("three"))),
    ):
        result = outcome(act)
        say(verb, result[1], holder(result))
    latest = {**api.get_namespaced_custom_object(**leases, name="a"), "spec": {"holderIdentity": "three"}}
    say("replace", *reversed(outcome(lambda: api.replace_namespaced_custom_object(**leases, name="a", body=latest)["spec"]["holderIdentity"])))
    say("delete", outcome(lambda: api.delete_namespaced_custom_object(**leases, name="a"))[1])
    say("list", len(api.list_namespaced_custom_object(**leases)["items"]))


def any_kind(group, form):
    """The dynamic client. Older releases quote an apply that is text, so that it must be an object there."""
    dynamic_client = dynamic.DynamicClient(client.ApiClient())
    resource = dynamic_client.resources.get(api_version=f"{group}/v1", kind="Lease")
    say("resource", resource.name, resource.namespaced)
    lease = lambda holder: {"apiVersion": f"{group}/v1", "kind": "Lease", "metadata": {"name": "a"}, "spec": {"holderIdentity": holder}}
    text = lambda holder: f"apiVersion: {group}/v1\nkind: Lease\nmetadata:\n  name: a\nspec:\n  holderIdentity: {holder}\n"
    apply = lambda holder, manager, **more: resource.server_side_apply(name="a", namespace="default", body=text(holder) if form == "text" else lease(holder), field_manager=manager, **more)
    for verb, act in (
        ("create", lambda: resource.create(body=lease("one"), namespace="default")),
        ("create", lambda: resource.create(body=lease("one"), namespace="default")),
        ("patch", lambda: resource.patch(name="a", namespace="default", body={"spec": {"holderIdentity": "strategic"}})),
        ("patch", lambda: resource.patch(name="a", namespace="default", body={"spec": {"holderIdentity": "merge"}}, content_type=MERGE)),
        ("apply", lambda: apply("first", "first")),
        ("apply", lambda: apply("first", "first", force_conflicts=True)),
        ("apply", lambda: apply("second", "second")),
        ("apply", lambda: apply("second", "second", force_conflicts=True)),
    ):
        try:
            say(verb, "ok", act().spec.holderIdentity)
        except dynamic.exceptions.DynamicApiError as error:
            say(verb, json.loads(error.body)["reason"])
    say("delete", resource.delete(name="a", namespace="default").status)
    say("list", len(resource.get(namespace="default").items))


def follow(group, *options):
    """Watches leases and says what happens, until there is one called end, or the watch is over or refused."""
    leases = {"group": group, "version": "v1", "namespace": "default", "plural": "leases"}
    more = dict(option.split("=") for option in options)
    if "timeout_seconds" in more:
        more["timeout_seconds"] = int(more["timeout_seconds"])
    watcher = watch.Watch()
    try:
        for event in watcher.stream(client.CustomObjectsApi().list_namespaced_custom_object, **leases, **more):
            name = event["object"]["metadata"]["name"]
            say(event["type"], name)
            if name == "end":
                watcher.stop()
        say("ended")
    except ApiException as error:
        say("refused", error.status)


config.load_kube_config()
parts = {"typed": typed, "custom": custom, "dynamic": any_kind, "watch": follow}
for words in " ".join(sys.argv[1:]).split(" + "):
    part, *arguments = words.split()
    parts[part](*arguments)
