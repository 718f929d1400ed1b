"""The OpenAPI page of a running service, and what it says of one request and its answer."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import jsonschema_rs

JSON = "application/json"


@dataclass(frozen=True)
class Described:
    """One operation, as the page describes it."""

    method: str
    path: str
    words: dict[str, Any]

    @property
    def name(self) -> str:
        return self.words["operationId"]

    @property
    def statuses(self) -> set[int]:
        return {int(status) for status in self.words["responses"]}

    def is_of(self, request: httpx.Request, base: str) -> bool:
        pattern = re.sub(r"\{\w+\}", "[^/]+", self.path)
        path = request.url.path.removeprefix(base)
        return request.method == self.method and re.fullmatch(pattern, path) is not None


class Page:
    """The page as data: `operations` are what is asked of the service, `webhooks` what it sends."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.base: str = document["servers"][0]["url"]
        self.operations = [*_described(document["paths"])]
        self.webhooks = [*_described(document["webhooks"])]

    def operation(self, request: httpx.Request) -> Described:
        """Return the operation that a request asks for; a path without a name comes first."""
        found = [each for each in self.operations if each.is_of(request, self.base)]
        return min(found, key=lambda each: each.path.count("{"))

    def problems(self, schema: dict[str, Any], value: object) -> list[str]:
        """Name what of a value is not as a schema of the page says."""
        whole = schema | {"components": self.document["components"]}
        found = jsonschema_rs.Draft202012Validator(whole).iter_errors(value)
        return [f"{'/'.join(map(str, error.instance_path))}: {error.message}" for error in found]

    def untrue(self, event: str, headers: Mapping[str, str], payload: object) -> list[str]:
        """Name what of a webhook is not as the page says of its event."""
        (webhook,) = (each for each in self.webhooks if each.path == event)
        body = webhook.words["requestBody"]["content"][JSON]["schema"]
        found = self.problems(body, payload)
        for header in webhook.words["parameters"]:
            found += self.problems(header["schema"], headers.get(header["name"].lower()))
        return found

    def examples(self) -> Iterator[tuple[str, dict[str, Any], object]]:
        """Yield every example with a name and the schema that it is an example of."""
        for operation in (*self.operations, *self.webhooks):
            answers = operation.words["responses"].items()
            places = {str(status): answer for status, answer in answers if "content" in answer}
            if "requestBody" in operation.words:
                places["body"] = operation.words["requestBody"]
            for place, described in places.items():
                for kind, content in described["content"].items():
                    for name, example in content["examples"].items():
                        label = f"{operation.name} {place} {kind} {name}"
                        yield label, content["schema"], example["value"]


def _described(paths: Mapping[str, Mapping[str, dict[str, Any]]]) -> Iterator[Described]:
    for path, methods in paths.items():
        for method, words in methods.items():
            yield Described(method.upper(), path, words)
