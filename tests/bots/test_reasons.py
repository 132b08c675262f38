"""Reasons: every one is worded in every language, with the cards it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import durak.bots
from durak.bots import Reason
from durak.bots.reasons import CATALOGUE, LANGUAGES, text


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_reason_is_worded_in_every_language_with_the_same_places(code: str) -> None:
    lines = CATALOGUE[code]
    assert set(lines) == set(LANGUAGES)
    assert len({frozenset(re.findall(r"{(\w+)}", line)) for line in lines.values()}) == 1
    for language in LANGUAGES:
        worded = text(Reason(code=code, cards=("Th", "Ts")), language)
        assert worded
        assert "{" not in worded
        assert not worded.endswith(".")


def test_the_catalogue_holds_the_codes_that_bots_give_and_no_others() -> None:
    folder = Path(durak.bots.__file__).parent
    sources = [path for path in folder.glob("*.py") if path.name != "reasons.py"]
    source = "\n".join(path.read_text("utf-8") for path in sources)
    assert set(re.findall(r"Reason\(\s*code=\"(\w+)\"", source)) <= set(CATALOGUE)
    assert [code for code in CATALOGUE if f'"{code}"' not in source] == []


def test_cards_are_written_as_each_language_writes_them() -> None:
    pair = Reason(code="lead_pair", cards=("Kh", "Ks"))
    assert text(pair, "en") == "leads a pair: K♥ K♠"
    assert text(pair, "ru") == "заходит парой: К♥ К♠"
    assert text(pair, "en", card=str.lower) == "leads a pair: kh ks"


def test_what_cannot_be_worded_is_refused() -> None:
    with pytest.raises(ValueError, match="no reason is called 'hunch': there are forced"):
        text(Reason(code="hunch"), "en")
    with pytest.raises(ValueError, match="no reasons in 'de': there are en, ru"):
        text(Reason(code="any"), "de")
    with pytest.raises(ValueError, match="keeps_trump names cards, and none were given"):
        text(Reason(code="keeps_trump"), "en")
