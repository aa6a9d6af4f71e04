// A table: what is pressed asks the server for the same table with that chosen; the stream brings what others do.
// There are no rules here: the server draws every step.
import {remember} from "./page.js";
import {entry, morph, parsed, still} from "./morph.js";
import {run} from "./motion.js";
import "./reach.js";
import {sound} from "./sound.js";

const table = () => document.getElementById("table");
const setting = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] || "";
const doing = new Set(); // what was submitted and not yet answered

function address(query = "") {
  const show = table().dataset.show;
  const join = query ? `${query}&` : "?";
  return `${table().dataset.url}/part${show ? `${join}show=${show}` : query}`;
}

// The table as the server answers; nothing if it cannot be had, and why that is.
async function ask(url, options = {}) {
  const brings = options.method && stream?.readyState === EventSource.OPEN; // then the stream shows what was done
  try {
    const answer = await fetch(url, {...options, headers: {"X-Part": brings ? "stream" : "1"}}),
      html = await answer.text();
    lost(false);
    const go = answer.headers.get("X-Go");
    if (go) return {why: location.assign(go)};
    if (answer.status === 204) return expected();
    if (answer.ok || answer.status === 409) return {html};
    return {
      why:
        new DOMParser().parseFromString(html, "text/html").querySelector(".said")?.textContent || document.body.dataset.failed,
    };
  } catch {
    return lost(true) || {};
  }
}

function say(words, rules = []) {
  const why = document.getElementById("why");
  if (!why) return;
  why.textContent = words;
  for (const [number, href] of rules)
    why.append(" ", Object.assign(document.createElement("a"), {href, target: "_blank", textContent: `Read ${number}`}));
}
function caption(words) {
  const shown = document.getElementById("caption");
  if (shown) shown.textContent = words;
}
function lost(is) {
  document.getElementById("lost").hidden = !is;
}

// One drawing after the other: what is moving comes to rest before the next is shown.
let moving = Promise.resolve();
function shown(drawn) {
  return (moving = moving.then(() => show(drawn)).catch(() => location.reload()));
}

async function show(drawn) {
  const {call} = table().dataset;
  const skipped = await run(drawn, entry(table()), caption, queue.length > 2);
  if (skipped) queue = queue.slice(-1); // to the present
  const {position, chosen} = table().dataset;
  if (drawn?.dataset.position === position && drawn.dataset.chosen === chosen)
    drawn.querySelector("#why")?.setAttribute("data-keep", "");
  const now = morph(drawn);
  if (!now) return;
  if (now.dataset.call && !call) sound("call");
  icon();
  tick();
  if (forgotten()) fulfil();
}

function icon() {
  const link = document.getElementById("icon");
  link.dataset.usual ||= link.href;
  link.href = table().dataset.call && document.hidden ? link.dataset.call : link.dataset.usual;
}

// What was pressed last. Whatever else is drawn in its position, it is asked for again until it is shown.
let wish = {query: table().dataset.chosen, position: table().dataset.position, chosen: table().dataset.chosen};

function forgotten() {
  const {position, chosen, call} = table().dataset;
  return call && !wish.asked && wish.position === position && wish.chosen !== chosen;
}

async function fulfil() {
  const mine = wish;
  mine.asked = true;
  const {html, why} = await ask(address(mine.query));
  if (mine !== wish) return false; // something newer was pressed meanwhile
  mine.asked = false;
  if (why) {
    wish = {};
    say(why);
  }
  if (!html) return false;
  const drawn = parsed(html);
  mine.chosen = drawn?.dataset.chosen;
  await shown(drawn);
  return mine === wish;
}

async function choose(query) {
  wish = {query, position: table().dataset.position};
  if ((await fulfil()) && setting("quick") === "on")
    document.querySelector("#go:not([name])") && !document.getElementById("split") && submit(document.getElementById("act"));
}

async function submit(form, button = null) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  const url = new URL(form.getAttribute("action"), location.href);
  for (const [name, value] of new URLSearchParams(wish.query)) url.searchParams.set(name, value); // it stays chosen
  const deed = `${url} ${body}`;
  if (doing.has(deed)) return; // pressed twice: done once
  doing.add(deed);
  const {html, why} = await ask(url, {method: "POST", body});
  doing.delete(deed);
  if (html) shown(parsed(html));
  else if (why) say(why);
}

function press(target) {
  const {action, actions, group, item} = target.dataset,
    position = table().dataset.position;
  if (item !== undefined) {
    document.querySelector(`#pile-${item} input`).click();
  } else if (actions) {
    choose(`?position=${position}&among=${actions.replaceAll(" ", "+")}`);
  } else if (action !== undefined && target.getAttribute("aria-pressed") === "true") {
    submit(document.getElementById("act")); // pressed once more: do it
  } else if (action !== undefined) {
    choose(`?position=${position}&action=${action}`);
  } else {
    choose(target.getAttribute("aria-pressed") === "true" ? "" : `?position=${position}&group=${group}`);
  }
}

// On a small drawing a press takes the nearest target within reach of a finger.
function nearest(event, board) {
  let best = null,
    least = 24;
  for (const target of board.querySelectorAll(".target")) {
    const box = target.getBoundingClientRect();
    const away = Math.hypot(event.clientX - (box.left + box.right) / 2, event.clientY - (box.top + box.bottom) / 2);
    if (away < least) {
      best = target;
      least = away;
    }
  }
  return best;
}

