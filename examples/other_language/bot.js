// The same bot as bot.pl for Node: ferrovia arena "exec:node examples/other_language/bot.js" random
const lines = require("readline").createInterface({ input: process.stdin });
const routes = new Map();

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.message === "hello") message.board.routes.forEach((route) => routes.set(route.id, route));
  if (message.message === "choose") console.log(JSON.stringify(choose(message.view, message.moves)));
  if (message.message === "bye") lines.close();
});

function choose(view, moves) {
  if (view.offer.length) return { move: cheapest(view, moves), reason: "the tickets that take the fewest trains" };
  const missing = new Set(view.tickets.flatMap((ticket) => ticket.routes));
  const claims = moves.filter((move) => routeOf(move) && (!missing.size || missing.has(routeOf(move))));
  if (claims.length) return { move: claims.sort((a, b) => worth(b) - worth(a))[0], reason: "a route I need" };
  const reason = "cards for my tickets";
  const wanted = new Set([...missing].map((route) => `take ${routes.get(route).colour}`));
  return { move: moves.find((move) => wanted.has(move)) ?? moves.find((move) => move === "draw") ?? moves[0], reason };
}

function cheapest(view, moves) {
  const trains = new Map(view.offer.map((ticket) => [ticket.ticket, ticket.trains]));
  const cost = (move) => {
    const kept = move.split(" return ")[0].split(" ").slice(1);
    return kept.reduce((sum, ticket) => sum + trains.get(ticket), 0);
  };
  return [...moves].sort((a, b) => cost(a) - cost(b))[0];
}

const routeOf = (move) => /^claim (\S+)/.exec(move)?.[1];
const worth = (move) => 10 * routes.get(routeOf(move)).length - (/locomotive:(\d+)/.exec(move)?.[1] ?? 0);
