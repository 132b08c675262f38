"""Tournaments played: the same whatever the processes, resumable, and no bot can stop one."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from durak.actions import Action
from durak.arena import ArenaError, Asked, Outcome, Plan, run
from durak.arena.keeping import Keeper
from durak.arena.players import Player, ViewPlayer
from durak.arena.playing import Played, Table
from durak.arena.tournament import Watcher
from durak.record import Record, read_records, replay, verify
from durak.ruleset import Ruleset
from durak.view import View
from tests.arena import tiny

FOUR = "podkidnoy players=4"


def asked(*bots: str, rules: str = "podkidnoy", deals: int = 6, slow: float = 60) -> Asked:
    return Asked(bots=bots, ruleset=Ruleset.from_code(rules), deals=deals, seed=5, slow=slow)


def play(tournament: Asked, *, keep: Path | None = None, lines: list[str] | None = None) -> Outcome:
    watcher = Watcher(report=(lines if lines is not None else []).append)
    return run(tournament, jobs=1, keep=keep, watcher=watcher, make=tiny.make)


def timeless(outcome: Outcome) -> object:
    """An outcome without what differs from run to run."""
    told = json.loads(outcome.json())
    del told["seconds"]
    for each in told["bots"].values():
        del each["ms_per_action"]
    return told


def recorded(path: Path, tournament: Asked, **more: object) -> tuple[Record, ...]:
    run(tournament, jobs=1, records=path, make=tiny.make, **more)  # type: ignore[arg-type]
    return read_records(path.read_text(encoding="utf-8"))


# Determinism -------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_the_outcome_does_not_depend_on_the_processes(tmp_path: Path) -> None:
    found, texts = [], []
    for jobs in (1, 2):
        path = tmp_path / f"{jobs}.durak"
        outcome = run(
            asked("dice", "first", rules=FOUR, deals=20), jobs=jobs, records=path, make=tiny.make
        )
        found.append(timeless(outcome))
        texts.append(path.read_text(encoding="utf-8"))
    assert found[0] == found[1]
    assert texts[0] == texts[1]


def test_another_seed_is_another_tournament() -> None:
    one = asked("dice", "first")
    other = Asked(bots=one.bots, ruleset=one.ruleset, deals=6, seed=6)
    assert Table(one, tiny.make).play(1).actions != Table(other, tiny.make).play(1).actions


def test_a_duplicate_deal_has_the_same_cards_and_dealer_and_the_bots_at_other_seats(
    tmp_path: Path,
) -> None:
    records = recorded(tmp_path / "all.durak", asked("dice", "first", rules=FOUR, deals=8))
    assert len(records) == 8
    for deck in (records[:4], records[4:]):
        assert len({(each.deck, each.dealer) for each in deck}) == 1
        assert sorted(each.seats.index("bot:dice") for each in deck) == [0, 1, 2, 3]
    assert records[0].deck != records[4].deck


def test_the_dice_of_a_bot_fall_anew_for_every_seat_and_deck() -> None:
    plan = Plan(asked("dice", "first", rules=FOUR))
    assert len({plan.random("deck", 0, 0, seat).random() for seat in range(4)}) == 4


# Records -----------------------------------------------------------------------------------------


def test_records_can_be_replayed_and_their_shuffles_verified(tmp_path: Path) -> None:
    for record in recorded(tmp_path / "all.durak", asked("dice", "first")):
        assert replay(record).result == record.result
        assert verify(record).is_fair


def test_only_the_deals_asked_for_are_recorded(tmp_path: Path) -> None:
    run(asked("dice", "first", deals=10), jobs=1, records=tmp_path, only={2, 7}, make=tiny.make)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deal-02.durak", "deal-07.durak"]


def test_a_deal_played_before_can_still_be_recorded(tmp_path: Path) -> None:
    tournament, keep = asked("dice", "first"), tmp_path / "kept.jsonl"
    play(tournament, keep=keep)
    before = keep.read_bytes()
    (late,) = recorded(tmp_path / "one.durak", tournament, keep=keep, only={3})
    assert keep.read_bytes() == before
    assert len(late.actions) == Table(tournament, tiny.make).play(3).actions


def test_a_deal_that_is_not_played_cannot_be_recorded(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="deals are 1 to 6"):
        recorded(tmp_path / "no.durak", asked("dice", "first"), only={7})


# Going on ----------------------------------------------------------------------------------------


def test_a_stopped_tournament_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    tournament = asked("dice", "first", "taker", deals=6)
    whole = timeless(play(tournament))
    keep = tmp_path / "kept.jsonl"
    play(tournament, keep=keep)
    text = keep.read_bytes()
    ends = [at + 1 for at, byte in enumerate(text) if byte == ord("\n")]
    for cut in (10, ends[0], ends[0] + 30, ends[7], ends[7] + 1, len(text) - 1, len(text)):
        keep.write_bytes(text[:cut])
        lines: list[str] = []
        assert timeless(play(tournament, keep=keep, lines=lines)) == whole
        said = [line for line in lines if "played before" in line]
        assert bool(said) == (cut > ends[1])
        assert len(keep.read_bytes().splitlines()) == len(ends)


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    tournament, keep = asked("dice", "first"), tmp_path / "kept.jsonl"
    play(tournament, keep=keep)
    text = keep.read_text(encoding="utf-8")
    with Keeper(keep, tournament) as before:
        told = [before.kept[number].losers for number in range(1, 7)]
    keep.write_text(text.replace('"end":"durak"', '"end":"stalemate"'), encoding="utf-8")
    assert play(tournament, keep=keep).stalemates == sum(bool(losers) for losers in told)


def test_a_tournament_may_grow(tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    play(asked("dice", "first", deals=4), keep=keep)
    grown = play(asked("dice", "first", deals=8), keep=keep)
    assert timeless(grown) == timeless(play(asked("dice", "first", deals=8)))


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (asked("dice", "taker"), "bots was dice first and is now dice taker"),
        (asked("dice", "first", rules=FOUR), "ruleset was players=2 and is now players=4"),
        (asked("dice", "first", slow=2), "slow was 60.0 and is now 2"),
    ],
)
def test_a_file_of_another_tournament_is_refused_with_what_differs(
    tmp_path: Path, other: Asked, told: str
) -> None:
    keep = tmp_path / "kept.jsonl"
    play(asked("dice", "first"), keep=keep)
    before = keep.read_bytes()
    with pytest.raises(ArenaError, match=told):
        play(other, keep=keep)
    assert keep.read_bytes() == before


@pytest.mark.parametrize("text", ["my diary", "my diary\n", '{"a":1}\n', "x" * 20_000])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    keep = tmp_path / "diary.txt"
    keep.write_text(text, encoding="utf-8")
    with pytest.raises(ArenaError, match="not a file that the arena has kept"):
        play(asked("dice", "first"), keep=keep)
    assert keep.read_text(encoding="utf-8") == text


# Bad bots ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("cheat", "; legal: "),
        ("mute", "it tried '6d', which is no action; legal: "),
        ("broken", "KeyError: 'no such plan'; legal: "),
    ],
)
@pytest.mark.parametrize("rules", ["podkidnoy", FOUR, "classic-teams players=4"])
def test_a_bad_bot_loses_its_deal_with_a_clear_line_and_the_tournament_goes_on(
    bot: str, told: str, rules: str
) -> None:
    lines: list[str] = []
    outcome = play(asked(bot, "dice", rules=rules, deals=8), lines=lines)
    found = outcome.bots[bot]
    assert found.faults > 0
    assert found.durak >= found.faults
    assert outcome.bots["dice"].faults == 0
    assert len(outcome.faults) == found.faults
    fault = outcome.faults[0]
    assert fault.bot == bot
    assert told in fault.what
    assert str(fault) in lines
    assert f"deal {fault.deal} (deck {fault.deck}): {bot} at seat {fault.seat}" in str(fault)


def test_a_bot_that_is_too_slow_loses_its_deal() -> None:
    outcome = play(asked("dice", "first", slow=1e-9))
    assert sum(each.faults for each in outcome.bots.values()) == 6
    assert "allowed are 1e-09 s" in outcome.faults[0].what


def test_a_bot_that_has_left_loses_its_deals() -> None:
    tiny.Absent.asked = 0
    outcome = play(asked("absent", "dice"))
    assert outcome.bots["absent"].faults > 0
    assert "it does not begin: RuntimeError: gone home" in outcome.faults[-1].what


def test_a_deal_that_never_ends_is_broken_off_and_counts_as_a_draw() -> None:
    played = Table(asked("dice", "first"), tiny.make, most_actions=7).play(1)
    assert (played.end, played.losers, played.actions) == ("unfinished", (), 7)


def test_the_record_of_a_lost_deal_says_why(tmp_path: Path) -> None:
    records = recorded(tmp_path / "bad.durak", asked("broken", "dice"))
    faults = [dict(record.headers).get("Fault", "") for record in records]
    assert all("KeyError" in fault for fault in faults)
    assert all(record.result == "unfinished" for record in records)


def test_no_player_is_asked_for_a_forced_action() -> None:
    seen: list[int] = []

    class Noting(tiny.Dice):
        def choose(self, view: View) -> Action:
            seen.append(len(view.legal))
            return super().choose(view)

    def make(spec: str, rng: random.Random, seconds: float) -> Player:
        return ViewPlayer(Noting(rng))

    played: Played = Table(asked("a", "b"), make).play(1)
    assert min(seen) > 1
    assert len(seen) == sum(played.asked) < played.actions


def test_an_unknown_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(ArenaError, match="no tiny bot 'nobody'"):
        play(asked("dice", "nobody"))
