"""R13: an illegal action changes nothing, and is answered with the first code that applies."""

from __future__ import annotations

from typing import Any

import pytest

from durak.actions import Action, Kind
from durak.deal import Deal
from durak.kernel.refusal import Code
from durak.refusals import Refused
from tests.engine.tables import at, code, legal, play

TALON = "Js Qs Ks As Ah"
OFF = "players=4 throwers=neighbours"
ON = f"{OFF} transfer=on"

# Each phase: the table, whether the defender takes, and the seat to act.
PHASES: dict[str, tuple[dict[str, Any], int]] = {
    "lead": ({}, 0),
    "answer": ({"table": "7c"}, 1),
    "throw": ({"table": "7c<8c"}, 0),
    "take": ({"table": "7c", "taking": True}, 0),
}
# R13.4, the table: for the seat to act, by phase, in the order of the columns.
ACTIONS = ("7d", "7c<9d", ">7d", ">(7h)", "take", "done", "swap")
ROWS_OFF = {
    "lead": (None, "nothing_to_cover", "transfer_off", "transfer_off", "nothing_to_take",
             "must_lead"),
    "throw": (None, "nothing_to_cover", "transfer_off", "transfer_off", "nothing_to_take", None),
    "take": (None, "taking", "transfer_off", "transfer_off", "taking", None),
}  # fmt: skip
ROWS_ON = {
    "lead": (None, "nothing_to_cover", "must_lead", "must_lead", "nothing_to_take", "must_lead"),
    "throw": (None, "nothing_to_cover", "transfer_after_cover", "transfer_after_cover",
              "nothing_to_take", None),
    "take": (None, "taking", "taking", "taking", "taking", None),
}  # fmt: skip


def table(rules: str, phase: str) -> Deal:
    members, seat = PHASES[phase]
    deal = at(rules, "7d 7h 9c", "8d Ts 7s", "Qc 8s", "Qd 8h", talon=TALON, **members)
    assert deal.to_act == seat
    return deal


@pytest.mark.parametrize(
    "text",
    [
        "", ":", "0", "7d", "0:", "0:7D", "0:7", "0:d7", "0: 7d", "0:7d ", " 0:7d", "4:7d", "9:7d",
        "00:7d", "x:7d", "-1:7d", "²:7d", "0:7d7d", "0:7d 7h", "0:7c<8c9c", "0:7c<", "0:<8c",
        "0:7c<8c<9c", "0:7c7d<8c", "0:7c<7c", "0:>", "0:>()", "0:>(7h7d)", "0:>(7h", "0:Take",
        "0:DONE", "0:pass", "0:swap ", "0:>7h>7d", "0:7h,7d", "0:0:7d",
    ],
)  # fmt: skip
def test_r13_1_bad_notation_comes_first(text: str) -> None:
    deal = table(ON, "lead")
    before = deal.state.tobytes()
    with pytest.raises(Refused) as refused:
        deal.do(text)
    assert refused.value.code == "bad_notation"
    assert len(str(refused.value)) > 10
    assert deal.state.tobytes() == before
    over = at("podkidnoy", "7c", "8c")
    play(over, "0:7c", "1:7c<8c")
    assert code(over, text) == "bad_notation"


def test_r13_1_deal_over_comes_before_everything_else() -> None:
    deal = at("podkidnoy", "7c", "8c")
    play(deal, "0:7c", "1:7c<8c")
    for do in ("0:7d", "1:take", "0:done", "0:swap", "1:7c<8c", "0:>7d", "0:>(7h)"):
        assert code(deal, do) == "deal_over"


def test_r13_2_the_defender_after_its_take_is_taking() -> None:
    deal = table(ON, "take")
    for do in ("7s", "7c<8d", ">7s", ">(7s)", "take", "done", "swap"):
        assert code(deal, f"1:{do}") == "taking"


def test_r13_2_who_is_no_thrower_may_not_throw_in_whatever_it_does() -> None:
    for phase in ("lead", "answer", "throw", "take"):
        deal = table(ON, phase)
        for do in ("8h", "7c<8h", ">8h", ">(8h)", "take", "done", "swap"):
            assert code(deal, f"3:{do}") == "may_not_throw_in"
    teams = at("players=4 teams=two", "7d", "8d", "Qc", "Qd", talon=TALON)
    assert code(teams, "3:done") == "may_not_throw_in"
    out = at("players=4 throwers=all", "7d", "8d", "", "Qd")
    assert code(out, "2:done") == "may_not_throw_in"


