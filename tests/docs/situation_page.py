"""The page on situations, made from what they declare: `python -m tests.docs.situation_page` writes it anew."""

from __future__ import annotations

from pathlib import Path

from seahaven.direction.description import SituationDescription, describe
from seahaven.direction.library import LIBRARY
from seahaven.direction.sketch import sketch

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "situations.md"
HEAD = """\
# The situations

These situations can be used by name in a study. `seahaven situations` prints the same descriptions, and `seahaven
situations NAME -o FILE.svg` draws the picture. [Directing situations](direction.md) explains how they are staged, and
how to write your own.

At the critical moment a time is met if it is within 0.25 s of the wanted one, a distance if it is within 5 % or a
metre, whichever is more. Response times count from the onset of the [stimulus](measures.md#response-times).
"""


def picture(name: str) -> Path:
    return DOCS / "pictures" / f"situation_{name.replace(' ', '_')}.svg"


def page() -> str:
    return HEAD + "".join(map(section, (describe(name, kind) for name, kind in LIBRARY.items())))


def section(one: SituationDescription) -> str:
    rows = "".join(f"| `{d.name}` | {d.default} | {d.unit} | {d.bounds} | {d.meaning} |\n" for d in one.parameters)
    return f"""
## {one.name}

{one.happens} {one.more}
```{{image}} pictures/{picture(one.name).name}
:alt: {one.name} from above
:width: 100%
```

- Roles: {", ".join(one.roles)}.
- Needs: {one.needs or "any road"}.
- Critical moment: {one.place}.
- Wanted then: {one.wanted}.
- Stimulus: {one.stimulus}.

| parameter | default | unit | from, to | meaning |
| --- | --- | --- | --- | --- |
{rows}""".replace(" \n```", "\n\n```").replace(".\n```", ".\n\n```")


if __name__ == "__main__":
    PAGE.write_text(page())
    for name, kind in LIBRARY.items():
        picture(name).write_text(sketch(kind, name))
