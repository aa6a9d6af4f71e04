// A lesson: as at a table, what is pressed is tried out first, and played by the button or a second press; what leads on to the
// next decision is played at once. The server answers with the next step or with what is wrong about it.
// There are no rules here.
import {setting} from "./page.js";
import {morph, parseTable} from "./morph.js";
import {framesOf, playFrames} from "./motion.js";
import "./keyboard.js";
import {nearestTarget, partsUnder, takenItems} from "./targets.js";

const lesson = () => document.getElementById("table");

// Asking the server

let asking = false;

// Shows the lesson as the server answers; one request at a time, so that nothing is pressed twice.
async function ask(url, options = {}) {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetch(url, {...options, headers: {"X-Part": "1"}});
    document.getElementById("lost").hidden = true;
    const drawn = parseTable(await answer.text());
    if (drawn) await show(drawn);
    else location.assign(lesson().dataset.url);
  } catch {
    document.getElementById("lost").hidden = false;
  } finally {
    asking = false;
  }
}

async function show(drawn) {
  const atStep = lesson().dataset.position;
  await playFrames(framesOf(drawn), drawn, 0, showCaption);
  const now = morph(drawn);
  if (now && now.dataset.position !== atStep && document.activeElement === document.body) {
    document.getElementById("say").focus({preventScroll: true});
  }
}

function showCaption(words) {
  const caption = document.getElementById("caption");
  if (caption) caption.textContent = words;
}

function explain(words) {
  const why = document.getElementById("why");
  if (why) why.textContent = words;
}

// Who is being shown what to press is still shown it after half of the way.
function choose(query) {
  const asked = new URLSearchParams(query);
  if (lesson().dataset.shown && asked.has("group") && !asked.has("action")) asked.set("shown", "1");
  return ask(`${lesson().dataset.url}?${asked}`);
}

function pressAction(action) {
  const body = new URLSearchParams({key: lesson().dataset.key, action});
  return ask(`${lesson().dataset.url}/press`, {method: "POST", body});
}

// Pressing

function tryAction(action, isPressed, query = `?action=${action}`) {
  const leadsOn = lesson().dataset.leadsOn.split(" ").includes(action);
  return leadsOn || isPressed ? pressAction(action) : choose(query);
}

function press(target) {
  const {action, actions, group, item} = target.dataset;
  const isPressed = target.getAttribute("aria-pressed") === "true";
  if (item !== undefined) document.querySelector(`#pile-${item} input`).click();
  else if (actions) choose(`?among=${actions.replaceAll(" ", "+")}`);
  else if (action !== undefined) tryAction(action, isPressed);
  else choose(isPressed ? "" : `?group=${group}`);
}

async function askWhyNot(event, board) {
  const query = new URLSearchParams(lesson().dataset.chosen);
  for (const id of partsUnder(event, board)) query.append("part", id);
  if (!query.has("part")) return;
  try {
    const answer = await fetch(`${lesson().dataset.url}/why?${query}`);
    if (answer.ok) explain((await answer.json()).why);
  } catch {
    // the next press asks again
  }
}

addEventListener("click", (event) => {
  const link = event.target.closest("a.way, a[data-choose]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const {search, searchParams} = new URL(link.href);
    if (link.matches(".way")) tryAction(searchParams.get("action"), link.matches(".on"), search);
    else choose(search);
    return;
  }
  const board = event.target.closest("svg.board-svg");
  if (!board || !lesson().contains(board) || !lesson().dataset.call) return;
  const target = event.target.closest(".target") || nearestTarget(event, board);
  if (target?.matches(".turned") && event.detail) return document.getElementById("go")?.focus(); // only the button plays a turn
  if (target) press(target);
  else askWhyNot(event, board);
});

addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-live]")) return;
  event.preventDefault();
  ask(event.target.getAttribute("action"), {method: "POST", body: new URLSearchParams(new FormData(event.target))});
});

addEventListener("change", (event) => {
  if (event.target.closest("#split")) choose(`?taken=${takenItems()}`);
});

document.documentElement.dataset.speed = setting("speed") || "normal";
document.documentElement.dataset.script = "on";
