"""What Python prints before a message of ours, if a script does not catch it."""

from __future__ import annotations

import traceback

__all__ = ["chain_before"]

_LINKS = ("During handling of the above exception", "The above exception was the direct cause")


def chain_before(error: BaseException) -> str:
    """The traceback of whatever led to an error, which is printed first; empty if the error stands alone."""
    text = "".join(traceback.format_exception(error))
    return text if any(link in text for link in _LINKS) else ""
