"""Codes of signs and lights, and what they mean."""

import pytest

from seahaven.roads.model import SIGN_COUNTRIES, SignalKind, signal_code, signal_kind, signal_speed


@pytest.mark.parametrize(
    ("country", "type_name", "subtype", "name", "kind"),
    [
        ("OpenDRIVE", "1000001", "-1", "Signal_3Light_Post01", SignalKind.LIGHT),
        ("OpenDRIVE", "1000002", "-1", "", SignalKind.PEDESTRIAN_LIGHT),
        ("OpenDRIVE", "206", "-1", "Sign_Stop", SignalKind.STOP),
        ("DE", "205", "", "", SignalKind.YIELD),
        ("de", "306", "", "", SignalKind.PRIORITY_ROAD),
        ("", "274", "55", "", SignalKind.SPEED_LIMIT),
        ("XX", "294", "", "", SignalKind.STOP_LINE),
        ("US", "R1-1", "", "", SignalKind.STOP),
        ("us", "r1-2", "", "", SignalKind.YIELD),
        ("se", "c", "31", "speed_50", SignalKind.SPEED_LIMIT),
        ("AT", "Haltelinie", "-1", "", SignalKind.STOP_LINE),
        ("", "-1", "-1", "Stop_Sign", SignalKind.STOP),
        ("", "stop", "", "", SignalKind.STOP),
        ("se", "c", "27", "overtaking_ban_begin", SignalKind.OTHER),
    ],
)
def test_codes_have_their_meaning(country: str, type_name: str, subtype: str, name: str, kind: SignalKind) -> None:
    assert signal_kind(country, type_name, subtype, name) is kind


@pytest.mark.parametrize(
    ("country", "subtype", "value", "speed"),
    [
        ("de", "-1", 50.0, 50 / 3.6),
        ("de", "57", None, 70 / 3.6),
        ("us", "", 35.0, 35 * 0.44704),
        ("se", "31", 5.0, 50 / 3.6),
        ("de", "-1", None, None),
        ("de", "-1", -1.0, None),
    ],
)
def test_speeds_are_in_the_countrys_unit(country: str, subtype: str, value: float | None, speed: float | None) -> None:
    found = signal_speed(country, "274", subtype, value)
    assert found == (None if speed is None else pytest.approx(speed))


@pytest.mark.parametrize("country", SIGN_COUNTRIES)
@pytest.mark.parametrize("kind", SignalKind)
def test_the_code_that_is_put_up_means_the_kind(country: str, kind: SignalKind) -> None:
    assert signal_kind(*signal_code(kind, country), "") is kind


def test_signs_that_a_country_lacks_are_german() -> None:
    assert signal_code(SignalKind.STOP, "us") == ("US", "R1-1", "-1")
    assert signal_code(SignalKind.PRIORITY_HERE, "us") == ("DE", "301", "-1")
    assert signal_code(SignalKind.LIGHT, "us") == ("OpenDRIVE", "1000001", "-1")
