"""How tests ask for a refusal: by its text, and by the line that is marked `# <-` in the test's own source."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from seahaven.hcsm import MachineError
from tests.chains import chain_before


@contextmanager
def refused(text: str) -> Iterator[None]:
    """Expect that what follows is refused with the text, at a marked line of the file that it is in."""
    with pytest.raises(MachineError, match=text) as caught:
        yield
    assert not chain_before(caught.value)
    where = caught.value.where
    assert where is not None
    assert re.search(r"# <-", linecache.getline(where.file, where.line)), f"{caught.value} is not at the marked line"
