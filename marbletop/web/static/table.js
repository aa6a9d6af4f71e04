// A table: what is pressed asks the server for the same table with that chosen; the stream brings what others do.
// There are no rules here: the server draws every step.
import {remember} from "./page.js";
import {morph, parsed, run, still} from "./morph.js";

const table = () => document.getElementById("table");
const setting = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] || "";
let busy = false, asked = 0;

function address(query = "") {
  const show = table().dataset.show;
  const join = query ? `${query}&` : "?";
  return `${table().dataset.url}/part${show ? `${join}show=${show}` : query}`;
}

async function ask(url, options = {}) {
  const number = ++asked;
  let answer;
  try {
    answer = await fetch(url, {...options, headers: {"X-Part": "1"}});
  } catch { return lost(true); }
  lost(false);
  const go = answer.headers.get("X-Go");
  if (go) { location.assign(go); return; }
  const html = await answer.text();
  if (number !== asked && !options.method) return;             // something newer was asked for meanwhile
  if (answer.ok || answer.status === 409) await shown(html);
  else say(new DOMParser().parseFromString(html, "text/html").querySelector(".said")?.textContent || document.body.dataset.failed);
}

function say(words) { const why = document.getElementById("why"); if (why) why.textContent = words; }
function lost(is) { document.getElementById("lost").hidden = !is; }

// One drawing after the other: what is moving comes to rest before the next is shown.
let moving = Promise.resolve();
function shown(html) { return moving = moving.then(() => show(parsed(html))).catch(() => location.reload()); }

async function show(drawn) {
  const called = table().dataset.call;
  await run(drawn, say);
  const now = morph(drawn);
  if (!now) return;
  if (now.dataset.call && !called) call();
  icon();
  tick();
}

function icon() {
  const link = document.getElementById("icon");
  link.dataset.usual ||= link.href;
  link.href = table().dataset.call && document.hidden ? link.dataset.call : link.dataset.usual;
}

function call() {
  if (setting("sound") !== "on") return;
  const audio = new AudioContext(), tone = audio.createOscillator(), volume = audio.createGain();
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
  tone.frequency.value = 660;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
}

async function choose(query) {
  await ask(address(query));
  if (setting("quick") === "on") document.querySelector("#go:not([name])") && !document.getElementById("split") && submit(document.getElementById("act"));
}

function submit(form, button = null) {
  if (busy) return;
  busy = true;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  ask(form.getAttribute("action"), {method: "POST", body}).finally(() => { busy = false; });
}

function press(target) {
  const {action, actions, group, item} = target.dataset, position = table().dataset.position;
  if (item !== undefined) {
    document.querySelector(`#pile-${item} input`).click();
  } else if (actions) {
    choose(`?position=${position}&among=${actions.replaceAll(" ", "+")}`);
  } else if (action !== undefined && target.getAttribute("aria-pressed") === "true") {
    submit(document.getElementById("act"));                    // pressed once more: do it
  } else if (action !== undefined) {
    choose(`?position=${position}&action=${action}`);
  } else {
    choose(target.getAttribute("aria-pressed") === "true" ? "" : `?position=${position}&group=${group}`);
  }
}

// On a small drawing a press takes the nearest target within reach of a finger.
function nearest(event, board) {
  let best = null, least = 24;
  for (const target of board.querySelectorAll(".target")) {
    const box = target.getBoundingClientRect();
    const away = Math.hypot(event.clientX - (box.left + box.right) / 2, event.clientY - (box.top + box.bottom) / 2);
    if (away < least) { best = target; least = away; }
  }
  return best;
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
  const part = event.target.closest("g[id]");
  if (part && table().dataset.seated) {
    fetch(`${table().dataset.url}/why?part=${encodeURIComponent(part.id)}`).then((a) => a.ok && a.json()).then((a) => a && say(a.why)).catch(() => {});
  }
});

addEventListener("keydown", (event) => {
  if (event.target.closest("input:not([type=checkbox]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target.closest(".target");
  if (target && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); press(target); }
  else if (event.key >= "1" && event.key <= "9") document.querySelectorAll("a.way")[event.key - 1]?.click();
  else if (event.key === "Escape") document.getElementById("back")?.click();
  else if (event.key === "u") document.getElementById("undo")?.click();
});

addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-live]")) return;
  event.preventDefault();
  submit(event.target, event.submitter);
});

// Hovering shows what a choice would do, where the drawing has it.
function ghost(event) {
  const action = event.target.closest?.(".target")?.dataset.action;
  for (const one of document.querySelectorAll("[data-ghost]")) one.setAttribute("visibility", one.dataset.ghost === action && event.type !== "mouseout" ? "visible" : "hidden");
}
for (const type of ["mouseover", "mouseout", "focusin"]) addEventListener(type, ghost);

// Dividing a heap: by check box, or by dragging from one side to the other.
function taken() {
  return [...document.querySelectorAll("#split input:checked")].reduce((sum, box) => sum + 2 ** Number(box.closest("li").dataset.item), 0);
}
addEventListener("change", (event) => {
  if (event.target.closest("#split")) ask(address(`?position=${table().dataset.position}&taken=${taken()}`));
});
addEventListener("dragstart", (event) => {
  const item = event.target.closest?.("#split li");
  if (item) event.dataTransfer.setData("text/plain", item.dataset.item);
});
addEventListener("dragover", (event) => { if (event.target.closest?.(".pile")) event.preventDefault(); });
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
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
  button.textContent = document.body.dataset.copied;
}

// The stream. A seated player's stays open in a hidden tab, so that title, icon and sound can call.
let stream = null, queue = [], showing = false;

function connect() {
  stream?.close();
  stream = new EventSource(`${table().dataset.url}/live?after=${encodeURIComponent(table().dataset.stamp)}${table().dataset.show ? `&show=${table().dataset.show}` : ""}`);
  stream.addEventListener("open", () => lost(false));
  stream.addEventListener("table", (event) => { lost(false); queue.push(event.data); next(); });
  stream.addEventListener("error", () => {
    lost(true);
    if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 1500);
  });
}

// One message after the other, so that fast bots can be followed; who is late gets the last.
async function next() {
  if (showing || !queue.length) return;
  if (queue.length > 4 || document.hidden || still()) queue = queue.slice(-1);
  showing = true;
  const {position, chosen} = table().dataset;
  await shown(queue.shift());
  if (chosen && table().dataset.position === position && table().dataset.call) ask(address(chosen));
  setTimeout(() => { showing = false; next(); }, still() || document.hidden ? 0 : 350);
}

document.addEventListener("visibilitychange", () => {
  icon();
  if (document.hidden && !table().dataset.seated) { stream?.close(); stream = null; }
  else if (!document.hidden && (!stream || stream.readyState === EventSource.CLOSED)) connect();
});
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => { if (event.persisted) connect(); });

function tick() {
  const {days, hours} = document.body.dataset;
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const left = Math.max(0, Math.round(clock.dataset.deadline - Date.now() / 1000));
    clock.textContent = left > 86400 ? days.replace("{n}", Math.floor(left / 86400)) : left > 3600 ? hours.replace("{n}", Math.floor(left / 3600)) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}
setInterval(tick, 1000);

for (const name of ["quick", "sound"]) {
  const box = document.getElementById(name);
  box.checked = setting(name) === "on";
  box.addEventListener("change", () => remember(name, box.checked ? "on" : "off"));
}
const speed = document.getElementById("speed");
speed.value = document.documentElement.dataset.speed = setting("speed") || "normal";
speed.addEventListener("change", () => { remember("speed", speed.value); document.documentElement.dataset.speed = speed.value; });

tick();
connect();
