"""R12: what everybody, a seat and a spectator know."""

from __future__ import annotations

import pytest

from durak import events
from durak.view import event_as_seen, identified
from tests.engine.tables import at, dealt, known, play

TALON = "Js Qs Ks As Ah"


def test_r12_1_everybody_knows_table_counts_turn_limit_and_who_said_done() -> None:
    deal = at("players=3", "7c 9c", "Jc Qc", "7s 7h", table="7d<Jd", done=[0], talon=TALON)
    for seat in (None, 0, 1, 2):
        view = deal.view(seat)
        assert view.rules == "players=3"
        assert (view.to_act, view.principal, view.defender, view.limit) == (2, 0, 1, 3)
        assert view.counts == (2, 2, 2)
        assert (view.talon_count, view.trump_card, view.trump) == (5, "Ah", "h")
        assert view.discard_count == 36 - 6 - 2 - 5
        assert [(pair.attack, pair.cover) for pair in view.table] == [("7d", "Jd")]
        assert view.done == (0,)
        assert view.throwers == (0, 2)
        assert view.phase == "throw_in"


def test_r12_1_every_past_action_is_public() -> None:
    for event in (
        events.Attacked(seat=0, cards=("7c",), thrown_in=False, after_take=False),
        events.Covered(seat=1, attack="7c", cover="8c"),
        events.TakeSaid(seat=1),
        events.DoneSaid(seat=0),
    ):
        assert event_as_seen(event, 2) == event


def test_r12_2_cards_taken_from_the_table_are_known_the_own_covers_too_until_they_leave() -> None:
    deal = at("podkidnoy", "9c", "8s Ts", table="7c<8c 7d", talon=TALON)
    play(deal, "1:take", "0:done")
    assert known(deal, 1) == "7c 7d 8c"
    assert deal.view(0).known[1] == ("7c", "7d", "8c")
    play(deal, "0:9c", "1:take", "0:done")
    assert known(deal, 1) == "7c 7d 8c 9c"
    deal = at("podkidnoy", "8c Kd", "9c Ts", known={"1": "9c"}, talon=TALON)
    play(deal, "0:8c", "1:8c<9c")
    assert known(deal, 1) == ""


def test_r12_2_the_trump_card_is_drawn_openly() -> None:
    deal = at("players=3", "7c 9c", "8c Ts", "Qc", talon="Js Ah")
    play(deal, "0:7c", "1:7c<8c", "0:done")
    happened = play(deal, "2:done")
    assert known(deal, 0) == "Ah"
    drew = happened[2]
    assert event_as_seen(drew, 0) == events.Drew(seat=0, cards=("Js", "Ah"), public=("Ah",))
    for seat in (None, 1, 2):
        assert event_as_seen(drew, seat) == events.Drew(seat=0, cards=("??", "Ah"), public=("Ah",))


def test_r12_2_cards_swapped_for_or_shown_are_known() -> None:
    deal = at("podkidnoy trump_swap=on", "6h 7c", "8c", talon="Js Ah", low_trump_first=0)
    play(deal, "0:swap")
    assert known(deal, 0) == "Ah"
    deal = at("players=3 transfer=on transfer_show=yes", "6c Kd", "6h Kc", "8c 9c", talon=TALON)
    play(deal, "0:6c", "1:>(6h)")
    assert known(deal, 1) == "6h"
    assert known(dealt("players=6", "", dealer=0), 0) == "As"  # R4.3


def test_r12_3_a_seat_knows_its_hand_and_every_beaten_card() -> None:
    deal = at("players=3", "7c 9c", "8c Ts", "Qc", talon=TALON)
    play(deal, "0:7c", "1:7c<8c", "0:done", "2:done")
    view = deal.view(2)
    assert "Qc" in view.hand
    assert {"7c", "8c"} <= set(view.gone)
    assert {"7c", "8c", "Qc"} <= identified(view)


def test_r12_3_with_two_seats_and_no_talon_each_knows_the_whole_other_hand() -> None:
    deal = at("podkidnoy", "7c 9c", "8c Ts")
    assert deal.view(0).follows == ((), ("8c", "Ts"))
    assert deal.view(1).follows == (("7c", "9c"), ())
    assert deal.view(None).follows == ((), ())


def test_r12_3_one_hidden_place_alone_is_known_by_elimination() -> None:
    deal = at("players=3", "7c 9c", "8c Ts", "Qc Qd", known={"2": "Qc Qd"})
    assert deal.view(0).follows == ((), ("8c", "Ts"), ())
    assert deal.view(2).follows == ((), (), ())  # two places
    deal = at("podkidnoy", "7c 9c", "8c Ts", known={"1": "8c Ts"}, talon="Js Qs Ah")
    assert deal.view(0).talon_follows == ("Qs", "Js")[::-1]
    assert deal.view(1).talon_follows == ()
    spectator = at("podkidnoy", "7c 9c", "8c Ts", known={"0": "7c 9c"}).view(None)
    assert spectator.follows == ((), ("8c", "Ts"))


def test_r12_3_a_view_infers_nothing_from_play() -> None:
    deal = at("players=3", "9c", "8c 9d", "Qc Qd", table="7c", talon=TALON)
    play(deal, "1:take", "0:done", "2:done")
    assert deal.view(0).known[1] == ("7c",)


def test_r12_4_nothing_else_reaches_a_seat() -> None:
    deal = at("players=3", "7c 9c", "8c Ts", "Qc Qd", talon=TALON)
    view = deal.view(2)
    assert identified(view) & {"7c", "9c", "8c", "Ts", "Js", "Qs", "Ks", "As"} == set()
    assert view.legal == ()
    assert deal.view(None).legal == ()
    assert deal.view(0).legal != ()


def test_r12_4_cards_drawn_by_others_are_hidden() -> None:
    drew = events.Drew(seat=1, cards=("7c", "8c"))
    assert event_as_seen(drew, 1) == drew
    for seat in (0, None):
        assert event_as_seen(drew, seat) == events.Drew(seat=1, cards=("??", "??"))


def test_r12_4_an_event_of_an_unknown_type_reaches_nobody() -> None:
    class Peeked(events.Event, frozen=True):
        card: str

    for seat in (0, None):
        with pytest.raises(TypeError, match="Peeked"):
            event_as_seen(Peeked(card="7c"), seat)


def test_r12_5_a_view_holds_both_memory_aids_apart() -> None:
    deal = at("podkidnoy", "7c 9c", "8c Ts", known={"1": "8c"})
    view = deal.view(0)
    assert view.known[1] == ("8c",)  # taken cards
    assert view.follows[1] == ("Ts",)  # everything seen
    assert "6c" in view.gone
