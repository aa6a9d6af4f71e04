// Connect Four on boardgame.io's server, as its tutorial has it: in memory, or in files of a folder.
//   node server.js PORT [FOLDER]
const {Server, Origins, FlatFile} = require("boardgame.io/server");
const {INVALID_MOVE} = require("boardgame.io/core");

const COLUMNS = 7, ROWS = 6;
const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]];

// Whether the marble at a place is one of four in a line.
function won(cells, column, row) {
  const mine = cells[column * ROWS + row];
  const at = (x, y) => x >= 0 && x < COLUMNS && y >= 0 && y < ROWS ? cells[x * ROWS + y] : null;
  const run = (dx, dy) => { let n = 0; while (at(column + (n + 1) * dx, row + (n + 1) * dy) === mine) n += 1; return n; };
  return WAYS.some(([dx, dy]) => run(dx, dy) + run(-dx, -dy) >= 3);
}

const ConnectFour = {
  name: "connect-four",
  setup: () => ({cells: Array(COLUMNS * ROWS).fill(null), winner: null}),
  turn: {minMoves: 1, maxMoves: 1},
  moves: {
    drop: ({G, playerID}, column) => {
      if (!(column >= 0 && column < COLUMNS)) return INVALID_MOVE;
      const row = G.cells.slice(column * ROWS, column * ROWS + ROWS).indexOf(null);
      if (row < 0) return INVALID_MOVE;
      G.cells[column * ROWS + row] = playerID;
      if (won(G.cells, column, row)) G.winner = playerID;
    },
  },
  endIf: ({G}) => {
    if (G.winner !== null) return {winner: G.winner};
    if (G.cells.every((cell) => cell !== null)) return {draw: true};
  },
};

const [port, folder] = process.argv.slice(2);
const storage = folder ? {db: new FlatFile({dir: folder})} : {};
const server = Server({games: [ConnectFour], origins: [Origins.LOCALHOST], ...storage});
server.run(Number(port), () => console.log("ready"));
