"""How control is asked over HTTP."""

from __future__ import annotations

import ipaddress
import json
import ssl
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import quote, urlencode, urlsplit


class RefusedError(Exception):
    """The answer of a server that refuses an operation. Its message says how to mend it."""

    def __init__(self, code: int, reason: str, message: str) -> None:
        super().__init__(f"{message} ({code} {reason})")
        self.code = code
        self.reason = reason
        self.message = message


class Asker:
    """Asks the control of the server at a URL."""

    _prefix = ""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.token = token
        handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})] if _is_here(url) else []
        if url.startswith("https:") and _is_here(url):
            # Any certificate of a server on this machine will do.
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            handlers.append(urllib.request.HTTPSHandler(context=context))
        self._http = urllib.request.build_opener(*handlers)

    def _ask(
        self,
        method: str,
        path: str,
        *,
        within: dict[str, Any] | None = None,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        text: str | None = None,
    ) -> Any:
        for name, value in (within or {}).items():
            path = path.replace("{" + name + "}", quote(str(value), safe=""))
        asked = urlencode({name: _written(value) for name, value in _said(query).items()})
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = None
        if text is not None:
            data, headers["Content-Type"] = text.encode(), "application/yaml"
        elif body is not None:
            data, headers["Content-Type"] = json.dumps(_said(body)).encode(), "application/json"
        address = self.url + self._prefix + path + (f"?{asked}" if asked else "")
        request = urllib.request.Request(address, data, headers, method=method)
        try:
            with self._http.open(request) as reply:
                said, media = reply.read().decode(), reply.headers.get_content_type()
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        return json.loads(said) if media == "application/json" else said


def _said(fields: dict[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (fields or {}).items() if value is not None}


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) if isinstance(value, (list, tuple)) else str(value)


def _is_here(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _refusal(error: urllib.error.HTTPError) -> RefusedError:
    text = error.read().decode(errors="replace")
    try:
        status = json.loads(text)
        return RefusedError(error.code, status.get("reason", ""), status["message"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return RefusedError(error.code, error.reason, text)
