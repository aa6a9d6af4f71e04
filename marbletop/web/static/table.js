// A table: what is pressed asks the server for the same table with that chosen; the stream brings what others do.
// There are no rules here: the server draws every step.
import {remember, setting} from "./page.js";
import {entryOf, morph, motionIsOff, parseTable} from "./morph.js";
import {framesOf, playFrames} from "./motion.js";
import "./keyboard.js";
import "./fair.js";
import {playSound} from "./sound.js";
import {FINGER, nearestTarget, partsUnder, takenItems} from "./targets.js";

const BETWEEN_MESSAGES = 350; // milliseconds, so that fast bots can be followed
const BEFORE_FORCED = 1200; // so that it is seen what will be played
const MOST_WAITING = 12; // messages; beyond so many only the last one is shown
const STREAM_IS_LATE = 4000; // milliseconds
const RECONNECT = 1500; // milliseconds; twice as long after every failure
const LONGEST_RECONNECT = 60000;

const table = () => document.getElementById("table");

// Asking the server

function partAddress(query = "") {
  const asked = new URLSearchParams(query);
  addLayout(asked);
  return `${table().dataset.url}/part?${asked}`;
}

// What of the table is shown: all of it, the board or the hand, and the position in words only while it is unfolded.
function addLayout(query) {
  const {show} = table().dataset;
  if (show) query.set("show", show);
  if (document.querySelector("details.words[open]")) query.set("words", "1");
}

// The table as the server answers, or why there is none. Nothing of both if the answer comes by the stream, or not at all.
async function fetchTable(url, options = {}) {
  const streamShowsIt = options.method && stream?.readyState === EventSource.OPEN;
  try {
    const answer = await fetch(url, {...options, headers: {"X-Part": streamShowsIt ? "stream" : "1"}});
    const html = await answer.text();
    showLost(false);
    const elsewhere = answer.headers.get("X-Go");
    if (elsewhere) {
      location.assign(elsewhere);
      return {};
    }
    if (answer.status === 204) {
      expectMessage();
      return {};
    }
    return answer.ok || answer.status === 409 ? {html} : {why: reasonIn(html)};
  } catch {
    showLost(true);
    return {};
  }
}

function reasonIn(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  return page.querySelector(".said")?.textContent || document.body.dataset.failed;
}

function showLost(isLost) {
  document.getElementById("lost").hidden = !isLost;
}

// Showing

function explain(words, rules = [], tells = false) {
  const why = document.getElementById("why");
  if (!why) return;
  why.classList.toggle("tells", tells);
  why.textContent = words;
  for (const [, href] of rules) {
    const link = document.createElement("a");
    why.append(" ", Object.assign(link, {href, target: "_blank", textContent: `(${document.body.dataset.rule})`}));
  }
}

function showCaption(words) {
  const caption = document.getElementById("caption");
  if (caption) caption.textContent = words;
}

// What takes a while stands in place of the sentence, where its answer will.
function showWaiting(words) {
  for (const id of ["wait", "tell"]) {
    const place = document.getElementById(id);
    if (place) place.textContent = words;
  }
}

// Whoever presses where the button will be looks for what comes before it.
function showWhatCanBePressed() {
  table().classList.add("look-here");
  setTimeout(() => table().classList.remove("look-here"), 1000);
}

// What does not fit is scrolled, with the keyboard, too.
function letScroll() {
  const words = document.getElementById("say");
  if (words && words.scrollHeight > words.clientHeight) words.tabIndex = 0;
}

function showPlayedForYou() {
  const note = document.getElementById("for-you");
  if (note) note.textContent = playedForYou;
}

// One drawing after the other: what is moving comes to rest before the next is shown.
let lastShown = Promise.resolve();
function showInTurn(drawn, frames = framesOf(drawn)) {
  lastShown = lastShown.then(() => show(drawn, frames)).catch(() => location.reload());
  return lastShown;
}

