// Frames of an action: pieces come, go, walk and change, one frame after the other (drawing/changes.py says what a frame
// holds). Any press skips the rest, and does nothing else.
import {still} from "./morph.js";
import {sound} from "./sound.js";

const BEAT = 300,
  LONGEST = 3000,
  MORE = 600; // milliseconds at the usual speed; more for every other action
const PACE = {slow: 2.2, fast: 0.45};
const KEYS = /^(Tab|Shift|Control|Alt|Meta|Arrow.*|Page.*|Home|End)$/; // these do not skip
const PLAIN = "cubic-bezier(.3,.1,.2,1)",
  FALL = "cubic-bezier(.45,0,.8,.6)";

const piece = (id) => document.getElementById(id);
const host = (name) =>
  name[0] === "@" ? document.querySelector(`#table [data-panel="${CSS.escape(name.slice(1))}"] > g`) : piece(name);
let flying = [],
  wake = () => {},
  skipped = false;

export function skip() {
  skipped = true;
  wake();
}

// Shows the frames that an answer brings, if they begin with what is shown now; whether they were skipped. One hurries
// where more is waiting.
export async function run(next, here, say, hurry = false) {
  if (!next?.dataset.frames || still() || document.hidden) return false;
  const {after, frames, actions} = JSON.parse(next.dataset.frames);
  if (after !== here) return false;
  const table = piece("table"),
    pace = (PACE[document.documentElement.dataset.speed] || 1) * (hurry ? 0.6 : 1);
  const beats = frames.reduce((sum, frame) => sum + (frame.beats || 1), 0);
  const beat = Math.min(BEAT, (LONGEST + MORE * (actions - 1)) / beats) * pace;
  const dock = table.querySelector(".dock");
  skipped = false;
  dock.style.minHeight = `${dock.offsetHeight}px`; // sentences differ in length, and the board must not jump
  table.classList.add("moving");
  listen(true);
  for (const frame of frames) {
    if (skipped) break;
    if (frame.say) say(frame.say);
    const lasts = beat * (frame.beats || 1);
    show(frame, lasts);
    await new Promise((done) => {
      wake = done;
      setTimeout(() => landed().then(done), lasts);
    });
    for (const gone of document.querySelectorAll(".moment")) gone.remove();
  }
  listen(false);
  for (const one of flying) one.cancel();
  flying = [];
  table.classList.remove("moving");
  dock.style.minHeight = "";
  say("");
  return skipped;
}

// A busy machine begins to move things late: what comes next waits for them.
const landed = () => Promise.allSettled(flying.map((one) => one.finished));

function listen(on) {
  for (const [type, heard] of [
    ["pointerdown", pressed],
    ["keydown", typed],
    ["visibilitychange", skip],
  ]) {
    (on ? addEventListener : removeEventListener)(type, heard, true);
  }
}

// In a replay the next step may be pressed at once.
const goesOn = () => piece("table").matches(".replay");

