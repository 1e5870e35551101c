"""The user's settings: a file of the user's own, which no study can change."""

from __future__ import annotations

import os
from pathlib import Path

from seahaven.errors import InputError

__all__ = ["allowed_always", "settings_file"]


def settings_file() -> Path:
    """Where the settings are: `seahaven/settings.toml` in `XDG_CONFIG_HOME`, which is `~/.config` by default."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "seahaven" / "settings.toml"


def allowed_always() -> list[str]:
    """What the settings say may always run: `allow = ["my_drivers", "/opt/planner/drive"]`.

    A program is given by its whole path, since a relative one would mean another program beside every study.
    """
    path = settings_file()
    if not path.is_file():
        return []
    from seahaven.files import load_toml

    document = load_toml(path)
    data = document.data if isinstance(document.data, dict) else {}
    names = data.get("allow", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError("'allow' is a list of packages and programs", document.at("allow"))
    allowed = [str(name) for name in names]
    for place, name in enumerate(allowed):
        if os.sep in name and not Path(name).is_absolute():
            raise InputError(f"'{name}' is a relative path; write the whole path", document.at("allow", place))
    return allowed
