// A review: moments are links; pressing one shows its board. While a review is being made, the page asks how far it is.
import {withModifier} from "./page.js";
import {morph, parseTable} from "./morph.js";

const LOOK = 1000; // milliseconds between two looks at a review that is being made

const byId = (id) => document.getElementById(id);
const linkFor = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);

let asked = 0; // the latest request: an older answer is not shown

async function show(url) {
  asked += 1;
  const mine = asked;
  const answer = await fetch(url, {headers: {"X-Part": "1"}});
  const text = await answer.text();
  if (!answer.ok || mine !== asked) return;
  morph(parseTable(text));
  history.replaceState(null, "", url);
  showControls();
}

// What needs no button with the script.
function showControls() {
  byId("slide-there").hidden = true;
}

async function follow() {
  if (!byId("table").dataset.working) return;
  if (!document.hidden) await show(location.href).catch(() => {});
  setTimeout(follow, LOOK);
}

addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.href);
});

addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  const {value, form, dataset} = event.target;
  show(`${form.action}?move=${value}${dataset.tail}`);
});

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || withModifier(event)) return;
  const link = linkFor(`${event.shiftKey ? "Shift+" : ""}${event.key}`);
  if (!link) return;
  event.preventDefault();
  show(link.href);
});

showControls();
setTimeout(follow, LOOK);
