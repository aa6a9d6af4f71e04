// A replay: steps are links; pressing one glides there.
import {setting, withModifier} from "./page.js";
import {morph, parseTable, scrollIntoList} from "./morph.js";
import {framesOf, playFrames, skipFrames} from "./motion.js";
import "./keyboard.js";

const PAUSE = 500; // milliseconds between steps that go by themselves

let lastStep = Promise.resolve();
let waiting = 0; // steps that were asked for and have not begun
let running = false;

const shownStep = () => document.getElementById("table").dataset.step;
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
  document.getElementById("run").hidden = false;
}

function stopRunning() {
  running = false;
}

async function runOn() {
  running = true;
  while (running) {
    const before = shownStep();
    await queueStep(() => linkFor("ArrowRight"));
    if (shownStep() === before) stopRunning();
    else await new Promise((done) => setTimeout(done, PAUSE));
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
  if (event.target.closest("#run")) {
    if (running) stopRunning();
    else runOn();
  }
});

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || withModifier(event) || !linkFor(event.key)) return;
  event.preventDefault();
  stopRunning();
  queueStep(() => linkFor(event.key));
});

document.documentElement.dataset.speed = setting("speed") || "normal";
markShownMove();
