"""The text record: writing reads back, what is illegal is refused, no hidden card leaks."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak import cards, events, fair
from durak.deal import Deal
from durak.kernel.refusal import Code
from durak.record import (
    CLAUSES,
    UNFINISHED,
    Bout,
    Record,
    RecordError,
    censored,
    positions,
    read_record,
    read_records,
    replay,
    verify,
    write,
    write_records,
)
from durak.ruleset import FIELDS, HAND_SIZE, Lead, Ruleset, RulesetError, allowed_values
from durak.view import event_as_seen, identified

EXAMPLE = """\
Format: durak-record 1
Rules: players=2 deck=24 first_lead=dealer_left done_is_final=yes
Seats: South | bot:expert
Deal: 1
Dealer: 0
Deck: 9d Qc Js Qd Jd 9h Ts Tc 9s Th Ks Kd As Ac Jh Jc Ah Qh Ad Td Qs Kh 9c Kc

1. 1:9d 0:9d<Qd 1:done
2. 0:9h 1:9h<9s 0:done
3. 1:Jd 0:Jd<Kd 1:done
4. 0:TcTh 1:Th<Qh 1:Tc<Ac 0:Qc 1:Qc<Ts 0:Ad 1:Ad<Js 0:JcJh 1:Jh<Ah 1:Jc<Ks {six attacks: the limit}
Result: durak 0
"""


# Random play ----------------------------------------------------------------------------------


def random_rules(rng: random.Random) -> Ruleset:
    """A ruleset with most fields drawn; the rarer actions more often."""
    while True:
        values = {
            name: rng.choice(allowed_values(name))
            for name in FIELDS[1:]
            if name not in ("deck", "stalemate_takes") and rng.random() < 0.6
        }
        if rng.random() < 0.5:
            values |= {"transfer": "on", "transfer_show": "yes", "trump_swap": "on"}
        numbers = {
            "players": rng.randint(2, 6),
            "deck": rng.choice(cards.DECK_SIZES),
            "stalemate_takes": rng.randint(6, 12),
        }
        for name in ("attack_limit", "first_limit"):
            if name in values:
                numbers[name] = int(values.pop(name))
        try:
            return Ruleset.make(**values, **numbers)
        except RulesetError:
            continue


def random_deal(
    rng: random.Random, *, rules: Ruleset | None = None, number: int = 1, dealer: int | None = None
) -> Deal:
    """A deal not begun yet."""
    rules = rules or random_rules(rng)
    deck = list(cards.members(cards.deck_mask(rules.deck)))
    rng.shuffle(deck)
    if dealer is None:
        dealer = rng.randrange(rules.players)
    return Deal.start(rules, deck, dealer=dealer, later=number > 1)


def play(deal: Deal, rng: random.Random, most: int = 10_000) -> list[events.Event]:
    """Play at random, at most so many actions; what happened."""
    happened: list[events.Event] = []
    while not deal.is_over and most:
        assert deal.to_act is not None
        happened += deal.apply(deal.to_act, rng.choice(deal.legal()))
        most -= 1
    return happened


SEEDS = st.integers(0, 2**32 - 1)
FEW = min(20, settings().max_examples)  # whole matches, or a replay for every seat


def some_record(rng: random.Random) -> Record:
    """A record of a random deal, finished or not, with comments and further headers."""
    number = rng.choice([1, 1, 2, 7])
    deal = random_deal(rng, number=number)
    play(deal, rng, rng.choice([0, 1, 5, 30, 10_000]))
    record = Record.of_deal(
        deal,
        number=number,
        commitment=rng.choice([None, "ab" * 32]),
        seeds=rng.choice([(), ("00" * 32, "??", "0a")]),
        date=rng.choice([None, "2026-11-30", ""]),
        site=rng.choice([None, "Dacha: veranda"]),
        event=rng.choice([None, "кубок"]),
        headers=rng.choice([(), (("Annotator", "Анна"), ("Clock", ""), ("Clock", "5+3"))]),
    )
    bouts = tuple(
        replace(bout, comments=((0, " why? "), (0, ""), (len(bout.actions), "{ {x")))
        if rng.random() < 0.2
        else bout
        for bout in record.bouts
    )
    return replace(record, bouts=bouts)


# Writing and reading ----------------------------------------------------------------------------


def test_the_example_of_the_format_reads_and_is_written_byte_for_byte() -> None:
    record = read_record(EXAMPLE)
    assert write(record) == EXAMPLE
    assert record.seats == ("South", "bot:expert")
    assert record.bouts[3].comments == ((10, "six attacks: the limit"),)
    assert replay(record).result == record.result == "durak 0"


@given(SEEDS)
def test_what_is_written_reads_back_equal_and_is_written_the_same(seed: int) -> None:
    record = some_record(random.Random(seed))
    text = write(record)
    again = read_record(text)
    assert again == record
    assert write(again) == text


@settings(max_examples=FEW)
@given(SEEDS)
def test_a_replay_comes_to_the_deal_that_was_recorded(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_deal(rng)
    play(deal, rng, rng.randrange(200))
    record = Record.of_deal(deal)
    again = replay(record)
    assert again.actions == deal.actions
    assert [again.view(seat) for seat in (None, 0, 1)] == [deal.view(seat) for seat in (None, 0, 1)]
    after = list(positions(record))
    assert [(seat, action) for _, seat, action, _ in after] == deal.actions
    assert all(len(each.actions) == at for at, (*_, each) in enumerate(after, start=1))
    if after:
        assert after[-1][3].view(None) == deal.view(None)


def test_cards_in_other_spellings_and_orders_are_read_and_never_written() -> None:
    spelled = (
        EXAMPLE.replace("0:TcTh", "0:10♥T♣").replace("9d Qc", "9♦ Q♣").replace(" Ts ", " 10s ")
    )
    assert write(read_record(spelled)) == EXAMPLE


@pytest.mark.parametrize(
    "changed",
    [
        "\ufeff" + EXAMPLE,
        EXAMPLE.replace("\n", "\r\n"),
        EXAMPLE.replace("\n", "  \t\n"),
        "\n\n" + EXAMPLE + "\n\n\n",
        EXAMPLE.replace("\n\n", "\n\n\n"),
        EXAMPLE.removesuffix("\n"),
        EXAMPLE.replace(" 0:9h 1", " \t0:9h   1"),
        EXAMPLE.replace(": ", ":   ", 6),
        EXAMPLE.replace(" {six", "{six"),
        EXAMPLE.replace(" {six attacks: the limit}", "\n{six attacks: the limit}"),
        EXAMPLE.replace("durak 0", "durak   0"),
    ],
)
def test_blank_and_invisible_differences_are_read_and_written_away(changed: str) -> None:
    assert write(read_record(changed)) == EXAMPLE


def test_headers_are_read_in_any_order_and_written_in_one_and_unknown_ones_are_kept() -> None:
    lines = EXAMPLE.split("\n")
    moved = [
        lines[0],
        "Table-Size: large",
        lines[5],
        "Event: a: b",
        *lines[1:5],
        "Zoo:",
        *lines[6:],
    ]
    record = read_record("\n".join(moved))
    assert record.headers == (("Table-Size", "large"), ("Zoo", ""))
    assert record.event == "a: b"
    kept = ["Event: a: b", lines[5], "Table-Size: large", "Zoo:"]
    assert write(record) == "\n".join([*lines[:5], *kept, *lines[6:]])
    assert read_record(write(record)) == record


def test_comments_stay_where_they_stand() -> None:
    text = EXAMPLE.replace("2. 0:9h 1:", "2. {a} {b} 0:9h { c } 1:").replace("<9s 0", "<9s {} 0")
    record = read_record(text)
    assert record.bouts[1].comments == ((0, "a"), (0, "b"), (1, " c "), (2, ""))
    assert write(record) == text


def test_a_deal_without_actions_is_a_record() -> None:
    text = EXAMPLE[: EXAMPLE.index("1. ")] + "Result: unfinished\n"
    record = read_record(text)
    assert record.bouts == ()
    assert write(record) == text


def test_a_record_that_cannot_be_is_not_made() -> None:
    record = read_record(EXAMPLE)
    for part in (
        {"seats": ("a",)},
        {"seats": ("a | b", "c")},
        {"seats": ("", "c")},
        {"seats": ("a\nb", "c")},
        {"dealer": 2},
        {"number": 0},
        {"deck": record.deck[:-1]},
        {"deck": (*record.deck[:-1], record.deck[0])},
        {"deck": (*record.deck[:-1], 99)},
        {"deck": (*record.deck[:12], None, *record.deck[13:])},
        {"event": " x"},
        {"event": "x\ry"},
        {"seeds": ("a b",)},
        {"headers": (("deck", "x"),)},
        {"headers": (("A", "bad\n"), ("A", "good"))},
        {"headers": (("1", "x"),)},
    ):
        with pytest.raises(RecordError):
            replace(record, **part)
    with pytest.raises(RecordError):
        Bout(actions=())
    with pytest.raises(RecordError):
        replace(record.bouts[0], comments=((0, "}"),))
    with pytest.raises(RecordError):
        replace(record.bouts[0], comments=((4, "x"),))


def test_of_deal_needs_the_number_that_the_deal_began_with() -> None:
    rules = Ruleset(players=3, first_lead=Lead.DEALER_LEFT, later_lead=Lead.AT_LOSER)
    deal = random_deal(random.Random(1), rules=rules, number=2)
    play(deal, random.Random(1), 3)
    assert Record.of_deal(deal, number=2).number == 2
    with pytest.raises(RecordError, match="deal number 1"):
        Record.of_deal(deal, number=1)


# Refusals ---------------------------------------------------------------------------------------


def test_every_code_has_its_clause() -> None:
    assert set(CLAUSES) == {code.name.lower() for code in Code} - {"ok"}


@pytest.mark.parametrize(
    ("old", "new", "line", "token", "code", "clause"),
    [
        ("1. 1:9d 0", "1. 1:9c 0", 8, "1:9c", "card_not_held", "R13"),
        ("1. 1:9d 0", "1. 0:9d 0", 8, "0:Qc", "may_not_throw_in", "R6.2"),
        ("0:9d<Qd", "0:9d<Tc", 8, "0:9d<Tc", "does_not_beat", "R2.4"),
        ("0:9d<Qd", "0:9s<Qd", 8, "0:9s<Qd", "no_such_attack", "R5.5"),
        ("0:9d<Qd", "0:done", 8, "0:done", "must_answer", "R5.5"),
        ("0:9d<Qd", "1:done", 8, "1:done", "not_your_turn", "R6.4"),
        ("0:9d<Qd", "0:>Qd", 8, "0:>Qd", "transfer_off", "R8"),
        ("0:9d<Qd", "0:swap", 8, "0:swap", "swap_not_allowed", "R9.6"),
        ("0:9d<Qd 1:done", "0:take 0:9d<Qd", 8, "0:9d<Qd", "taking", "R7.2"),
        ("0:9d<Qd 1:done", "0:9d<Qd 1:9d<Qd", 8, "1:9d<Qd", "nothing_to_cover", "R5.5"),
        ("0:9d<Qd 1:done", "0:9d<Qd 1:take", 8, "1:take", "nothing_to_take", "R7.1"),
        ("0:9d<Qd 1:done", "0:9d<Qd 1:Th", 8, "1:Th", "card_not_held", "R13"),
        ("0:9d<Qd 1:done", "0:9d<Qd 1:Jd", 8, "1:Jd", "rank_not_on_table", "R6.1"),
        ("1. 1:9d", "1. 1:done", 8, "1:done", "must_lead", "R5.2"),
        ("1. 1:9d", "1. 1:9dJd", 8, "1:9dJd", "mixed_ranks", "R5.2"),
        ("0:9h", "0:9H", 9, "0:9H", "bad_notation", "R13"),
        ("0:9h", "9h", 9, "9h", "bad_notation", "R13"),
        ("0:9h", "2:9h", 9, "2:9h", "bad_notation", "R13"),
        ("1:Tc<Ac", "1:Th<Ah", 11, "1:Th<Ah", "already_covered", "R5.5"),
        ("1:Jc<Ks", "1:Jc<Ks 0:done", 11, "0:done", "deal_over", "R10.1"),
    ],
)
def test_a_refused_action_is_named_with_line_code_and_clause(
    old: str, new: str, line: int, token: str, code: str, clause: str
) -> None:
    text = EXAMPLE.replace(old, new, 1)
    if code == "may_not_throw_in":
        token, text = "0:9d", text.replace("0:9d<Qd", "1:done", 1)
    with pytest.raises(RecordError) as caught:
        read_record(text)
    error = caught.value
    assert (error.line, error.token, error.code, error.clause) == (line, token, code, clause)
    assert re.match(rf"line {line}: {re.escape(token)} is refused \({code}\): .+", str(error))
    assert str(error).endswith(f"({clause})")


def test_a_line_that_goes_on_after_its_bout_is_refused() -> None:
    text = EXAMPLE[: EXAMPLE.index("\n3.")].replace("\n2. ", " ") + "\nResult: unfinished\n"
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert str(caught.value) == (
        "line 8: bout 1 had ended before 0:9h: bout 2 has its own line (R9.5)"
    )


def test_a_refusal_is_a_sentence_between_line_and_clause() -> None:
    text = EXAMPLE.replace("players=2", "players=2 attack_limit=1").replace("1:9d 0", "1:9d9s 0")
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert str(caught.value) == (
        "line 8: 1:9d9s is refused (over_limit): With 9d and 9s there would be more than "
        "1 attacks, this bout's limit. Allowed now: lay 9d 9s Ts Jd Js Ks. (R5.3)"
    )
    record = read_record(EXAMPLE)
    bout = replace(record.bouts[0], actions=record.bouts[0].actions[1:], comments=())
    with pytest.raises(RecordError, match=r"^bout 1: 0:9d<Qd is refused \(not_your_turn\)"):
        replay(replace(record, bouts=(bout,)))


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("Format: durak-record 1\n", "", 1, "begins with Format"),
        ("record 1", "record 2", 1, "begins with Format"),
        ("players=2 ", "players=9 ", 2, r"Rules: .*players.* \(R3\)"),
        ("players=2 ", "cls=2 ", 2, r"'cls' is no field of a ruleset \(R3\)"),
        ("South | bot:expert", "South", 3, "1 names for 2 players"),
        ("South | bot:expert", "South |", 3, "is no name"),
        ("Seats: ", "seats: ", 3, "write Seats, not seats"),
        ("Seats: South | bot:expert\n", "", 1, "the header Seats is missing"),
        ("Deal: 1", "Deal: 0", 4, "is no number"),
        ("Deal: 1", "Deal: " + "9" * 5000, 4, "is no number"),
        ("Dealer: 0", "Dealer: 2", 5, r"seats are 0 to 1, not 2 \(R4.1\)"),
        ("Dealer: 0", "Dealer: 0\nDealer: 0", 6, "Dealer is there twice"),
        (" Kc\n", "\n", 6, r"23 cards in a deck of 24 \(R2.2\)"),
        (" Kc\n", " 9d\n", 6, r"9d is there twice \(R2.2\)"),
        (" Kc\n", " 8c\n", 6, r"8c is not in a deck of 24 \(R2.2\)"),
        (" Kc\n", " Kx\n", 6, r"not a card.* \(R2.3\)"),
        (" As ", " ?? ", 6, r"the trump card lies open.* \(R12.1\)"),
        ("\n\n", "\n", 7, "is no header"),
        ("\n\n", "\nResult: durak 0\n\n", 7, "result among the headers"),
        ("2. 0", "3. 0", 9, "bout 3 stands where bout 2 is due"),
        ("2. 0:9h 1:9h<9s 0:done\n", "", 9, "bout 3 stands where bout 2 is due"),
        ("2. 0", "2.0", 9, "is no bout"),
        ("2. 0", "0", 9, "is no bout"),
        ("2. 0:9h 1:9h<9s 0:done", "2. {nothing}", 9, "without an action"),
        (" 0:done", "", 10, r"bout 3 begins before bout 2 has ended: seat 0 .* \(R6.4\)"),
        ("{six", "six", 11, "neither an action nor a comment"),
        ("limit}", "limit", 11, "neither an action nor a comment"),
        ("durak 0", "durak 1", 12, r"'durak 1' is not .*: 'durak 0' \(R10.1\)"),
        ("durak 0", "unfinished", 12, r"'unfinished' is not .*: 'durak 0' \(R10.1\)"),
        ("Result: durak 0\n", "", 12, "no result before this line"),
        ("Result: durak 0\n", "\nResult: durak 0\n", 12, "no result before this line"),
        ("durak 0\n", "durak 0\nmore\n", 13, "stands after the result"),
        ("durak 0\n", "draw\n", 12, "is not what the play comes to"),
        ("South", "So\x07uth", 3, "holds a character that no record holds"),
    ],
)
def test_a_text_that_is_no_record_is_refused_at_its_line(
    old: str, new: str, line: int, sentence: str
) -> None:
    with pytest.raises(RecordError, match=sentence) as caught:
        read_record(EXAMPLE.replace(old, new, 1))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


def test_an_unfinished_deal_says_so() -> None:
    text = EXAMPLE.replace(" 1:Jc<Ks", "")
    with pytest.raises(RecordError, match="'durak 0' is not what the play comes to: 'unfinished'"):
        read_record(text)
    assert read_record(text.replace("durak 0", "unfinished")).result == UNFINISHED


def test_no_text_is_no_record() -> None:
    for text in ("", "\n\n", "\ufeff"):
        with pytest.raises(RecordError, match="there is no record"):
            read_records(text)
    with pytest.raises(RecordError, match="2 records"):
        read_record(EXAMPLE + "\n" + EXAMPLE)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_records(text)


@given(SEEDS, st.data())
def test_a_spoilt_record_is_read_or_refused(seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    text = EXAMPLE if rng.random() < 0.3 else write(some_record(rng))
    if rng.random() < 0.5:
        record = read_record(text)
        text = write(censored(record, rng.choice([None, 0])))
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(text))
        end = min(len(text), start + rng.choice([0, 1, 1, 2, 5, 40]))
        pieces = ["", " ", "\n", "\n\n", "??", "{", "}", ":", "<", "take", text[start:end] * 2]
        new = rng.choice([*pieces, data.draw(st.text(max_size=3))])
        text = text[:start] + new + text[end:]
    try:
        records = read_records(text)
    except RecordError:
        return
    assert read_records(write_records(records)) == records


# Matches ------------------------------------------------------------------------------------------


def match_records(seed: int, deals: int) -> tuple[Record, ...]:
    rng = random.Random(seed)
    rules = random_rules(rng)
    dealer: int | None = rng.randrange(rules.players)
    records = []
    for number in range(1, deals + 1):
        deal = random_deal(rng, rules=rules, number=number, dealer=dealer)
        play(deal, rng)
        records.append(Record.of_deal(deal, number=number))
        dealer = deal.dealer_next
    return tuple(records)


@settings(max_examples=FEW)
@given(SEEDS)
def test_a_match_is_a_text_of_blocks(seed: int) -> None:
    records = match_records(seed, 3)
    text = write_records(records)
    assert read_records(text) == records
    assert text == "\n".join(write(record) for record in records)


def test_the_wrong_seat_deals_the_next_deal() -> None:
    first = read_record(EXAMPLE)  # seat 0 is the durak and deals
    rest = EXAMPLE.replace("Deal: 1", "Deal: 2").replace("Dealer: 0", "Dealer: 1")
    second = rest[: rest.index("1. 1")] + "Result: unfinished\n"
    with pytest.raises(RecordError) as caught:
        read_records(write(first) + "\n" + second)
    assert caught.value.line == 18
    assert str(caught.value).endswith("it is seat 0 (R10.2)")
    assert read_records(EXAMPLE + "\n" + second.replace("Deal: 2", "Deal: 3"))[1].dealer == 1
    assert read_records(EXAMPLE + "\n" + second.replace("Dealer: 1", "Dealer: 0"))[1].number == 2


def test_a_later_deal_is_led_as_the_ruleset_says_for_later_deals() -> None:
    text = EXAMPLE.replace("done_is_final", "later_lead=at_loser done_is_final", 1)
    assert read_record(text).number == 1  # the first of its match
    three = Ruleset(players=3, first_lead=Lead.DEALER_LEFT, later_lead=Lead.AT_LOSER)
    deal = random_deal(random.Random(4), rules=three, number=2, dealer=0)
    play(deal, random.Random(4))
    later = write(Record.of_deal(deal, number=2))
    with pytest.raises(RecordError, match=r"line 8: 2:.*is refused"):
        read_record(later.replace("Deal: 2", "Deal: 1"))


# Censored copies ----------------------------------------------------------------------------------


def visible(deal: Deal, happened: list[events.Event], seat: int | None) -> set[str]:
    """Every card that this seat saw with certainty so far."""
    found = set(identified(deal.view(seat)))
    for event in (*deal.opening, *happened):
        seen = event_as_seen(event, seat)
        found |= set(re.findall(r"\b[2-9TJQKA][cdhs]\b", str(seen)))
    return found


@settings(max_examples=FEW)
@given(SEEDS)
def test_a_censored_copy_names_no_card_that_its_reader_has_not_seen(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_deal(rng)
    happened = play(deal, rng, rng.choice([0, 1, 3, 10, 30, 80, 10_000]))
    record = Record.of_deal(deal, seeds=("00" * 32,), headers=(("Note", "As 6c"),))
    for seat in (None, *range(deal.ruleset.players)):
        copy = censored(record, seat)
        text = write(copy)
        named = set(re.findall(r"[2-9TJQKA][cdhs]", text[text.index("Deck:") :]))
        assert named <= visible(deal, happened, seat)
        for place, card in enumerate(copy.deck):
            assert card is None or card == record.deck[place]
        own = {cards.card(name) for name in deal.view(seat).hand} - {
            card for hand in deal.known for card in cards.members(hand)
        }
        assert own <= {*copy.deck, *(c for _, a in deal.actions for c in cards.members(a.cards))}
        assert "Seeds" not in text
        assert "Note" not in text


@settings(max_examples=FEW)
@given(SEEDS)
def test_a_censored_copy_reads_replays_and_shows_its_reader_the_same_view(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.choice([1, 2])
    deal = random_deal(rng, number=number)
    play(deal, rng, rng.choice([1, 3, 10, 30, 80, 10_000]))
    record = Record.of_deal(deal, number=number)
    for seat in (None, *range(deal.ruleset.players)):
        copy = censored(record, seat)
        again = read_record(write(copy))
        assert again == copy
        assert replay(copy).view(seat) == deal.view(seat)


@given(SEEDS)
def test_deals_that_looked_the_same_have_the_same_censored_copy(seed: int) -> None:
    """Cards that the reader never saw change places; so do those of one hand, dealt unseen."""
    rng = random.Random(seed)
    rules = random_rules(rng).changed(first_lead="dealer_left", trump_swap=False)
    deal = random_deal(rng, rules=rules)
    play(deal, rng, rng.choice([1, 10, 30]))
    seat = rng.choice([None, *range(rules.players)])
    record = Record.of_deal(deal)
    shown = censored(record, seat)
    played = {card for _, action in deal.actions for card in cards.members(action.cards)}
    unseen = [
        place
        for place, card in enumerate(shown.deck)
        if card is None and record.deck[place] not in played
    ]
    deck = list(record.deck)
    for place, other in zip(unseen, rng.sample(unseen, len(unseen)), strict=True):
        deck[place] = record.deck[other]
    for hand in range(rules.players):
        dealt = range(hand, rules.players * HAND_SIZE, rules.players)
        hidden = [place for place in dealt if shown.deck[place] is None]
        for place, card in zip(
            hidden, rng.sample([deck[p] for p in hidden], len(hidden)), strict=True
        ):
            deck[place] = card
    assert censored(replace(record, deck=tuple(deck)), seat) == shown


def test_a_card_played_twice_or_out_of_another_hand_is_refused_in_a_censored_copy() -> None:
    text = write(censored(read_record(EXAMPLE), None))
    for old, new, sentence in (
        (
            "1:Jd",
            "1:9d",
            r"line 10: 1:9d is refused \(card_not_held\): Seat 1 does not hold 9d\. \(R13\)",
        ),
        ("0:9d<Qd", "0:9d<As", r"line 8: 0:9d<As is refused \(card_not_held\)"),
        ("0:9d<Qd", "0:9d<Tc", r"line 8: 0:9d<Tc is refused \(does_not_beat\)"),
        ("0:9h 1", "0:QdQh 1", r"line 9: 0:QdQh is refused \(card_not_held\)"),
        ("0:9h 1", "0:8h 1", r"line 9: 0:8h is refused \(card_not_held\)"),
    ):
        with pytest.raises(RecordError, match=sentence):
            read_record(text.replace(old, new, 1))
    own = write(censored(read_record(EXAMPLE), 0))
    with pytest.raises(RecordError, match=r"line 9: 0:Tc is refused .*|line 9: 0:Kh is refused"):
        read_record(own.replace("2. 0:9h", "2. 0:Kh"))


def test_a_seat_has_no_more_hidden_cards_than_it_got() -> None:
    """Seven different cards of one seat, which was dealt six and drew none before."""
    text = write(censored(read_record(EXAMPLE), None))
    cut = text[: text.index("2. ")]
    too_many = cut.replace(
        "1. 1:9d 0:9d<Qd 1:done",
        "1. 1:9d9h9s 0:9d<Td 0:9h<Th 0:9s<Ts 1:TcTd",
    )
    with pytest.raises(RecordError, match="1:TcTd is refused"):
        read_record(too_many + "Result: unfinished\n")
    seven = cut.replace("1. 1:9d 0:9d<Qd 1:done", "1. 1:9d9h9s9c 0:9d<Td 0:9h<Th 0:9c<Tc 1:done")
    with pytest.raises(RecordError, match="1:done is refused"):
        read_record(seven + "Result: unfinished\n")


def classic(deck: str, bout: str) -> str:
    return (
        "Format: durak-record 1\nRules: players=2 trump_swap=on\nSeats: a | b\nDeal: 1\n"
        f"Dealer: 0\nDeck: {deck}\n\n1. {bout}\nResult: unfinished\n"
    )


def test_the_lead_in_a_censored_copy_binds_the_lowest_trumps() -> None:
    """R4.4: who does not lead was dealt no lower trump than who does; hearts are trumps."""
    hidden = " ".join(["??"] * 12 + ["7h"] + ["??"] * 23)
    replay(read_record(classic(hidden, "0:6c 1:take")))
    replay(read_record(classic(hidden, "1:6c 0:take")))
    replay(read_record(classic(hidden, "0:6d 1:6d<8h 0:8c 1:8c<Ah")))
    with pytest.raises(RecordError, match=r"1:6d<6h is refused \(card_not_held\)"):
        read_record(classic(hidden, "0:6d 1:6d<6h"))
    own = (
        " ".join(["6h", "??"] * 6 + ["7h"] + ["??"] * 23).replace("6h", "??").replace("??", "6h", 1)
    )
    with pytest.raises(RecordError, match=r"0:6c is refused \((not_your_turn|may_not_throw_in)\)"):
        read_record(classic(own, "0:6c"))


def test_the_swap_in_a_censored_copy_binds_the_lowest_trump() -> None:
    hidden = " ".join(["??"] * 12 + ["7h"] + ["??"] * 23)
    deal = replay(read_record(classic(hidden, "1:swap 1:7h 0:take")))
    assert deal.talon[-1] == cards.card("6h")
    with pytest.raises(RecordError, match=r"0:6c is refused"):
        read_record(classic(hidden, "1:swap 0:6c"))
    with pytest.raises(RecordError, match=r"0:swap is refused \(swap_not_allowed\)"):
        read_record(classic(hidden, "1:swap 1:7h 0:swap"))
    with pytest.raises(RecordError, match=r"1:6c<6h is refused \(card_not_held\)"):
        read_record(classic(hidden, "0:swap 0:6c 1:6c<6h"))


def test_a_copy_of_a_copy_is_refused() -> None:
    record = read_record(EXAMPLE)
    with pytest.raises(RecordError, match="hides cards already"):
        censored(censored(record, 0), None)
    with pytest.raises(RecordError, match="no seat 2"):
        censored(record, 2)


# The fair deal -----------------------------------------------------------------------------------


def fair_record() -> Record:
    seeds = (bytes(range(32)), b"south", b"north")
    rules = Ruleset.preset("host-short")
    deal = Deal.start(rules, fair.shuffle(24, seeds[0], seeds[1:]), dealer=0)
    play(deal, random.Random(3))
    return Record.of_deal(
        deal,
        commitment=fair.commitment(seeds[0]),
        seeds=tuple(seed.hex() for seed in seeds),
    )


def test_a_fair_deal_is_fair_after_writing_and_reading() -> None:
    assert verify(read_record(write(fair_record()))).is_fair


def test_what_makes_a_deal_unfair_or_unchecked_is_an_outcome_with_a_sentence() -> None:
    record = fair_record()
    server, south, north = record.seeds
    deck = list(record.deck)
    deck[0], deck[1] = deck[1], deck[0]
    for changed, outcome in (
        (replace(record, commitment=None), fair.Outcome.NO_COMMITMENT),
        (replace(record, commitment=None, seeds=("xyz",)), fair.Outcome.NO_COMMITMENT),
        (replace(record, commitment="12"), fair.Outcome.BAD_COMMITMENT),
        (replace(record, seeds=()), fair.Outcome.SEEDS_MISSING),
        (replace(record, seeds=(server, south)), fair.Outcome.SEEDS_MISSING),
        (replace(record, seeds=(server, "??", north)), fair.Outcome.SEEDS_MISSING),
        (replace(record, seeds=(server, south, "0g")), fair.Outcome.BAD_SEED),
        (replace(record, seeds=(server[:-1], south, north)), fair.Outcome.BAD_SEED),
        (replace(record, seeds=(server[:-2], south, north)), fair.Outcome.BAD_SEED),
        (replace(record, seeds=(*record.seeds, north)), fair.Outcome.BAD_SEED),
        (replace(record, commitment="00" * 32), fair.Outcome.SEED_NOT_COMMITTED),
        (replace(record, seeds=(server, north, south)), fair.Outcome.DECK_DIFFERS),
        (replace(record, deck=tuple(deck)), fair.Outcome.DECK_DIFFERS),
        (replace(censored(record, 0), seeds=record.seeds), fair.Outcome.DECK_INCOMPLETE),
    ):
        verdict = verify(changed)
        assert verdict.outcome is outcome, verdict
        assert verdict.message.endswith(".")