def test_r13_2_the_defender_may_lay_no_attack_before_the_lead_too() -> None:
    for phase in ("lead", "answer", "throw"):
        assert code(table(ON, phase), "1:7s") == "may_not_throw_in"


def test_r13_3_not_your_turn_comes_before_the_state_of_the_bout() -> None:
    for phase in ("lead", "throw", "take"):
        deal = table(ON, phase)
        for do in ("Qc", "7c<Qc", ">Qc", ">(Qc)", "take", "done", "swap", "2c"):
            assert code(deal, f"2:{do}") == "not_your_turn"
    for phase in ("lead", "throw"):
        for do in ("7c<Ts", ">7s", "take", "done", "swap"):
            assert code(table(ON, phase), f"1:{do}") == "not_your_turn"
    assert code(table(ON, "answer"), "0:done") == "not_your_turn"


@pytest.mark.parametrize("phase", ["lead", "throw", "take"])
@pytest.mark.parametrize(("rules", "rows"), [(OFF, ROWS_OFF), (ON, ROWS_ON)])
def test_r13_4_the_attackers_rows_of_the_table(
    phase: str, rules: str, rows: dict[str, tuple[str | None, ...]]
) -> None:
    for do, answer in zip(ACTIONS, (*rows[phase], "swap_not_allowed"), strict=True):
        assert code(table(rules, phase), f"0:{do}") == answer


def test_r13_4_the_defenders_row_of_the_table() -> None:
    deal = at(OFF, "7d", "8d Tc 7s 7h", "Qc 8s", "Qd 8h", talon=TALON, table="7c<8c 9c")
    answers = {
        "9c<Tc": None, "7c<Tc": "already_covered", "6c<Tc": "no_such_attack",
        "8c<Tc": "no_such_attack", "take": None, "done": "must_answer", "swap": "swap_not_allowed",
        ">7s": "transfer_off", ">(7h)": "transfer_off",
    }  # fmt: skip
    assert {do: code(deal, f"1:{do}") for do in answers} == answers


def test_r13_4_the_order_of_the_reasons_against_a_transfer() -> None:
    rules = f"{OFF} transfer=on transfer_first_bout=no"
    hands = ("7d", "8d Tc 7s 7h", "Qc 8s", "Qd 8h")
    covered = at(rules, *hands, talon=TALON, table="7c<8c 9c", bout=1)
    assert code(covered, "1:>(7h)") == "transfer_after_cover"
    first = at(rules, *hands, talon=TALON, table="7c", bout=1)
    assert code(first, "1:>(7h)") == "transfer_first_bout"
    show = at(rules, *hands, talon=TALON, table="7c")
    assert code(show, "1:>(7h)") == "show_off"
    assert code(show, "1:>7h") is None


def test_r13_5_card_not_held_comes_before_what_the_cards_are() -> None:
    lead, answer = table(ON, "lead"), table(f"{ON} transfer_show=yes", "answer")
    assert code(lead, "0:Kd") == "card_not_held"
    assert code(lead, "0:7dKd") == "card_not_held"
    assert code(lead, "0:2c") == "card_not_held"  # not of this deck
    assert code(table(ON, "throw"), "0:Kd") == "card_not_held"
    assert code(answer, "1:7c<Kd") == "card_not_held"
    assert code(answer, "1:>Kd") == "card_not_held"
    assert code(answer, "1:>(Kd)") == "card_not_held"


def test_r13_6_lay_mixed_ranks_then_rank_then_limit() -> None:
    deal = at("podkidnoy", "7d 7s 9c 9d", "Td", table="7c<8c", talon=TALON)
    assert deal.limit == 2
    assert code(deal, "0:7d9c") == "mixed_ranks"
    assert code(deal, "0:9c9d") == "rank_not_on_table"
    assert code(deal, "0:7d7s") == "over_limit"


def test_r13_6_cover_does_not_beat() -> None:
    assert code(table(ON, "answer"), "1:7c<8d") == "does_not_beat"


