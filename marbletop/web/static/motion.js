// Frames of an action: pieces come, go, move and change, one frame after the other (drawing/changes.py says what a frame
// holds). Any press skips the rest, and does nothing else.
import {motionIsOff} from "./morph.js";
import {withModifier} from "./page.js";
import {playSound} from "./sound.js";

// Milliseconds at the usual speed; how many beats a frame lasts is said by web/page/animation.py.
const BEAT = 300;
const LONGEST = 3000; // for one action
const LONGER = 600; // for every other action
const READING = 18; // for each letter about what others do, when its frame has been shown
const MOST_READING = 1800; // for one action
const PACE = {slow: 2.2, fast: 0.45};
const HURRY = 0.6;
const OTHER_KEYS = /^(Tab|Shift|Control|Alt|Meta|Arrow.*|Page.*|Home|End)$/; // these do not skip
const EASE = "cubic-bezier(.3,.1,.2,1)";
const FALL = "cubic-bezier(.45,0,.8,.6)";

let animations = [];
let endFrame = () => {};
let skipped = false;

const byId = (id) => document.getElementById(id);

// Where pieces are drawn: a group, or with @ the panel of that name.
function hostOf(name) {
  if (name[0] !== "@") return byId(name);
  return document.querySelector(`#table [data-panel="${CSS.escape(name.slice(1))}"] > g`);
}

export function skipFrames() {
  skipped = true;
  endFrame();
}

// The frames that come with the answer to a request; a stream sends them beside the table.
export const framesOf = (drawn) => drawn?.dataset.frames && JSON.parse(drawn.dataset.frames);

// Shows frames that lead to a table, if they begin with what is shown now; whether they were skipped. They are shown faster
// where more is waiting.
export async function playFrames(motion, drawn, shownNow, showWords, hurry = false) {
  if (!motion || motionIsOff() || document.hidden) return false;
  const {after, frames, actions} = motion;
  if (after !== shownNow) return false;
  const table = byId("table");
  const dock = table.querySelector(".dock");
  const pace = (PACE[document.documentElement.dataset.speed] || 1) * (hurry ? HURRY : 1);
  const beat = beatOf(frames, actions) * pace;
  const letter = table.dataset.call === "1" ? 0 : timeToRead(frames, actions) * pace; // what I do myself I know
  skipped = false;
  dock.style.minHeight = `${dock.offsetHeight}px`; // sentences differ in length, and the board must not jump
  table.classList.add("moving");
  listenForSkips(true);
  for (const frame of frames) {
    if (skipped) break;
    if (frame.say) showWords(frame.say);
    await playFrame(frame, drawn, beat * (frame.beats || 1), letter * lettersOf(frame));
  }
  listenForSkips(false);
  for (const animation of animations) animation.cancel();
  animations = [];
  table.classList.remove("moving");
  dock.style.minHeight = "";
  showWords("");
  return skipped;
}

function beatOf(frames, actions) {
  const beats = frames.reduce((sum, frame) => sum + (frame.beats || 1), 0);
  return Math.min(BEAT, (LONGEST + LONGER * (actions - 1)) / beats);
}

const lettersOf = (frame) => frame.say?.length || 0;

function timeToRead(frames, actions) {
  const letters = frames.reduce((sum, frame) => sum + lettersOf(frame), 1);
  return Math.min(READING, (MOST_READING * actions) / letters);
}

// Then what it says can still be read for a while.
async function playFrame(frame, drawn, duration, reading) {
  drawFrame(frame, drawn, duration);
  await new Promise((done) => {
    endFrame = done;
    setTimeout(() => animationsEnd().then(done), duration + reading);
  });
  for (const gone of document.querySelectorAll(".moment")) gone.remove();
}

// A busy machine begins to move things late: the next frame waits for them.
const animationsEnd = () => Promise.allSettled(animations.map((animation) => animation.finished));

function listenForSkips(on) {
  const change = on ? addEventListener : removeEventListener;
  change("pointerdown", skipByPress, true);
  change("keydown", skipByKey, true);
  change("visibilitychange", skipFrames, true);
}

// In a replay the next step may be pressed at once.
const isReplay = () => byId("table").matches(".replay");

// The click of this press may come when the next table is already there: it must choose nothing there. Outside the table,
// on the menu, it does what it always does.
function skipByPress(event) {
  skipFrames();
  if (isReplay() || !event.target.closest?.("#table")) return;
  const once = {capture: true, once: true};
  const swallow = (event) => {
    if (event.detail) stopEvent(event);
  };
  addEventListener("click", swallow, once);
  addEventListener("pointerdown", () => removeEventListener("click", swallow, true), once);
}

function skipByKey(event) {
  if (OTHER_KEYS.test(event.key) || withModifier(event) || event.target.closest?.("input, select, textarea")) return;
  skipFrames();
  if (!isReplay()) stopEvent(event);
}

