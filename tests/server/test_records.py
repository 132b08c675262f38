"""The record of a deal at a table: censored while it is played, checkable when it is over."""

import random
from collections.abc import Callable

from durak.record import read_record, verify, write
from tests.server.client import Guest


def test_a_deal_that_is_over_can_be_checked_by_anybody(new_guest: Callable[[], Guest]) -> None:
    owner, other = new_guest(), new_guest()
    table = owner.create("perevodnoy players=3", seat=1)
    with owner.sit(table) as player:
        promised, seeds = [], []
        for number in (1, 2):
            seeds.append(player.begin(number))
            promised.append(player.state["table"]["commitment"])
            player.play(random.Random(number))
    for number in (1, 2):
        text = owner.http.get(f"/t/{table}/record", params={"deal": number}).text
        assert text == other.http.get(f"/t/{table}/record", params={"deal": number}).text
        record = read_record(text)
        assert verify(record).is_fair
        assert record.commitment == promised[number - 1]
        assert record.seeds[2] == seeds[number - 1]  # the server's seed, seat 0's, then mine
        assert record.seats == ("bot:club", "Tester", "bot:club")
        assert record.number == number
        assert write(record) == text
    assert owner.http.get(f"/t/{table}/record").text == text


def test_a_deal_being_played_is_told_as_the_reader_knows_it(
    new_guest: Callable[[], Guest],
) -> None:
    owner, other = new_guest(), new_guest()
    table = owner.create("podkidnoy")
    with owner.sit(table) as player:
        player.begin()
        assert player.until_asked()
        mine = owner.http.get(f"/t/{table}/record")
        theirs = other.http.get(f"/t/{table}/record")
        assert mine.headers["content-type"] == "text/plain; charset=utf-8"
        assert mine.text.count("??") == 36 - 6 - 1
        assert theirs.text.count("??") == 36 - 1
        assert "Result: unfinished" in mine.text
        assert "Seeds" not in mine.text


def test_a_deal_that_has_not_begun_has_no_record(guest: Guest) -> None:
    table = guest.create("podkidnoy")
    assert guest.http.get(f"/t/{table}/record").status_code == 404
    assert guest.http.get(f"/t/{table}/record?deal=1").status_code == 404
    for wrong in ("x", "-1", "1.5", "9" * 30):
        assert guest.http.get(f"/t/{table}/record?deal={wrong}").status_code == 422