def test_r13_6_transfer_mixed_ranks_then_rank_then_showing_then_limit() -> None:
    rules = "players=2 transfer=on transfer_show=yes transfer_cards=one"
    deal = at(rules, "9d", "6d 6s 6h 8d 8s 8h", table="6c", talon=TALON, shown="6h")
    assert code(deal, "1:>6d8d") == "mixed_ranks"
    assert code(deal, "1:>8d8s") == "transfer_rank"
    assert code(deal, "1:>(8h)") == "transfer_rank"
    assert code(deal, "1:>(6h)") == "show_not_allowed"
    assert code(deal, "1:>(6d)") == "show_not_allowed"
    assert code(deal, "1:>6d") == "transfer_limit"
    several = at(rules, "9d 9c 9s 9h", "6d 6s", table="6c", talon=TALON)
    assert code(several, "1:>6d6s") == "transfer_limit"
    assert code(several, "1:>6d") is None


def test_r13_the_order_of_the_codes_is_the_order_of_the_list() -> None:
    assert [each.value for each in Code] == list(range(len(Code)))
    assert [each.name.lower() for each in Code][:6] == [
        "ok", "bad_notation", "deal_over", "taking", "may_not_throw_in", "not_your_turn",
    ]  # fmt: skip


@pytest.mark.parametrize("phase", [*PHASES])
def test_r13_a_refusal_says_what_was_wrong_and_what_is_allowed(phase: str) -> None:
    deal = table(ON, phase)
    assert deal.to_act is not None
    refusal = deal.refusal(deal.to_act, Action(kind=Kind.SWAP))
    assert refusal is not None
    for token in legal(deal):
        assert token in refusal.message
    other = deal.refusal(2, Action(kind=Kind.SWAP))
    assert other is not None
    assert f"Seat {deal.to_act}" in other.message
    hand = ("7d", "7h", "9c") if deal.to_act == 0 else ("8d", "Ts", "7s")
    assert not any(card in other.message for card in hand)  # R12.4


def test_r13_a_refusal_says_in_params_what_its_sentence_names() -> None:
    deal = table(ON, "answer")
    with pytest.raises(Refused) as refused:
        deal.do("1:7c<8d")
    assert refused.value.refusal.params == {
        "seat": 1, "to_act": 1, "cards": ["8d"], "target": "7c", "limit": deal.limit, "trump": "h",
    }  # fmt: skip
    with pytest.raises(Refused) as refused:
        deal.do("2:done")
    assert refused.value.refusal.params == {
        "seat": 2, "to_act": 1, "cards": [], "target": None, "limit": deal.limit, "trump": "h",
    }  # fmt: skip


def test_r13_a_refused_action_changes_nothing() -> None:
    for phase in PHASES:
        deal = table(ON, phase)
        before, actions = deal.state.tobytes(), list(deal.actions)
        for seat in range(4):
            for do in (*ACTIONS, "7c<7h", "2c", "7d9c"):
                if code(deal, f"{seat}:{do}") is None:
                    continue
                with pytest.raises(Refused):
                    deal.do(f"{seat}:{do}")
        assert (deal.state.tobytes(), deal.actions) == (before, actions)


@pytest.mark.parametrize(
    "action",
    [
        Action(kind=Kind.LAY),
        Action(kind=Kind.LAY, cards=-1),
        Action(kind=Kind.LAY, cards=1 << 52),
        Action(kind=Kind.LAY, cards=1 << 63),
        Action(kind=Kind.LAY, cards=1 << 20, target=16),
        Action(kind=Kind.TRANSFER),
        Action(kind=Kind.SHOW),
        Action(kind=Kind.SHOW, cards=3 << 20),
        Action(kind=Kind.COVER, cards=1 << 20),
        Action(kind=Kind.COVER, target=16),
        Action(kind=Kind.COVER, cards=3 << 20, target=16),
        Action(kind=Kind.COVER, cards=1 << 20, target=20),
        Action(kind=Kind.COVER, cards=1 << 20, target=400),
        Action(kind=Kind.TAKE, cards=1 << 20),
        Action(kind=Kind.DONE, target=16),
        Action(kind=Kind.SWAP, cards=1),
    ],
)
def test_r13_1_an_action_that_has_no_token_is_bad_notation(action: Action) -> None:
    deal = at(
        f"{ON} transfer_show=yes", "9c", "7c 7d 7h Ts", "Jc Jd", "Kd", table="6c", talon=TALON
    )
    before = deal.state.tobytes()
    for seat in range(4):
        refusal = deal.refusal(seat, action)
        assert refusal is not None
        assert refusal.code == "bad_notation"
        with pytest.raises(Refused):
            deal.apply(seat, action)
    assert deal.state.tobytes() == before
