"""Names that people give themselves: what passes, what is refused and why."""

import unicodedata

import pytest

from durak.record.model import is_value
from durak.server.names import BadNameError, checked_name, skeleton
from durak.server.protocol import MAX_NAME


@pytest.mark.parametrize(
    "name",
    [
        "Anya",
        "Вера",
        "O'Neil-Śmith Jr.",
        "李雷",
        "علي",
        "नेहा",
        "♠ Ace ♠",
        "🙂",
        "7",
        "x" * MAX_NAME,
        "<b>Bob</b>",
        "Robotnik: the bot",
    ],
)
def test_names_of_all_writings_pass_as_they_are(name: str) -> None:
    assert checked_name(name) == unicodedata.normalize("NFC", name)


def test_a_name_is_kept_composed() -> None:
    assert checked_name("Ju\u0308rgen") == "J\u00fcrgen"
    assert checked_name("и\u0306") == "й"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "length"),
        ("x" * (MAX_NAME + 1), "length"),
        (" Anya", "edges"),
        ("Anya ", "edges"),
        ("Anya\u3000", "edges"),
        ("   ", "edges"),
        ("An\nya", "invisible"),
        ("An\x00ya", "invisible"),
        ("An\x1b[31mya", "invisible"),
        ("An\u202eya", "invisible"),  # right-to-left override
        ("An\u2066ya", "invisible"),  # isolate
        ("An\u200dya", "invisible"),  # zero width joiner
        ("An\u200bya", "invisible"),
        ("An\ufeffya", "invisible"),
        ("An\u00a0ya", "invisible"),  # a space that is none
        ("An\u2028ya", "invisible"),
        ("An\u00adya", "invisible"),  # soft hyphen
        ("\u3164", "invisible"),  # Hangul filler
        ("An\u2800ya", "invisible"),  # Braille blank
        ("An\ue000ya", "invisible"),  # private use
        ("An\U000e0041ya", "invisible"),  # tag
        ("An\u0378ya", "invisible"),  # unassigned
        ("An\ud800ya", "invisible"),  # half a character
        ("An|ya", "bar"),
        ("Z\u0335\u0321\u0322algo", "marks"),
        ("\u0301\u0301", "marks"),
        ("bot:quick", "bot"),
        ("BOT:me", "bot"),
        ("bot：me", "bot"),  # full width
        ("Воt:me", "bot"),  # Cyrillic
        ("b o t : me", "bot"),
    ],
)
def test_what_cannot_be_seen_or_means_something_else_is_refused(name: str, reason: str) -> None:
    with pytest.raises(BadNameError) as refused:
        checked_name(name)
    assert refused.value.code == "bad_name"
    assert refused.value.reason == reason
    assert refused.value.params["reason"] == reason
    assert refused.value.message.startswith("A name has") or reason == "bot"
    assert refused.value.message.endswith(".")


@pytest.mark.parametrize(
    ("name", "seated"),
    [
        ("Anya", "Anya"),
        ("anya", "Anya"),
        ("Аnya", "Anya"),  # Cyrillic A
        ("Αnya", "Anya"),  # Greek Alpha
        ("Вера", "Bepa"),
        ("Сергей", "Сергеи"),
        ("РОМА", "POMA"),
        ("Ольга", "Oльгa"),
        ("An ya", "Anya"),
        ("Аnуa", "Anya"),
        ("lvan", "Ivan"),
        ("B0ris", "Boris"),
        ("Ánya", "Anya"),
        ("Ａnya", "Anya"),
        ("Borner", "Bomer"),
        ("ΝΙΚΟΣ"[:3], "NIK"),
    ],
)
def test_a_look_alike_of_a_seated_name_is_refused(name: str, seated: str) -> None:
    assert checked_name(name) == name
    with pytest.raises(BadNameError, match="looks like") as refused:
        checked_name(name, seated=["Someone", seated])
    assert (refused.value.reason, refused.value.params["other"]) == ("lookalike", seated)


def test_names_that_differ_at_a_glance_sit_together() -> None:
    names = ["Anya", "Vera", "Вера", "Gleb", "Глеб", "Dasha", "Даша", "Boris", "Борис", "Ая"]
    assert len({skeleton(name) for name in names}) == len(names)
    for name in names:
        assert checked_name(name, seated=[other for other in names if other != name]) == name


def test_every_name_that_passes_fits_into_a_record() -> None:
    for name in ("♠ {x} ; =: \\", "नेहा", "x" * MAX_NAME, "🙂"):
        assert is_value(checked_name(name))
