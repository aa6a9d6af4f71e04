// A replay: steps are links; pressing one glides there.
import {remember, setting, withModifier} from "./page.js";
import {morph, parseTable, scrollIntoList} from "./morph.js";
import {framesOf, playFrames, skipFrames} from "./motion.js";
import "./keyboard.js";

const PAUSE = 500; // milliseconds between steps that go by themselves, at the usual speed
const PACE = {slow: 3, fast: 0.3};
const SHARP = 2; // pixels of a PNG for one of the drawing

let lastStep = Promise.resolve();
let waiting = 0; // steps that were asked for and have not begun
let running = false;

const shownStep = () => document.getElementById("table").dataset.step;
const byId = (id) => document.getElementById(id);
const linkFor = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);

function showWords(words) {
  if (words) document.querySelector("#say span").textContent = words;
}

// One step after the other: the link is looked up when its turn has come, because it leads on from what is shown then.
function queueStep(findLink) {
  skipFrames();
  waiting += 1;
  lastStep = lastStep.then(() => goTo(findLink)).catch(stopRunning);
  return lastStep;
}

async function goTo(findLink) {
  waiting -= 1;
  const link = findLink();
  if (link) await showStep(link.href, "eyes" in link.dataset);
}

async function showStep(url, throughOtherEyes) {
  const after = throughOtherEyes ? {} : {"X-After": shownStep()};
  const answer = await fetch(url, {headers: {"X-Part": "1", ...after}});
  if (!answer.ok) return stopRunning();
  const next = parseTable(await answer.text());
  if (!waiting) await playFrames(framesOf(next), next, Number(shownStep()), showWords);
  morph(next);
  history.replaceState(null, "", url);
  markShownMove();
  showControls();
}

function markShownMove() {
  const shown = document.querySelector(`#step-${shownStep()} a`);
  for (const old of document.querySelectorAll(".moves .cur")) {
    if (old === shown) continue;
    old.classList.remove("cur");
    old.removeAttribute("aria-current");
  }
  if (shown) {
    shown.classList.add("cur");
    shown.setAttribute("aria-current", "step");
    scrollIntoList(shown, document.getElementById("moves"));
  }
}

// What needs the script.
function showControls() {
  byId("run").hidden = running;
  byId("pause").hidden = !running;
  byId("slide-there").hidden = true;
  byId("png").hidden = byId("pace").hidden = false;
  if (!waiting) byId("slider").value = shownStep();
}

function stopRunning() {
  const hadFocus = document.activeElement === byId("pause");
  running = false;
  showControls();
  if (hadFocus) byId("run").focus();
}

async function runOn() {
  if (shownStep() === byId("slider").max) await queueStep(() => linkFor("Home"));
  running = true;
  showControls();
  byId("pause").focus();
  while (running) {
    const before = shownStep();
    await queueStep(() => linkFor("ArrowRight"));
    if (shownStep() === before) stopRunning();
    else await new Promise((done) => setTimeout(done, PAUSE * (PACE[setting("speed")] || 1)));
  }
}

addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    stopRunning();
    const {key} = link.dataset;
    queueStep(() => (key ? linkFor(key) : link));
  }
  if (event.target.closest("#run")) runOn();
  if (event.target.closest("#pause")) stopRunning();
  if (event.target.closest("#png")) savePng(byId("png").dataset.name);
});

// The slider asks for the step where it is when its turn comes, and for no other on the way.
let sliding = false;
addEventListener("input", (event) => {
  if (event.target.id !== "slider" || sliding) return;
  sliding = true;
  running = false;
  queueStep(() => {
    const {value, form, dataset} = byId("slider");
    sliding = false;
    return {href: `${form.action}?step=${value}${dataset.eyes}`, dataset: {}};
  });
});

// The browser makes pixels of the drawing that the server made.
async function savePng(name) {
  const drawing = new Image();
  drawing.src = byId("picture").href;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SHARP * drawing.naturalWidth, SHARP * drawing.naturalHeight];
  canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
  const pixels = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const link = Object.assign(document.createElement("a"), {href: URL.createObjectURL(pixels), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || withModifier(event) || !linkFor(event.key)) return;
  event.preventDefault();
  stopRunning();
  queueStep(() => linkFor(event.key));
});

const speed = byId("speed");
speed.value = document.documentElement.dataset.speed = setting("speed") || "normal";
speed.addEventListener("change", () => {
  remember("speed", speed.value);
  document.documentElement.dataset.speed = speed.value;
});
markShownMove();
showControls();
