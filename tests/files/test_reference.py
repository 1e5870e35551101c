import sys
from fractions import Fraction
from pathlib import Path

import pytest

from seahaven.errors import InputError, Position, TrustError
from seahaven.files import CodeReference, load_object
from tests.chains import chain_before


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package outside Seahaven with a good module and several that fail."""
    folder = tmp_path / "outsider"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "drivers.py").write_text("class Driver: pass\n")
    (folder / "broken.py").write_text("1 / 0\n")
    (folder / "lacking.py").write_text("import no_such_package_anywhere\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "outsider"]:
        monkeypatch.delitem(sys.modules, name)
    return "outsider"


def test_reference_is_read_and_written_back() -> None:
    reference = CodeReference.parse("package.module:Name")
    assert reference == CodeReference("package.module", "Name")
    assert reference.package == "package"
    assert str(reference) == "package.module:Name"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "package",
        "package:",
        ":Name",
        ".package:Name",
        "a..b:Name",
        "a.b:C.d",
        "a:b:c",
        "a/b:C",
        "a:b()",
        "a: B",
        "a.if:B",
        "a:1b",
    ],
)
def test_anything_but_identifiers_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        CodeReference.parse(text, at=Position("a.yaml", 1, 2))
    assert str(caught.value) == f"a.yaml:1:2: '{text}' does not name code; expected 'package.module:Name'"


def test_code_of_seahaven_is_allowed() -> None:
    assert load_object(CodeReference.parse("seahaven.errors:Position")) is Position


def test_code_of_others_is_refused_unimported_with_the_option_to_pass(package: str) -> None:
    with pytest.raises(TrustError) as caught:
        load_object(CodeReference(f"{package}.drivers", "Driver"), at=Position("a.yaml", 3, 1))
    assert str(caught.value) == (
        "a.yaml:3:1: 'outsider.drivers:Driver' is code from package 'outsider', which is not allowed to run "
        "(allowed: seahaven); if you trust it, pass --allow outsider"
    )
    assert "outsider" not in sys.modules


def test_allowed_package_covers_what_is_below_it_and_nothing_beside_it(package: str) -> None:
    reference = CodeReference(f"{package}.drivers", "Driver")
    for allowed in ("outsider", "outsider.drivers"):
        loaded = load_object(reference, allowed=(allowed,))
        assert isinstance(loaded, type)
        assert loaded.__name__ == "Driver"
    for allowed in ("outside", "outsider.driver", "outsider.drivers.x"):
        with pytest.raises(TrustError):
            load_object(reference, allowed=(allowed,))
    with pytest.raises(TrustError, match="package 'seahavenx', which is not allowed"):
        load_object(CodeReference("seahavenx", "Name"))


@pytest.mark.parametrize(
    ("module", "name", "message"),
    [
        ("outsider.drivers", "Drivr", "module 'outsider.drivers' has no 'Drivr'; did you mean 'Driver'?"),
        ("outsider.driver", "Driver", "no module 'outsider.driver'; did you mean 'drivers'?"),
        ("outsider.broken", "Driver", "importing 'outsider.broken' failed: ZeroDivisionError: division by zero"),
        (
            "outsider.lacking",
            "Driver",
            "importing 'outsider.lacking' failed: ModuleNotFoundError: No module named 'no_such_package_anywhere'",
        ),
        ("outsider.py", "Driver", "no module 'outsider.py'; name the module without its suffix: outsider:Driver"),
        ("no_such_package_anywhere.x", "Driver", "no module 'no_such_package_anywhere'; is it installed?"),
    ],
)
def test_failure_names_what_failed_and_keeps_the_cause(module: str, name: str, message: str, package: str) -> None:
    at = Position("a.yaml", 1, 1)
    with pytest.raises(InputError) as caught:
        load_object(CodeReference(module, name), allowed=(package, "no_such_package_anywhere"), at=at)
    assert caught.value.message == message
    assert caught.value.at == at
    is_of_the_author = "failed:" in message
    assert (caught.value.__cause__ is not None) == is_of_the_author
    assert bool(chain_before(caught.value)) == is_of_the_author


def test_other_packages_can_be_allowed_by_name() -> None:
    assert load_object(CodeReference("fractions", "Fraction"), allowed=("fractions",)) is Fraction