async function show(drawn, frames) {
  const calledBefore = table().dataset.call;
  const skipped = await playFrames(frames, drawn, entryOf(table()), showCaption, messages.length > 2);
  if (skipped) messages = messages.slice(-1); // to the present
  const {position, chosen} = table().dataset;
  if (drawn?.dataset.position === position && drawn.dataset.chosen === chosen && !drawn.querySelector("#close-hint")) {
    drawn.querySelector("#why")?.setAttribute("data-keep", "");
  }
  const now = morph(drawn);
  if (!now) return;
  if (now.dataset.call && !calledBefore) playSound("call");
  document.getElementById("turn").textContent = now.dataset.turn;
  updateIcon();
  updateClocks();
  showPlayedForYou();
  letScroll();
  if (wishIsUnmet()) fetchWish();
  else playForced();
}

// A decision with one way is no decision: it is made at once, unless its player wants to be asked or has just taken it back.
// What was played is told until its player presses something.
let tookBack = false;
let playedForYou = "";
function playForced() {
  if (!table().dataset.forced || setting("forced") === "off" || tookBack) return;
  const {position} = table().dataset;
  const goOn = () => {
    if (!table().dataset.forced || table().dataset.position !== position) return;
    playedForYou = table().dataset.forced;
    play();
  };
  setTimeout(goOn, motionIsOff() ? 0 : BEFORE_FORCED);
}

function updateIcon() {
  const link = document.getElementById("icon");
  link.dataset.usual ||= link.href;
  link.href = table().dataset.call && document.hidden ? link.dataset.call : link.dataset.usual;
}

// Choosing. The wish is what was pressed last: whatever else is drawn in its position, it is asked for again until it is shown.

let wish = {query: table().dataset.chosen, position: table().dataset.position, chosen: table().dataset.chosen};

function wishIsUnmet() {
  const {position, chosen, call} = table().dataset;
  return call && !wish.asked && wish.position === position && wish.chosen !== chosen;
}

// Whether the wish is shown, and still is the last.
async function fetchWish() {
  const asked = wish;
  asked.asked = true;
  const {html, why} = await fetchTable(partAddress(asked.query));
  if (asked !== wish) return false; // something newer was pressed meanwhile
  asked.asked = false;
  if (why) {
    wish = {};
    explain(why);
  }
  if (!html) return false;
  const drawn = parseTable(html);
  asked.chosen = drawn?.dataset.chosen;
  await showInTurn(drawn);
  return asked === wish;
}

async function choose(query) {
  playedForYou = "";
  wish = {query, position: table().dataset.position};
  const isShown = await fetchWish();
  const asked = new URLSearchParams(query);
  const {draft} = table().dataset;
  const isProposed = (asked.get("draft") || "") !== draft || (draft && !asked.has("action")); // after a card is taken or turned
  const isOpen = isProposed && document.querySelectorAll("#ways .way").length !== 1;
  if (!isShown || isOpen || setting("quick") !== "on") return;
  if (document.querySelector("#go:not([name])") && !document.getElementById("split")) play();
}

// A link of the list does not name the position, so that it stays the same from turn to turn.
function withPosition(query) {
  if (query.has("action") || query.has("draft")) query.set("position", table().dataset.position);
  return query.size ? `?${query}` : "";
}

const play = () => submit(document.getElementById("act"));

const unanswered = new Set();

async function submit(form, button = null) {
  tookBack = Boolean(form.querySelector("#undo, #ask-back"));
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  const url = new URL(form.getAttribute("action"), location.href);
  for (const [name, value] of new URLSearchParams(wish.query)) url.searchParams.set(name, value); // it stays chosen
  addLayout(url.searchParams);
  const request = `${url} ${body}`;
  if (unanswered.has(request)) return; // pressed twice: done once
  unanswered.add(request);
  if (form.dataset.wait) showWaiting(form.dataset.wait);
  const {html, why} = await fetchTable(url, {method: "POST", body});
  unanswered.delete(request);
  if (html) await showInTurn(parseTable(html));
  else if (why) explain(why);
  if (form.dataset.wait) showWaiting("");
}

