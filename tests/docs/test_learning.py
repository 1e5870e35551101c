"""The tables of the page on learning environments say what is there: copy the lines that this test misses into it."""

from __future__ import annotations

from pathlib import Path

from seahaven.learning.environments import FEATURES, TASKS, TERMS, Feature
from seahaven.traffic import VEHICLES

PAGE = Path(__file__).parents[2] / "docs" / "learning-environments.md"


def feature_row(feature: Feature) -> str:
    column = VEHICLES.columns[feature.column]
    share = "" if feature.scale == 1.0 else f"{feature.scale:g} {column.unit}".strip()
    nothing = f"{feature.nothing:g}" if column.nullable else ""
    return f"| `{feature.name}` | {share} | {nothing} | {feature.meaning} |"


def rows() -> list[str]:
    terms = [f"| `{name}` | {meaning} |" for name, (_, meaning) in TERMS.items()]
    paid = {
        name: ", ".join(f"`{term}` {weight:g}" for term, weight in task.pay.items()) for name, task in TASKS.items()
    }
    return [*map(feature_row, FEATURES), *terms, *(f"| `{name}` | {weights} |" for name, weights in paid.items())]


def test_the_docs_list_features_terms_and_weights() -> None:
    page = PAGE.read_text()
    missing = [row for row in rows() if row not in page]
    assert not missing, "\n".join(missing)
