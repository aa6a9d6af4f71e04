// Where a press on a drawing lands and what pointing at it shows: at a table, in a lesson and in a puzzle.
export const FINGER = 24; // pixels that a press may miss a target by

// What stands beside a target, such as the number of a choice, is pressed for it; elsewhere a press takes the nearest target
// within reach of a finger.
export function nearestTarget(event, board) {
  const beside = event.target.closest("[data-ghost]")?.dataset.ghost;
  const its = (selector) => beside && board.querySelector(`.target${selector}`);
  const marked = its(`[data-action="${beside}"]:not([data-actions])`) || its(`[data-actions~="${beside}"]`);
  if (marked) return marked;
  let nearest = null;
  let least = FINGER;
  for (const target of board.querySelectorAll(".target:not(.other)")) {
    const box = target.getBoundingClientRect();
    const distance = Math.hypot(event.clientX - (box.left + box.right) / 2, event.clientY - (box.top + box.bottom) / 2);
    if (distance < least) {
      nearest = target;
      least = distance;
    }
  }
  return nearest;
}

// The parts of the drawing under the press, the topmost first, each followed by what it lies in.
export function partsUnder(event, board) {
  const found = new Set();
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    let part = element.closest("g[id]");
    while (part && board.contains(part)) {
      found.add(part.id);
      part = part.parentElement.closest("g[id]");
    }
  }
  return [...found];
}

// What of a heap to divide is in the first pile, as bits.
export function takenItems() {
  const boxes = [...document.querySelectorAll("#split input:checked")];
  return boxes.reduce((bits, box) => bits + 2 ** Number(box.closest("li").dataset.item), 0);
}

// Hovering shows what a choice would do, where it is drawn, and meanwhile not what the chosen one would do.
function showGhost(event) {
  const action = event.target.closest?.(".target")?.dataset.action;
  let isShown = false;
  for (const ghost of document.querySelectorAll("[data-ghost]")) {
    const visible = ghost.dataset.ghost === action && event.type !== "mouseout";
    ghost.setAttribute("visibility", visible ? "visible" : "hidden");
    isShown ||= visible;
  }
  for (const chosen of document.querySelectorAll(".ghosts:not([data-ghost])")) {
    chosen.setAttribute("visibility", isShown ? "hidden" : "visible");
  }
}
for (const type of ["mouseover", "mouseout", "focusin"]) addEventListener(type, showGhost);
