// A bot in JavaScript: it takes the action in the middle of the list, which is no bad plan in Connect Four.
//
//     marbletop duel connect_four "program:node examples/bots/middle.js" uniform
//
// It reads one JSON object in each line and answers with one; docs/bots.md describes them.

const lines = require("readline").createInterface({ input: process.stdin });

function answer(message) {
  if (message.type === "hello") return { type: "hello", name: "Middle", version: "JavaScript" };
  const actions = message.actions;
  return { type: "action", action: actions[Math.floor(actions.length / 2)].action };
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  console.log(JSON.stringify({ protocol: 1, id: message.id, ...answer(message) }));
});
