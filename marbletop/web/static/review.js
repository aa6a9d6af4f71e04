// A review: moments are links; pressing one shows its board. While a review is being made, the page asks how far it is.
import {withModifier} from "./page.js";
import {morph, parseTable} from "./morph.js";

const LOOK = 1000; // milliseconds between two looks at a review that is being made

const byId = (id) => document.getElementById(id);
const linkFor = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);

// One moment after the other: where a key leads is looked up when its turn has come, from what is shown then.
let lastShown = Promise.resolve();

function queueMoment(findAddress) {
  lastShown = lastShown.then(() => show(findAddress())).catch(() => {});
  return lastShown;
}

async function show(url) {
  if (!url) return;
  const answer = await fetch(url, {headers: {"X-Part": "1"}});
  if (!answer.ok) return;
  morph(parseTable(await answer.text()));
  history.replaceState(null, "", url);
  showControls();
}

// What needs no button with the script.
function showControls() {
  byId("slide-there").hidden = true;
}

async function follow() {
  if (!byId("table").dataset.working) return;
  if (!document.hidden) await queueMoment(() => location.href);
  setTimeout(follow, LOOK);
}

addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const {key} = link.dataset;
  queueMoment(() => (key ? linkFor(key)?.href : link.href));
});

// The slider asks for the move where it is when its turn comes, and for no other on the way.
let sliding = false;
addEventListener("input", (event) => {
  if (event.target.id !== "slider" || sliding) return;
  sliding = true;
  queueMoment(() => {
    const {value, form, dataset} = byId("slider");
    sliding = false;
    return `${form.action}?move=${value}${dataset.tail}`;
  });
});

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || withModifier(event)) return;
  const key = `${event.shiftKey ? "Shift+" : ""}${event.key}`;
  if (!linkFor(key)) return;
  event.preventDefault();
  queueMoment(() => linkFor(key)?.href);
});

showControls();
setTimeout(follow, LOOK);
