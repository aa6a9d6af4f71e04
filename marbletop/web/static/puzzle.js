// A puzzle: what is pressed asks the server for the same page with that chosen; every page has an address of its own.
// There are no rules here.
import {setting} from "./page.js";
import {morph, parseTable} from "./morph.js";
import "./keyboard.js";
import {nearestTarget} from "./targets.js";

const puzzle = () => document.getElementById("table");

let asking = false;

// Shows the page that the server answers with; one request at a time, so that nothing is pressed twice.
async function ask(url, options = {}) {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetch(url, options);
    const drawn = parseTable(await answer.text());
    document.getElementById("lost").hidden = true;
    if (!drawn) return location.assign(puzzle().dataset.url);
    morph(drawn);
    const isPage = answer.redirected || !options.method;
    if (isPage) history.replaceState(null, "", answer.url);
    if (options.method) document.getElementById("say").focus({preventScroll: true});
    if (options.method && document.getElementById("answer"))
      document.getElementById("answer").scrollIntoView({block: "nearest"});
  } catch {
    document.getElementById("lost").hidden = false;
  } finally {
    asking = false;
  }
}

const choose = (query) => ask(`${puzzle().dataset.url}${query}`);

function send(form) {
  ask(form.getAttribute("action"), {method: "POST", body: new URLSearchParams(new FormData(form))});
}

function press(target) {
  const {action, actions, group} = target.dataset;
  const {position} = puzzle().dataset;
  const isPressed = target.getAttribute("aria-pressed") === "true";
  if (actions) choose(`?position=${position}&among=${actions.replaceAll(" ", "+")}`);
  else if (action !== undefined && isPressed) send(document.getElementById("act"));
  else if (action !== undefined) choose(`?position=${position}&action=${action}`);
  else choose(isPressed ? "" : `?position=${position}&group=${group}`);
}

addEventListener("click", (event) => {
  const link = event.target.closest("a.way, a[data-choose]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    if (link.matches(".way.on")) send(document.getElementById("act"));
    else ask(link.href);
    return;
  }
  const board = event.target.closest("svg.board-svg");
  if (!board || !puzzle().contains(board) || !puzzle().dataset.call) return;
  const target = event.target.closest(".target") || nearestTarget(event, board);
  if (target?.matches(".turned") && event.detail) return document.getElementById("go")?.focus(); // only the button plays a turn
  if (target) press(target);
});

addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-live]")) return;
  event.preventDefault();
  send(event.target);
});

document.documentElement.dataset.speed = setting("speed") || "normal";
