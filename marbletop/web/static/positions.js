// The editor of positions: a press on the drawing presses the button of that place; what is chosen is shown at once.
import "./page.js";
import {nearestTarget} from "./targets.js";

addEventListener("click", (event) => {
  const board = event.target.closest("svg.board-svg");
  if (!board) return;
  const target = event.target.closest(".target") || nearestTarget(event, board);
  if (target) document.getElementById(`at-${target.dataset.action}`)?.click();
});

addEventListener("change", (event) => {
  if (event.target.matches("#edit select")) event.target.form.requestSubmit();
});
