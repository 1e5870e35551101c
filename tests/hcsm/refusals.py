"""How tests ask for a refusal: by its text, and by the line that is marked `# <-` in the test's own source."""

from __future__ import annotations

import linecache
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from seahaven.hcsm import MachineError
from tests.chains import chain_before


@contextmanager
def refused(text: str) -> Iterator[None]:
    """Expect that what follows is refused with the text, at a marked line of the file that it is in.

    Python shows that line, and the statement that led to it, but no function of ours that found it.
    """
    with pytest.raises(MachineError, match=text) as caught:
        yield
    assert not chain_before(caught.value)
    where = caught.value.where
    assert where is not None
    frames = traceback.extract_tb(caught.value.__traceback__)[1:]
    if frames[-1].name != "__init__":
        assert (frames[-1].filename, frames[-1].lineno) == (where.file, where.line)
        assert {frame.filename for frame in frames} == {where.file}, "frames of ours are shown"
    assert re.search(r"# <-", linecache.getline(where.file, where.line)), f"{caught.value} is not at the marked line"
