/* Random throw-in Durak in plain C: what the compiled rules of `durak bench` are measured against.
 *
 * 36 cards, 2 to 6 seats, the default throw-in table: the lowest trump leads, six attacks at most,
 * everybody throws in (from five seats the neighbours only), additions after a take, going out, a
 * draw after 24 takes with an empty talon. Every decision is a uniform choice among all legal
 * actions, several cards of one rank at once included. Written for this one game and nothing else,
 * as one would by hand, and as fast as that comes: it lists the actions in the same order and uses
 * the same generator as the kernel, so that one seed gives the very same deals, decision by decision.
 *
 * Usage: random_playout PLAYERS DEALS [SEED]        prints one JSON object; seconds of processor time
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t cards; /* card = rank * 4 + suit, the six of clubs is 0 */

enum { DECK = 36, HAND = 6, ATTACKS = 6, STALEMATE = 24, MOST_ACTIONS = 256 };
enum { TAKE = 0, DONE = 0 }; /* no cards: whoever is asked knows which of the two it says */

#define CLUBS 0x111111111u

typedef struct {
    cards hand[6];
    cards table, open;
    cards trumps;
    uint8_t deck[DECK];
    uint8_t attack[ATTACKS]; /* in the order laid */
    int attacks, limit;
    int top;
    int players, principal, defender;
    unsigned active, throwers, done; /* sets of seats */
    int takes_in_row;
} Deal;

static inline uint32_t below(uint64_t *random, uint32_t bound)
{
    uint64_t x = *random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *random = x;
    return (uint32_t)(((x >> 32) * bound) >> 32);
}

static inline cards bit(int card) { return (cards)1 << card; }
static inline int count(cards set) { return __builtin_popcountll(set); }
static inline int lowest(cards set) { return __builtin_ctzll(set); }
static inline int left_of(const Deal *d, int seat) { return seat + 1 == d->players ? 0 : seat + 1; }

/* All cards of the ranks that a set shows. */
static inline cards same_ranks(cards set)
{
    set |= set >> 1;
    return ((set | set >> 2) & CLUBS) * 15;
}

static inline cards beats(const Deal *d, int attack)
{
    cards higher = (cards)CLUBS << attack & ~bit(attack);
    return d->trumps >> attack & 1 ? higher : higher | d->trumps;
}

static int next_active(const Deal *d, int seat)
{
    do
        seat = left_of(d, seat);
    while (!(d->active >> seat & 1));
    return seat;
}

static void begin_bout(Deal *d, int principal)
{
    int defender = next_active(d, principal);
    d->principal = principal;
    d->defender = defender;
    d->table = d->open = 0;
    d->attacks = 0;
    d->done = 0;
    d->limit = count(d->hand[defender]);
    if (d->limit > ATTACKS)
        d->limit = ATTACKS;
    if (d->players < 5)
        d->throwers = d->active & ~(1u << defender);
    else
        d->throwers = 1u << principal | 1u << next_active(d, defender);
    d->throwers &= ~(1u << defender);
}

static void start(Deal *d, int players, uint64_t *random)
{
    for (int at = 0; at < DECK; at++)
        d->deck[at] = (uint8_t)at;
    for (int at = DECK - 1; at > 0; at--) {
        int other = (int)below(random, (uint32_t)at + 1);
        uint8_t card = d->deck[at];
        d->deck[at] = d->deck[other];
        d->deck[other] = card;
    }
    int dealer = (int)below(random, (uint32_t)players);
    d->players = players;
    d->active = (1u << players) - 1;
    d->takes_in_row = 0;
    for (int seat = 0; seat < players; seat++)
        d->hand[seat] = 0;
    int seat = dealer;
    for (int at = 0; at < players * HAND; at++) {
        seat = left_of(d, seat);
        d->hand[seat] |= bit(d->deck[at]);
    }
    d->top = players * HAND;
    int trump_card = d->deck[d->top < DECK ? d->top : DECK - 1];
    if (d->top < DECK) {
        for (int at = d->top; at < DECK - 1; at++)
            d->deck[at] = d->deck[at + 1];
        d->deck[DECK - 1] = (uint8_t)trump_card;
    }
    d->trumps = (cards)CLUBS << (trump_card & 3);

    int leads = left_of(d, dealer);
    cards best = ~(cards)0;
    for (seat = 0; seat < players; seat++) {
        cards held = d->hand[seat] & d->trumps;
        if (held && (held & -held) < best) {
            best = held & -held;
            leads = seat;
        }
    }
    begin_bout(d, leads);
}

static void draw(Deal *d, int seat)
{
    int wanted = HAND - count(d->hand[seat]);
    for (; wanted > 0 && d->top < DECK; wanted--)
        d->hand[seat] |= bit(d->deck[d->top++]);
}

