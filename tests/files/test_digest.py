from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.files import file_digest


def test_digest_is_the_sha256_of_the_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    assert file_digest(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a: cannot be read: No such file or directory$"):
        file_digest(tmp_path / "a")