// Pressing

// The query for something that is pressed now, after the decisions that are drawn ahead.
function queryFor(chosen, draft = table().dataset.draft) {
  const drawnAhead = draft ? `&draft=${draft}` : "";
  return chosen || draft ? `?position=${table().dataset.position}${drawnAhead}${chosen}` : "";
}

function press(target) {
  const {action, actions, draft, group, item} = target.dataset;
  const isPressed = target.getAttribute("aria-pressed") === "true";
  if (item !== undefined) {
    document.querySelector(`#pile-${item} input`).click();
  } else if (actions) {
    choose(queryFor(`&among=${actions.replaceAll(" ", "+")}`, draft));
  } else if (action !== undefined && isPressed && document.getElementById("act")) {
    play(); // pressed once more: do it
  } else if (action !== undefined) {
    choose(queryFor(`&action=${action}`, draft));
  } else if (!(isPressed && table().dataset.draft && document.getElementById("go"))) {
    choose(queryFor(isPressed ? "" : `&group=${group}`)); // a card that stands over its columns stays as it is turned
  }
}

async function askWhyNot(event, board) {
  const query = new URLSearchParams(table().dataset.chosen);
  for (const id of partsUnder(event, board)) query.append("part", id);
  if (!query.has("part")) return;
  try {
    const answer = await fetch(`${table().dataset.url}/why?${query}`);
    if (!answer.ok) return;
    const {why, rules, tells} = await answer.json();
    explain(why, rules, tells);
  } catch {
    // the next press asks again
  }
}

// What leads to the log is a line high, with nothing else to press around it: a press close to it is meant for it.
function wayToLogAt(event) {
  const way = event.target.closest(".dock") && !event.target.closest("a, button, .coach") && document.querySelector("#since a");
  const box = way && way.getBoundingClientRect();
  return box && box.left < innerWidth && Math.abs(event.clientY - (box.top + box.bottom) / 2) < FINGER ? way : null;
}

addEventListener("click", (event) => {
  const link = event.target.closest("a[data-choose]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    if (link.matches(".way.on")) play();
    else choose(withPosition(new URL(link.href).searchParams));
    return;
  }
  if (event.target.closest("#not-yet")) return showWhatCanBePressed();
  wayToLogAt(event)?.click();
  const board = event.target.closest("svg.board-svg");
  if (!board || !table().contains(board)) return;
  const target = event.target.closest(".target") || (table().dataset.call ? nearestTarget(event, board) : null);
  if (target?.matches(".turned") && event.detail) return document.getElementById("go")?.focus(); // only the button plays a turn
  if (target) return press(target);
  if (table().dataset.seated) askWhyNot(event, board);
});

addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-live]")) return;
  event.preventDefault();
  const why = event.submitter?.dataset.why; // it cannot be done yet
  if (why) return explain(why);
  playedForYou = "";
  submit(event.target, event.submitter);
});

// A line of the list and its place on the board light each other; what was offered earlier may have the same number.
function pointAt(event) {
  const one = event.target.closest?.(".way, .target:not(.other)");
  const action = one?.dataset.action ?? one?.id.replace("way-", "");
  for (const other of document.querySelectorAll(".pointed")) other.classList.remove("pointed");
  if (!one || event.type === "mouseout" || !/^\d+$/.test(action)) return;
  for (const other of document.querySelectorAll(`#way-${action}, .target:not(.other)[data-action="${action}"]`)) {
    if (other !== one) other.classList.add("pointed");
  }
}
for (const type of ["mouseover", "mouseout", "focusin"]) addEventListener(type, pointAt);

// Dividing a heap: what is pressed goes to the other side.

addEventListener("change", (event) => {
  if (event.target.closest("#split")) choose(queryFor(`&taken=${takenItems()}`));
});

// The stream. A seated player's stays open in a hidden tab, so that title, icon and sound can call.

let stream = null;
let messages = []; // that wait to be shown
let showing = false;
let reconnectAfter = RECONNECT;

