"""Files as data.

In come YAML, TOML and XML files; out go documents (plain data with the position of every key and value), elements,
instances of schemas that other rooms declare, quantities in SI, and errors that name file, line and column.
Reading never runs code; code that a file names is imported only on request and only from allowed packages.
This room knows nothing of roads, vehicles or studies.
"""

from seahaven.files.bounds import Within
from seahaven.files.digest import file_digest
from seahaven.files.document import Document, KeyPath, Plain, show, show_path
from seahaven.files.editing import edited_yaml
from seahaven.files.lock import FileLock, is_locked
from seahaven.files.naming import distinct_names, file_name
from seahaven.files.numbers import NumericField, numeric_fields
from seahaven.files.quantities import (
    Acceleration,
    Angle,
    AngularSpeed,
    Curvature,
    Density,
    Duration,
    Flow,
    Force,
    Jerk,
    Length,
    Mass,
    Rainfall,
    Rate,
    Ratio,
    Seconds,
    Speed,
)
from seahaven.files.reference import CodeReference, build_object, is_code, load_object
from seahaven.files.schema import Field, Schema, field_validator, json_schema, model_validator
from seahaven.files.source import Source, read_source
from seahaven.files.toml import load_toml, parse_toml
from seahaven.files.units import (
    UNITS,
    Dimension,
    exact_quantity,
    format_quantity,
    parse_duration,
    parse_quantity,
    parse_rate,
    si_unit,
)
from seahaven.files.validation import DocumentError, Problem, validate
from seahaven.files.writing import write_bytes_atomic, write_text_atomic
from seahaven.files.xml import MOST_BYTES, Element, load_xml, parse_xml
from seahaven.files.xml_writing import add_children, new_element, xml_text
from seahaven.files.yaml import load_yaml, parse_yaml

__all__ = [
    "MOST_BYTES",
    "UNITS",
    "Acceleration",
    "Angle",
    "AngularSpeed",
    "CodeReference",
    "Curvature",
    "Density",
    "Dimension",
    "Document",
    "DocumentError",
    "Duration",
    "Element",
    "Field",
    "FileLock",
    "Flow",
    "Force",
    "Jerk",
    "KeyPath",
    "Length",
    "Mass",
    "NumericField",
    "Plain",
    "Problem",
    "Rainfall",
    "Rate",
    "Ratio",
    "Schema",
    "Seconds",
    "Source",
    "Speed",
    "Within",
    "add_children",
    "build_object",
    "distinct_names",
    "edited_yaml",
    "exact_quantity",
    "field_validator",
    "file_digest",
    "file_name",
    "format_quantity",
    "is_code",
    "is_locked",
    "json_schema",
    "load_object",
    "load_toml",
    "load_xml",
    "load_yaml",
    "model_validator",
    "new_element",
    "numeric_fields",
    "parse_duration",
    "parse_quantity",
    "parse_rate",
    "parse_toml",
    "parse_xml",
    "parse_yaml",
    "read_source",
    "show",
    "show_path",
    "si_unit",
    "validate",
    "write_bytes_atomic",
    "write_text_atomic",
    "xml_text",
]
