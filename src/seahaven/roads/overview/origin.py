"""What kind of file a network came from."""

from __future__ import annotations

from pathlib import Path

from seahaven.files import Element, load_xml
from seahaven.roads.formats.opendrive.user_data import VENDOR

_OPENDRIVE, _SUMO = "OpenDRIVE", "net"


def file_format(path: str | Path) -> str:
    """The format of a road file with its version, such as "OpenDRIVE 1.6"; else the outermost element."""
    root = load_xml(path)
    if root.tag == _OPENDRIVE:
        return f"OpenDRIVE {_opendrive_version(root)}".strip()
    return f"SUMO {root.attributes.get('version', '')}".strip() if root.tag == _SUMO else root.tag


def _opendrive_version(root: Element) -> str:
    header = root.first("header")
    return ".".join(header.attributes.get(name, "?") for name in ("revMajor", "revMinor")) if header else ""


def is_written_by_us(path: str | Path) -> bool:
    """Whether a road file is one that we wrote, so that its name is one that somebody chose for readers."""
    header = load_xml(path).first("header")
    return header is not None and header.attributes.get("vendor") == VENDOR
