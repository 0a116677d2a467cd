"""Gives a Python test a fake of a Kubernetes cluster; see docs/languages.md."""

from ._ask import RefusedError
from .cluster import CancelledError, Cluster, cluster
from .control import VERSION, AsyncControl, Control
from .fleet import Fleet, fleet
from .server import StartError
from .sweep import Report, SweepError

__all__ = [
    "AsyncControl",
    "CancelledError",
    "Cluster",
    "Control",
    "Fleet",
    "RefusedError",
    "Report",
    "StartError",
    "SweepError",
    "VERSION",
    "cluster",
    "fleet",
]