// What lies under the press, the topmost first, with what it lies in.
function under(event, board) {
  const found = new Set();
  for (const one of document.elementsFromPoint(event.clientX, event.clientY))
    for (let part = one.closest("g[id]"); part && board.contains(part); part = part.parentElement.closest("g[id]"))
      found.add(part.id);
  return [...found];
}

async function whyNot(event, board) {
  const query = new URLSearchParams(table().dataset.chosen);
  for (const id of under(event, board)) query.append("part", id);
  if (!query.has("part")) return;
  try {
    const answer = await fetch(`${table().dataset.url}/why?${query}`);
    if (answer.ok) {
      const {why, rules} = await answer.json();
      say(why, rules);
    }
  } catch {
    /* the next press asks again */
  }
}

addEventListener("click", (event) => {
  const link = event.target.closest("a[data-choose]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    if (link.matches(".way.on")) submit(document.getElementById("act"));
    else choose(new URL(link.href).search);
    return;
  }
  const copied = event.target.closest("[data-copy]");
  if (copied) return copy(copied);
  const board = event.target.closest("svg.board-svg");
  if (!board || !table().contains(board)) return;
  const target = event.target.closest(".target") || (table().dataset.call ? nearest(event, board) : null);
  if (target) return press(target);
  if (table().dataset.seated) whyNot(event, board);
});

addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-live]")) return;
  event.preventDefault();
  submit(event.target, event.submitter);
});

// Hovering shows what a choice would do, where the drawing has it.
function ghost(event) {
  const action = event.target.closest?.(".target")?.dataset.action;
  for (const one of document.querySelectorAll("[data-ghost]"))
    one.setAttribute("visibility", one.dataset.ghost === action && event.type !== "mouseout" ? "visible" : "hidden");
}
for (const type of ["mouseover", "mouseout", "focusin"]) addEventListener(type, ghost);

// Dividing a heap: by check box, or by dragging from one side to the other.
function taken() {
  return [...document.querySelectorAll("#split input:checked")].reduce(
    (sum, box) => sum + 2 ** Number(box.closest("li").dataset.item),
    0,
  );
}
addEventListener("change", (event) => {
  if (event.target.closest("#split")) choose(`?position=${table().dataset.position}&taken=${taken()}`);
});
addEventListener("dragstart", (event) => {
  const item = event.target.closest?.("#split li");
  if (item) event.dataTransfer.setData("text/plain", item.dataset.item);
});
addEventListener("dragover", (event) => {
  if (event.target.closest?.(".pile")) event.preventDefault();
});
addEventListener("drop", (event) => {
  const pile = event.target.closest?.(".pile");
  if (!pile) return;
  event.preventDefault();
  const item = document.getElementById(`pile-${event.dataTransfer.getData("text/plain")}`);
  if (item && !pile.contains(item)) item.querySelector("input").click();
});

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  button.textContent = document.body.dataset.copied;
}

// The stream. A seated player's stays open in a hidden tab, so that title, icon and sound can call.
let stream = null,
  queue = [],
  showing = false;

function connect() {
  stream?.close();
  stream = new EventSource(
    `${table().dataset.url}/live?after=${encodeURIComponent(table().dataset.stamp)}${table().dataset.show ? `&show=${table().dataset.show}` : ""}`,
  );
  let pieces = [],
    before = []; // of the last two messages: the next one names those that stay
  stream.addEventListener("open", () => {
    pieces = before = [];
    lost(false);
    if (forgotten()) fulfil();
  });
  stream.addEventListener("table", (event) => {
    const has = [...pieces, ...before];
    before = pieces;
    pieces = JSON.parse(event.data).flatMap((one) => (typeof one === "string" ? one : has.slice(one[0], one[0] + one[1])));
    lost(false);
    queue.push(pieces.join("\n"));
    next();
  });
  stream.addEventListener("error", () => {
    lost(true);
    if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 1500);
  });
}

// What was done comes by the stream; if it does not, the stream is opened anew.
function expected() {
  const {stamp} = table().dataset;
  setTimeout(() => {
    if (table().dataset.stamp === stamp && !queue.length && !showing) connect();
  }, 4000);
  return {};
}

// One message after the other, so that fast bots can be followed; who is late gets the last.
async function next() {
  if (showing || !queue.length) return;
  if (queue.length > 12 || document.hidden || still()) queue = queue.slice(-1);
  showing = true;
  await shown(parsed(queue.shift()));
  setTimeout(
    () => {
      showing = false;
      next();
    },
    still() || document.hidden ? 0 : 350,
  );
}

document.addEventListener("visibilitychange", () => {
  icon();
  if (document.hidden && !table().dataset.seated) {
    stream?.close();
    stream = null;
  } else if (!document.hidden && (!stream || stream.readyState === EventSource.CLOSED)) connect();
});
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => {
  if (event.persisted) connect();
});

function tick() {
  const {days, hours} = document.body.dataset;
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const left = Math.max(0, Math.round(clock.dataset.deadline - Date.now() / 1000));
    clock.textContent =
      left > 86400
        ? days.replace("{n}", Math.floor(left / 86400))
        : left > 3600
          ? hours.replace("{n}", Math.floor(left / 3600))
          : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}
setInterval(tick, 1000);

for (const name of ["quick", "sound", "keys"]) {
  const box = document.getElementById(name);
  box.checked = (setting(name) || box.dataset.usual) === "on";
  box.addEventListener("change", () => remember(name, box.checked ? "on" : "off"));
}
const speed = document.getElementById("speed");
speed.value = document.documentElement.dataset.speed = setting("speed") || "normal";
speed.addEventListener("change", () => {
  remember("speed", speed.value);
  document.documentElement.dataset.speed = speed.value;
});

tick();
connect();