function stopEvent(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// A piece that looks as in the table that is to come is not drawn in the frame.
function drawFrame(frame, drawn, duration) {
  const inTheEnd = (id) => drawn.querySelector(`#${CSS.escape(id)}`);
  const {out: leaving = {}, as: renamed = {}, at: moves = {}, in: entering = {}, new: changed = {}, show: shown = []} = frame;
  const boxes = boxesBefore(leaving, entering);
  for (const [id, place] of Object.entries(leaving)) removePiece(byId(id), boxes[place], duration);
  rename(renamed);
  for (const [id, [host, over, svg, place]] of Object.entries(entering)) {
    const piece = svg || inTheEnd(id)?.outerHTML || "";
    addPiece(id, hostOf(host), byId(over), piece, place, boxes[`#${id}`] || boxes[place], duration);
  }
  for (const [id, svg] of Object.entries(changed)) {
    if (byId(id)) byId(id).innerHTML = svg || inTheEnd(id)?.innerHTML || "";
  }
  const rolled = Object.keys(changed).filter((id) => byId(id)?.matches(".die"));
  for (const [id, way] of Object.entries(moves)) movePiece(byId(id), way, duration, rolled.includes(id));
  for (const id of rolled) {
    if (!moves[id]) movePiece(byId(id), [byId(id).getAttribute("transform")], duration, true);
  }
  for (const [panel, svg] of shown) hostOf(panel)?.insertAdjacentHTML("beforeend", svg);
  if (shown.length || rolled.length) playSound("dice");
  else if (Object.values(leaving).includes("")) playSound("pop");
  else playSound(soundOf(moves, [...Object.keys(moves), ...Object.keys(entering)].map(byId)));
}

// What moving pieces sound like: cards, tiles, marbles that go from space to space, marbles that are put down.
function soundOf(moves, pieces) {
  const isAny = (kinds) => pieces.some((piece) => piece?.matches(kinds));
  if (isAny(".card")) return "card";
  if (isAny(".tile, .token")) return "tile";
  if (Object.values(moves).some((way) => way.length > 1)) return "roll";
  return pieces.length ? "marble" : "";
}

// Where things are before anything changes.
function boxesBefore(leaving, entering) {
  const boxes = {};
  const origins = Object.values(entering).map((piece) => piece[3]);
  const names = Object.keys(entering).map((id) => `#${id}`);
  for (const place of [...Object.values(leaving), ...origins, ...names]) {
    const found = place?.[0] === "#" && byId(place.slice(1));
    if (found) boxes[place] = found.getBoundingClientRect();
  }
  return boxes;
}

// Ids may change places, so all are taken away first.
function rename(names) {
  const pieces = Object.entries(names).map(([id, name]) => [byId(id), name]);
  for (const [piece] of pieces) piece?.removeAttribute("id");
  for (const [piece, name] of pieces) piece?.setAttribute("id", name);
}

function removePiece(piece, box, duration) {
  if (!piece) return;
  piece.removeAttribute("id");
  if (box) fly(piece, box, duration, true);
  piece.classList.add("out");
  setTimeout(() => piece.remove(), Math.max(duration, 200));
}

function addPiece(id, host, over, svg, place, box, duration) {
  byId(id)?.remove();
  if (over?.parentNode === host) over?.insertAdjacentHTML("beforebegin", svg);
  else host?.insertAdjacentHTML("beforeend", svg);
  const piece = byId(id);
  if (!piece) return;
  if (box) return fly(piece, box, duration);
  if (!place || place[0] === "#") return;
  const end = piece.getAttribute("transform") || "";
  piece.setAttribute("transform", place);
  movePiece(piece, [end], duration, false, FALL);
}

function matrixOf(piece) {
  const product = new DOMMatrix();
  const transforms = piece.transform.baseVal;
  for (let n = 0; n < transforms.numberOfItems; n++) {
    product.multiplySelf(DOMMatrix.fromMatrix(transforms.getItem(n).matrix));
  }
  return product;
}

// Moves a piece from place to place; dice turn over on the way.
function movePiece(piece, way, duration, turning = false, easing = way.length > 1 ? "linear" : EASE) {
  if (!piece) return;
  const steps = [matrixOf(piece)];
  for (const place of way) {
    piece.setAttribute("transform", place);
    steps.push(matrixOf(piece));
  }
  const turned = (step, n) => `translate(${step.e}px, ${step.f}px) rotate(${360 * (n / way.length - 1)}deg)`;
  const keyframes = steps.map((step, n) => ({transform: turning ? turned(step, n) : step.toString()}));
  animations.push(piece.animate(keyframes, {duration: duration * 0.94, easing}));
}

// From one drawing to another a copy of the piece flies over the page: its own panel would clip it.
function fly(piece, box, duration, away = false) {
  const here = piece.getBoundingClientRect();
  const onScreen = piece.getScreenCTM();
  if (!here.width || !box.width || !onScreen) return;
  const end = DOMMatrix.fromMatrix(onScreen);
  const start = startOfFlight(here, box, end);
  const copy = copyWithoutIds(piece);
  copy.setAttribute("transform", end.toString());
  skyLayer().append(copy);
  piece.classList.add("away");
  const steps = [{transform: start.toString()}, {transform: end.toString()}];
  const keyframes = away
    ? [
        {...steps[1], opacity: 1},
        {...steps[0], opacity: 0.2},
      ]
    : steps;
  const flight = copy.animate(keyframes, {duration: duration * 0.94, easing: EASE, fill: "both"});
  animations.push(flight);
  const land = () => {
    copy.remove();
    piece.classList.remove("away");
  };
  flight.finished.catch(() => {}).then(land);
}

// The piece as large as the box that it comes from, in the middle of it.
function startOfFlight(here, box, end) {
  const middleOf = (rect) => [rect.left + rect.width / 2, rect.top + rect.height / 2];
  const size = Math.min(1.6, Math.max(0.35, Math.min(box.width / here.width, box.height / here.height)));
  const [x, y] = middleOf(here);
  return new DOMMatrix()
    .translate(...middleOf(box))
    .scale(size)
    .translate(-x, -y)
    .multiply(end);
}

function copyWithoutIds(piece) {
  const copy = piece.cloneNode(true);
  for (const named of [copy, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
  return copy;
}

function skyLayer() {
  let layer = document.querySelector("svg.sky");
  if (!layer) {
    layer = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    layer.setAttribute("class", "sky");
    layer.setAttribute("aria-hidden", "true");
    document.body.append(layer);
  }
  return layer;
}