function streamAddress() {
  const {url, stamp} = table().dataset;
  const query = new URLSearchParams({after: stamp});
  addLayout(query);
  return `${url}/live?${query}`;
}

function connect() {
  stream?.close();
  stream = new EventSource(streamAddress());
  let last = []; // texts of the last two messages: the next one names those that stay
  let before = [];
  let isRefused = false;
  stream.addEventListener("open", () => {
    last = before = [];
    isRefused = false;
    reconnectAfter = RECONNECT;
    showLost(false);
    if (wishIsUnmet()) fetchWish();
  });
  stream.addEventListener("table", (event) => {
    const known = [...last, ...before];
    const rows = JSON.parse(event.data);
    const frames = rows.at(-1)?.frames ? rows.pop() : null;
    before = last;
    last = rows.flatMap((row) => (typeof row === "string" ? row : known.slice(row[0], row[0] + row[1])));
    showLost(false);
    messages.push({html: last.join(""), frames});
    showNextMessage();
  });
  stream.addEventListener("refused", (event) => {
    isRefused = true; // the browser connects again when the server has said
    explain(event.data);
  });
  stream.addEventListener("error", () => {
    showLost(!isRefused);
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(connect, reconnectAfter);
    reconnectAfter = Math.min(2 * reconnectAfter, LONGEST_RECONNECT);
  });
}

// What was done comes by the stream; if it does not, the stream is opened again.
function expectMessage() {
  const {stamp} = table().dataset;
  const reconnectIfLate = () => {
    if (table().dataset.stamp === stamp && !messages.length && !showing) connect();
  };
  setTimeout(reconnectIfLate, STREAM_IS_LATE);
}

async function showNextMessage() {
  if (showing || !messages.length) return;
  if (messages.length > MOST_WAITING || document.hidden || motionIsOff()) messages = messages.slice(-1);
  showing = true;
  const {html, frames} = messages.shift();
  await showInTurn(parseTable(html), frames);
  const goOn = () => {
    showing = false;
    showNextMessage();
  };
  setTimeout(goOn, motionIsOff() || document.hidden ? 0 : BETWEEN_MESSAGES);
}

document.addEventListener("visibilitychange", () => {
  updateIcon();
  if (document.hidden && !table().dataset.seated) {
    stream?.close();
    stream = null;
  } else if (!document.hidden && (!stream || stream.readyState === EventSource.CLOSED)) {
    connect();
  }
});
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => {
  if (event.persisted) connect();
});

// The position in words comes with the page, and then as long as it is unfolded.
addEventListener(
  "toggle",
  async (event) => {
    if (!event.target.matches("details.words[open]")) return;
    connect();
    await fetchWish();
  },
  true,
);

// Clocks

function timeLeft(seconds) {
  const {days, hours} = document.body.dataset;
  if (seconds > 86400) return days.replace("{n}", Math.floor(seconds / 86400));
  if (seconds > 3600) return hours.replace("{n}", Math.floor(seconds / 3600));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function updateClocks() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    clock.textContent = timeLeft(Math.max(0, Math.round(clock.dataset.deadline - Date.now() / 1000)));
  }
}
setInterval(updateClocks, 1000);

// Settings of the menu

for (const name of ["quick", "sound", "keys", "names", "forced"]) {
  const box = document.getElementById(name);
  box.checked = (setting(name) || box.dataset.usual) === "on";
  box.addEventListener("change", () => remember(name, box.checked ? "on" : "off"));
}

const namesOfPlaces = document.getElementById("names");
const showNames = () => (document.documentElement.dataset.names = namesOfPlaces.checked ? "on" : "off");
namesOfPlaces.addEventListener("change", showNames);
showNames();

const speed = document.getElementById("speed");
speed.value = document.documentElement.dataset.speed = setting("speed") || "normal";
speed.addEventListener("change", () => {
  remember("speed", speed.value);
  document.documentElement.dataset.speed = speed.value;
});

updateClocks();
letScroll();
connect();
playForced();