/* End the bout; whether the deal is over with it. */
static int settle(Deal *d, int taken)
{
    int defender = d->defender;
    if (taken)
        d->hand[defender] |= d->table;
    else
        d->takes_in_row = 0;
    if (d->top < DECK) {
        int seat = d->principal;
        do {
            if (seat != defender)
                draw(d, seat);
            seat = left_of(d, seat);
        } while (seat != d->principal);
        draw(d, defender);
    }
    if (d->top == DECK)
        for (int seat = 0; seat < d->players; seat++)
            if (!d->hand[seat])
                d->active &= ~(1u << seat);
    if (!(d->active & (d->active - 1)) || d->takes_in_row >= STALEMATE)
        return 1;
    begin_bout(d, taken || !(d->active >> defender & 1) ? next_active(d, defender) : defender);
    return 0;
}

/* The attacker who is asked now, -1 when nobody is left: the principal, then from the defender's left. */
static int next_to_ask(const Deal *d)
{
    unsigned open_to = d->throwers & ~d->done;
    if (!open_to || d->attacks == d->limit)
        return -1;
    if (open_to >> d->principal & 1 && d->hand[d->principal])
        return d->principal;
    for (int seat = left_of(d, d->defender); seat != d->defender; seat = left_of(d, seat))
        if (open_to >> seat & 1 && d->hand[seat])
            return seat;
    return -1;
}

/* Every set of one to `most` cards of one rank. */
static int list_sets(cards from, int most, cards *out)
{
    int n = 0;
    while (from) {
        cards rank = from & (cards)15 << (lowest(from) & ~3);
        from ^= rank;
        for (cards set = rank & -rank; set; set = (set - rank) & rank)
            if (count(set) <= most)
                out[n++] = set;
    }
    return n;
}

static void lay(Deal *d, int seat, cards set)
{
    d->hand[seat] ^= set;
    d->table |= set;
    d->open |= set;
    for (; set; set &= set - 1)
        d->attack[d->attacks++] = (uint8_t)lowest(set);
}

/* The defender answers until every attack is covered, or it takes (returns 1). */
static int defend(Deal *d, uint64_t *random, int *decisions)
{
    cards out[MOST_ACTIONS];
    uint8_t target[MOST_ACTIONS];
    while (d->open) {
        int n = 0;
        cards hand = d->hand[d->defender];
        for (int at = 0; at < d->attacks; at++) {
            int attack = d->attack[at];
            if (!(d->open >> attack & 1))
                continue;
            for (cards fit = hand & beats(d, attack); fit; fit &= fit - 1) {
                out[n] = fit & -fit;
                target[n++] = (uint8_t)attack;
            }
        }
        out[n++] = TAKE;
        int chosen = (int)below(random, (uint32_t)n);
        ++*decisions;
        if (out[chosen] == TAKE)
            return 1;
        d->hand[d->defender] ^= out[chosen];
        d->table |= out[chosen];
        d->open ^= bit(target[chosen]);
        d->done = 0;
    }
    return 0;
}

/* One whole random deal; how many decisions it took. */
static int play(int players, uint64_t *random)
{
    Deal deal, *d = &deal;
    cards out[MOST_ACTIONS];
    int decisions = 0;
    start(d, players, random);
    for (;;) {
        int n = list_sets(d->hand[d->principal], d->limit, out);
        lay(d, d->principal, out[below(random, (uint32_t)n)]);
        decisions++;
        int taken = defend(d, random, &decisions);
        if (taken) {
            d->done = 0;
            d->takes_in_row += d->top == DECK;
        }
        for (int seat; (seat = next_to_ask(d)) >= 0;) {
            n = list_sets(d->hand[seat] & same_ranks(d->table), d->limit - d->attacks, out);
            out[n++] = DONE;
            cards set = out[below(random, (uint32_t)n)];
            decisions++;
            if (set == DONE) {
                d->done |= 1u << seat;
                continue;
            }
            lay(d, seat, set);
            if (taken)
                continue;
            d->done = 0;
            taken = defend(d, random, &decisions);
            if (taken) {
                d->done = 0;
                d->takes_in_row += d->top == DECK;
            }
        }
        if (settle(d, taken))
            return decisions;
    }
}

int main(int argc, char **argv)
{
    int players = argc > 1 ? atoi(argv[1]) : 2;
    long deals = argc > 2 ? atol(argv[2]) : 100000;
    uint64_t random = argc > 3 ? strtoull(argv[3], NULL, 10) : 88172645463325252u;
    if (players < 2 || players > 6 || deals < 1 || random == 0) {
        fprintf(stderr, "usage: random_playout PLAYERS(2-6) DEALS [SEED, not 0]\n");
        return 2;
    }
    long decisions = 0;
    clock_t from = clock(); /* processor time: what else the machine does counts little */
    for (long at = 0; at < deals; at++)
        decisions += play(players, &random);
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    printf("{\"players\": %d, \"deals\": %ld, \"decisions\": %ld, \"seconds\": %.6f}\n", players, deals,
           decisions, seconds);
    return 0;
}
