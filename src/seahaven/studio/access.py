"""Who may come in, and as what: only this machine by default, and those with a link where the studio is shared."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from seahaven.studio.commands import ROLES

__all__ = ["COOKIE", "Access"]

COOKIE: Final = "seahaven-studio"
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})


@dataclass(frozen=True, slots=True)
class Access:
    """The rules of one studio.

    Unshared, requests have to name this machine as their host, which keeps out pages elsewhere whose name leads here,
    and whoever comes is a director. Shared, every request needs a token, whose role it has.
    """

    tokens: Mapping[str, str] = field(default_factory=dict)
    """Roles by token; none where the studio is not shared."""

    @classmethod
    def shared(cls) -> Access:
        """Access by one fresh token for each role."""
        return cls({secrets.token_urlsafe(18): role for role in ROLES})

    @property
    def is_shared(self) -> bool:
        """Whether others than this machine may come."""
        return bool(self.tokens)

    def role(self, token: str | None) -> str | None:
        """The role of whoever brings a token; None for nobody."""
        if not self.is_shared:
            return ROLES[-1]
        for known, role in self.tokens.items():
            if token is not None and secrets.compare_digest(known.encode(), token.encode()):
                return role
        return None

    def may_ask(self, host: str | None) -> bool:
        """Whether a request that names this host is meant for this studio."""
        if self.is_shared:
            return True
        return host is not None and host.rpartition(":")[0] in LOOPBACK

    def is_own(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of this studio asks: browsers name the origin wherever something can be changed."""
        return origin is None or (host is not None and urlsplit(origin).netloc == host)