// The click that belongs to a press comes when the next table may be there already: it must choose nothing there.
function pressed() {
  skip();
  if (goesOn()) return;
  const swallow = (event) => {
    if (event.detail) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  addEventListener("click", swallow, {capture: true, once: true});
  addEventListener("pointerdown", () => removeEventListener("click", swallow, true), {capture: true, once: true});
}

function typed(event) {
  if (
    KEYS.test(event.key) ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest?.("input, select, textarea")
  )
    return;
  skip();
  if (goesOn()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function show(frame, lasts) {
  const {out = {}, as = {}, at = {}, in: come = {}, new: changed = {}, show: shown = []} = frame;
  const boxes = {}; // where things are before anything changes
  for (const place of [
    ...Object.values(out),
    ...Object.values(come).map((one) => one[3]),
    ...Object.keys(come).map((id) => `#${id}`),
  ]) {
    const found = place?.[0] === "#" && piece(place.slice(1));
    if (found) boxes[place] = found.getBoundingClientRect();
  }
  for (const [id, place] of Object.entries(out)) leave(piece(id), place, boxes[place], lasts);
  const named = Object.entries(as).map(([id, name]) => [piece(id), name]);
  for (const [one] of named) one?.removeAttribute("id");
  for (const [one, name] of named) one?.setAttribute("id", name);
  for (const [id, [inside, over, svg, place]] of Object.entries(come))
    enter(id, host(inside), piece(over), svg, place, boxes[`#${id}`] || boxes[place], lasts);
  for (const [id, svg] of Object.entries(changed)) if (piece(id)) piece(id).innerHTML = svg;
  const rolled = Object.keys(changed).filter((id) => piece(id)?.matches(".die"));
  for (const [id, way] of Object.entries(at)) walk(piece(id), way, lasts, rolled.includes(id));
  for (const id of rolled) if (!at[id]) walk(piece(id), [piece(id).getAttribute("transform")], lasts, true);
  for (const [panel, svg] of shown) host(panel)?.insertAdjacentHTML("beforeend", svg);
  sound(
    shown.length || rolled.length
      ? "roll"
      : Object.values(out).includes("")
        ? "pop"
        : Object.keys(at).length || Object.keys(come).length
          ? "click"
          : "",
  );
}

function leave(one, place, box, lasts) {
  if (!one) return;
  one.removeAttribute("id");
  if (box) fly(one, box, lasts, true);
  one.classList.add("out");
  setTimeout(() => one.remove(), Math.max(lasts, 200));
}

function enter(id, inside, over, svg, place, box, lasts) {
  piece(id)?.remove();
  if (over?.parentNode === inside) over?.insertAdjacentHTML("beforebegin", svg);
  else inside?.insertAdjacentHTML("beforeend", svg);
  const one = piece(id);
  if (!one) return;
  if (box) return fly(one, box, lasts);
  if (!place || place[0] === "#") return;
  const end = one.getAttribute("transform") || "";
  one.setAttribute("transform", place);
  walk(one, [end], lasts, false, FALL);
}

function matrix(one) {
  const whole = new DOMMatrix();
  for (let n = 0; n < one.transform.baseVal.numberOfItems; n++)
    whole.multiplySelf(DOMMatrix.fromMatrix(one.transform.baseVal.getItem(n).matrix));
  return whole;
}

// From place to place; dice turn over on the way.
function walk(one, way, lasts, turning = false, easing = way.length > 1 ? "linear" : PLAIN) {
  if (!one) return;
  const steps = [matrix(one)];
  for (const place of way) {
    one.setAttribute("transform", place);
    steps.push(matrix(one));
  }
  const turned = (step, n) =>
    turning ? `translate(${step.e}px, ${step.f}px) rotate(${360 * (n / way.length - 1)}deg)` : step.toString();
  flying.push(
    one.animate(
      steps.map((step, n) => ({transform: turned(step, n)})),
      {duration: lasts * 0.94, easing},
    ),
  );
}

// From one drawing to another a piece flies over the page, as a likeness: its own panel would clip it.
function fly(one, box, lasts, away = false) {
  const here = one.getBoundingClientRect(),
    ctm = one.getScreenCTM();
  if (!here.width || !box.width || !ctm) return;
  const end = DOMMatrix.fromMatrix(ctm),
    middle = (rect) => [rect.left + rect.width / 2, rect.top + rect.height / 2];
  const size = Math.min(1.6, Math.max(0.35, Math.min(box.width / here.width, box.height / here.height)));
  const [x, y] = middle(here);
  const start = new DOMMatrix()
    .translate(...middle(box))
    .scale(size)
    .translate(-x, -y)
    .multiply(end);
  const likeness = one.cloneNode(true);
  for (const named of [likeness, ...likeness.querySelectorAll("[id]")]) named.removeAttribute("id");
  likeness.setAttribute("transform", end.toString());
  sky().append(likeness);
  one.classList.add("away");
  const steps = [{transform: start.toString()}, {transform: end.toString()}];
  const flight = likeness.animate(
    away
      ? [
          {...steps[1], opacity: 1},
          {...steps[0], opacity: 0.2},
        ]
      : steps,
    {duration: lasts * 0.94, easing: PLAIN, fill: "both"},
  );
  flying.push(flight);
  flight.finished
    .catch(() => {})
    .then(() => {
      likeness.remove();
      one.classList.remove("away");
    });
}

function sky() {
  let above = document.querySelector("svg.sky");
  if (!above) {
    above = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    above.setAttribute("class", "sky");
    above.setAttribute("aria-hidden", "true");
    document.body.append(above);
  }
  return above;
}
