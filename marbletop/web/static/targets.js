// Where a press on a drawing lands, at a table and in a lesson.
const FINGER = 24; // pixels that a press may miss a target by

// On a small drawing a press takes the nearest target within reach of a finger.
export function nearestTarget(event, board) {
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
