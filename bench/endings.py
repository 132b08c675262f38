"""How long an exact ending takes: two active seats, no talon, each ruleset fork.

    python bench/endings.py
    python bench/endings.py --cards 7 --ruleset "perevodnoy transfer_show=yes" --positions 500
    python bench/endings.py --from play

Each position is solved with an empty table, so that none helps the next. ``random``: so many cards
in each of two hands, dealt at random from the whole deck, the first to lead. ``play``: the first
position of a deal played by the bot ``club`` in which the talon is empty and two seats are active,
whatever they hold. Prints the processor's time, so that other work beside it does not count, and
the positions that the search looked at; ``open`` counts those that the budget was too small for.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

import numpy as np

from durak import cards
from durak.bots import ending_search
from durak.bots.levels import make
from durak.deal import Deal
from durak.kernel import entry, layout
from durak.kernel.rules import fill
from durak.ruleset import Ruleset

FORKS = (
    "podkidnoy",
    "podkidnoy done_is_final=yes",
    "podkidnoy throw_after_take=no",
    *(f"podkidnoy attack_limit={limit} first_limit={limit}" for limit in range(1, 6)),
    "podkidnoy stalemate_takes=6",
    "podkidnoy draw_result=last_defender_loses",
    "perevodnoy",
    "perevodnoy transfer_cards=one",
    "perevodnoy stalemate_takes=6",
    "perevodnoy transfer_show=yes",
)


def dealt(rules: Ruleset, size: int, rng: random.Random) -> Iterator[layout.States]:
    """Random endings of ``size`` cards a hand, without end."""
    deck = list(cards.members(cards.deck_mask(rules.deck)))
    while True:
        drawn = rng.sample(deck, 2 * size)
        states = layout.new_states(1)
        s = states[0]
        fill(s.rules, rules)
        s.hands[0] = cards.mask(drawn[:size])
        s.hands[1] = cards.mask(drawn[size:])
        s.top = rules.deck
        s.trump = rng.randrange(4)
        s.defender = s.dealer = 1
        s.bout, s.beaten_off, s.active = 9, 1, 3
        s.low_trump_seat = s.dealer_next = -1
        entry.resume(states, 0, 0, False)
        yield states


def played(rules: Ruleset, rng: random.Random) -> Iterator[layout.States]:
    """Endings from deals of quick bots, without end."""
    deck = list(cards.members(cards.deck_mask(rules.deck)))
    bot = make("club", rng)
    while True:
        rng.shuffle(deck)
        deal = Deal.start(rules, deck, dealer=rng.randrange(rules.players))
        while deal.to_act is not None:
            if not deal.talon and int(deal.state.active).bit_count() == 2:
                states = layout.new_states(1)
                states[0] = deal.state
                yield states
                break
            deal.apply(deal.to_act, bot.choose(deal.view(deal.to_act)))


def measure(positions: Iterator[layout.States], number: int, budget: int) -> str:
    """Solve so many positions; one line of figures."""
    memory = ending_search.new_memory(17)
    milliseconds, nodes, unsolved = [], [], 0
    for states, _ in zip(positions, range(number), strict=False):
        memory.marks[0] = -1  # as if under a new ruleset: the table counts as empty
        before = time.thread_time()
        nodes.append(ending_search.solve_state(states, 0, memory, budget, False))
        milliseconds.append(1e3 * (time.thread_time() - before))
        roots = memory.roots[: memory.marks[4]]
        unsolved += roots["low"].max() != roots["high"].max()
    p50, p95 = np.percentile(milliseconds, (50, 95))
    n50, n95 = np.percentile(nodes, (50, 95))
    return (
        f"{p50:8.2f}{p95:8.2f}{max(milliseconds):9.1f}"
        f"{n50:9.0f}{n95:9.0f}{max(nodes):9d}{unsolved:6d}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How long an exact ending takes.")
    parser.add_argument("--cards", type=int, default=6, help="cards in each hand (default 6)")
    parser.add_argument("--ruleset", help="a code or preset; all forks without")
    parser.add_argument("--positions", type=int, default=300, help="how many (default 300)")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="budget of each search")
    parser.add_argument("--from", dest="source", choices=("random", "play"), default="random")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    warm = dealt(Ruleset.preset("podkidnoy"), 1, random.Random(0))
    before = time.perf_counter()
    measure(warm, 1, 100)
    print(f"compiled or loaded in {time.perf_counter() - before:.1f} s")
    print(
        f"{'p50 ms':>8}{'p95':>8}{'max':>9}{'nodes 50':>9}{'95':>9}{'max':>9}{'open':>6}  ruleset"
    )
    for code in (options.ruleset,) if options.ruleset else FORKS:
        rules, rng = Ruleset.from_code(code), random.Random(options.seed)
        if options.source == "play":
            positions = played(rules, rng)
        else:
            positions = dealt(rules, options.cards, rng)
        print(f"{measure(positions, options.positions, options.nodes)}  {code}", flush=True)


if __name__ == "__main__":
    main()
