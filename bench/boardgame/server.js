// A small card-laying game on boardgame.io, to be measured beside OpenDurak's server by
// ../load.py: four seats, 36 cards, six in each hand, one card a move; hands and talon are secret.
"use strict";

const { Server } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const HAND = 6;
const ON_TABLE = 8;

function dealt(random, players) {
  const cards = [];
  for (const suit of "cdhs") for (const rank of "6789TJQKA") cards.push(rank + suit);
  const talon = random.Shuffle(cards);
  const hands = {};
  for (let at = 0; at < players; at += 1) hands[at] = { hand: talon.splice(0, HAND) };
  return { secret: { talon }, players: hands, trump: talon[talon.length - 1], table: [], discarded: 0 };
}

const laying = {
  name: "laying",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ random, ctx }) => dealt(random, ctx.numPlayers),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: {
      client: false,
      move: ({ G, ctx, random, playerID }, card) => {
        const hand = G.players[playerID].hand;
        const at = hand.indexOf(card);
        if (at < 0) return "INVALID_MOVE";
        hand.splice(at, 1);
        G.table.push({ seat: playerID, card });
        if (G.table.length === ON_TABLE) {
          G.discarded += G.table.length;
          G.table = [];
          for (const seat of Object.values(G.players)) {
            while (seat.hand.length < HAND && G.secret.talon.length > 0) seat.hand.push(G.secret.talon.shift());
          }
        }
        const held = Object.values(G.players).reduce((sum, seat) => sum + seat.hand.length, 0);
        return held === 0 ? dealt(random, ctx.numPlayers) : undefined;
      },
    },
  },
};

const port = Number(process.argv[2]);
const server = Server({ games: [laying], origins: ["*"] });
server.run({ port }, () => console.log(`listening http://127.0.0.1:${port}/`));
