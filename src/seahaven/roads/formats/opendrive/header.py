"""What a file says of itself: that it is OpenDRIVE, which version, and where on the globe it lies."""

from __future__ import annotations

from seahaven.files import Element
from seahaven.roads.formats.opendrive.remarks import Remarks

__all__ = ["check_header", "read_georeference", "read_offset", "remark_on_offset", "version_of"]

ROOT = "asam.net:xodr:1.0.0:xml.root_tag_is_opendrive"
HEADER = "asam.net:xodr:1.0.0:xml.fileheader_is_present"
VERSION = "asam.net:xodr:1.0.0:xml.version_is_defined"
SUPPORTED = "asam.net:xodr:1.0.0:xml.valid_schema"
OFFSET = "seahaven:header.offset"
OLDEST, NEWEST = (1, 4), (1, 8)


def check_header(root: Element, remarks: Remarks) -> None:
    """Refuse what is no OpenDRIVE of a major version that is known; remark on a header that is poor."""
    if root.tag != "OpenDRIVE":
        root.refuse(f"the outermost element is <{root.tag}>; expected <OpenDRIVE>", rule=ROOT)
    header = root.first("header")
    if header is None:
        remarks.note(HEADER, root, f"there is no <header>; the file is read as version {_shown(NEWEST)}")
    elif (version := _stated(header)) is None:
        stated = ", ".join(f"{name}='{header.attributes.get(name, '')}'" for name in ("revMajor", "revMinor"))
        remarks.note(VERSION, header, f"the version is not stated ({stated}); read as version {_shown(NEWEST)}")
    elif version[0] != NEWEST[0]:
        header.refuse(f"the file is of version {_shown(version)}; expected 1.4 to 1.8", rule=SUPPORTED)
    elif not OLDEST <= version <= NEWEST:
        remarks.note(SUPPORTED, header, f"version {_shown(version)} is not known; read as version {_shown(NEWEST)}")


def version_of(root: Element) -> tuple[int, int]:
    """The version of a file as major and minor number; the newest known where it does not say."""
    header = root.first("header")
    return (_stated(header) if header else None) or NEWEST


def read_georeference(header: Element | None) -> str:
    """How x and y lie on the globe, as a PROJ string."""
    found = header.first("geoReference") if header else None
    return found.text.strip() if found else ""


def read_offset(header: Element | None) -> tuple[float, float, float, float]:
    """x, y, z and heading of the origin in the georeference; roads keep the coordinates that the file gives them."""
    element = header.first("offset") if header else None
    if element is None:
        return 0.0, 0.0, 0.0, 0.0
    return element.number("x", 0.0), element.number("y", 0.0), element.number("z", 0.0), element.number("hdg", 0.0)


def remark_on_offset(header: Element | None, remarks: Remarks) -> None:
    """Remark on an offset, which nothing applies."""
    offset = read_offset(header)
    if header and any(offset):
        shown = ", ".join(f"{name} {value:g}" for name, value in zip(("x", "y", "z", "hdg"), offset, strict=True))
        message = f"the <offset> of {shown} is not applied: roads keep the coordinates of the file"
        remarks.note(OFFSET, header.first("offset") or header, message)


def _stated(header: Element) -> tuple[int, int] | None:
    numbers = [header.attributes.get(name, "").strip() for name in ("revMajor", "revMinor")]
    if not all(number.isdecimal() and len(number) < 6 for number in numbers):
        return None
    return int(numbers[0]), int(numbers[1])


def _shown(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"
