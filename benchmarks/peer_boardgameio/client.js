// Plays scripted matches on the server over socket.io, two players each, and says how long moves took to the other screen.
//   node client.js PORT PID '{"tables": 500, "script": "3324...", "rate": 100, "seconds": 20, "at_once": 64}'
const fs = require("fs");
const {io} = require("socket.io-client");

const [port, pid, work] = [Number(process.argv[2]), process.argv[3], JSON.parse(process.argv[4])];
const TICKS = 100;                          // of /proc, per second
let received = 0;                           // bytes at all screens

function cpu() {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

// A match with two players: `play` makes the next move of the script, and is done when the other player has seen it.
class Match {
  constructor(id) {
    this.id = id;
    this.moves = 0;
    this.seen = () => {};
    this.players = ["0", "1"].map((player) => io(`http://127.0.0.1:${port}/connect-four`, {transports: ["websocket"], forceNew: true})
      .on("update", (match, state) => this.told(player, state)));
    for (const socket of this.players) socket.on("connect", () => socket.io.engine.on("packet", ({data}) => { received += data?.length || 0; }));
  }

  async join() {
    for (const [player, socket] of this.players.entries()) {
      const synced = new Promise((done) => { socket.once("sync", done); });
      if (!socket.connected) await new Promise((done) => { socket.once("connect", done); });
      socket.emit("sync", this.id, String(player), undefined, 2);
      await synced;
    }
  }

  told(player, state) {
    if (state._stateID === this.moves && player === this.waits) this.seen();
  }

  async play() {
    const mover = this.moves % 2, begun = performance.now(), column = Number(work.script[this.moves]);
    const payload = {type: "drop", args: [column], playerID: String(mover)};
    this.moves += 1;
    this.waits = String(1 - mover);
    const seen = new Promise((done) => { this.seen = done; });
    this.players[mover].emit("update", {type: "MAKE_MOVE", payload}, this.moves - 1, this.id, String(mover));
    await seen;
    return performance.now() - begun;
  }
}

async function paced(matches) {
  const begun = performance.now(), used = cpu(), before = received, under_way = [];
  for (let n = 0; n < work.rate * work.seconds; n++) {
    const due = begun + 1000 * n / work.rate;
    while (performance.now() < due) await new Promise((done) => { setTimeout(done, 1); });
    under_way.push(matches[n % matches.length].play());
  }
  const latencies = await Promise.all(under_way);
  return {latencies, cpu: cpu() - used, seconds: (performance.now() - begun) / 1000, bytes: (received - before) / latencies.length};
}

async function fast(matches) {
  const begun = performance.now(), used = cpu(), waiting = [...matches];
  let moves = 0;
  async function one() {
    for (let match = waiting.shift(); match; match = waiting.shift()) {
      if (performance.now() > begun + 1000 * work.seconds) return;
      await match.play();
      moves += 1;
      if (match.moves < work.script.length) waiting.push(match);
    }
  }
  await Promise.all(Array.from({length: work.at_once}, one));
  return {moves, cpu: cpu() - used, seconds: (performance.now() - begun) / 1000};
}

(async () => {
  const matches = Array.from({length: work.tables}, (_, n) => new Match(`match-${n}`));
  for (const match of matches) await match.join();
  console.log(JSON.stringify({paced: await paced(matches), fast: await fast(matches)}));
  process.exit(0);
})();
