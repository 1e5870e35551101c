"""What a file may say: schemas, their publication for editors, and what schema authors need.

    class Shot(Schema):
        \"\"\"One shot of a scene.\"\"\"

        role: str
        speed: Annotated[Speed, Field(gt=0)]
        after: Duration = 0

A schema's docstrings, and those below its fields, become the help that editors show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from seahaven.files.document import KeyPath
from seahaven.files.field_docs import field_docs

__all__ = ["Field", "Schema", "field_validator", "json_schema", "model_validator", "published_at"]


class Schema(BaseModel):
    """A mapping with named, typed keys; subclass it and annotate the keys.

    Unknown keys are refused, nothing is coerced (`"3"` is no number, `3.0` no whole number), numbers are
    finite, and instances are frozen. A validator refuses by raising `ValueError`. Keys that are words of
    Python get `Field(alias="from")`; kinds of mappings told apart by one key get
    `Field(discriminator="kind")`.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
    )


class _Publisher(GenerateJsonSchema):
    """Writes defaults as a file would: a duration with its unit, since the bare number means seconds.

    What stands below a field becomes its description. It is read from the source here, when a schema is published:
    reading it for every schema that is loaded would take as long as making the schema.
    """

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        published = super().model_schema(schema)
        model = schema["cls"]
        for name, text in field_docs(model).items():
            key = model.model_fields[name].alias or name
            published["properties"][key].setdefault("description", text)
        return published

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        published = super().default_schema(schema)
        inner: Any = schema
        while "serialization" not in inner and "schema" in inner:
            inner = inner["schema"]
        write = inner.get("serialization", {}).get("function")
        if write and published.get("default") is not None:
            published["default"] = write(schema["default"])
        return published


def json_schema(schema: type[Schema]) -> dict[str, Any]:
    """Give the JSON Schema of a schema, for editors; a quantity is a number, or text that ends in a unit."""
    return schema.model_json_schema(schema_generator=_Publisher)


def published_at(published: Mapping[str, Any], data: Any, path: KeyPath) -> list[Mapping[str, Any]]:
    """Give the nodes of a published schema that some data's value at a path may be held against.

    A published schema spells out every alternative; where a key tells kinds apart, the data's kind decides.
    """
    nodes = list(_alternatives(published, published, data))
    for step in path:
        data = data[step]
        below = [child for node in nodes if (child := _child(node, step))]
        nodes = [node for child in below for node in _alternatives(child, published, data)]
    return nodes


def _child(node: Mapping[str, Any], step: str | int) -> Mapping[str, Any] | None:
    if isinstance(step, str):
        child = node.get("properties", {}).get(step) or node.get("additionalProperties")
    else:
        child = dict(enumerate(node.get("prefixItems", ()))).get(step) or node.get("items")
    return child if isinstance(child, dict) else None


def _alternatives(node: Mapping[str, Any], published: Mapping[str, Any], data: Any) -> Iterator[Mapping[str, Any]]:
    """Give the plain nodes that a node of a published schema stands for, less those of another kind."""
    if "$ref" in node:
        node = published["$defs"][node["$ref"].rpartition("/")[2]]
    for choice in (*node.get("anyOf", ()), *node.get("oneOf", ())):
        yield from _alternatives(choice, published, data)
    if not _is_other_kind(node, data):
        yield node


def _is_other_kind(node: Mapping[str, Any], data: Any) -> bool:
    """Say whether a key that tells kinds apart has a value that belongs to another kind."""
    known = node.get("properties", {})
    return isinstance(data, dict) and any(
        data[key] not in known[key].get("enum", [known[key].get("const", data[key])])
        for key in data.keys() & known.keys()
    )
