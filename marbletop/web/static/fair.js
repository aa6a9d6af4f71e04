// Fair dealing: the browser notes down the check code of every table when it first sees it, and compares it after the game.
import "./page.js";

const NOTED = "marbletop codes";
const MOST = 300; // tables

function notedCodes() {
  try {
    return JSON.parse(localStorage.getItem(NOTED)) || {};
  } catch {
    return {};
  }
}

function noteDown(table, code) {
  const kept = Object.entries(notedCodes()).slice(1 - MOST);
  try {
    localStorage.setItem(NOTED, JSON.stringify({...Object.fromEntries(kept), [table]: code}));
  } catch {
    // a browser that keeps nothing: its user compares by eye
  }
}

// At a table: the first code that is seen is the one that counts.
const shown = document.getElementById("fair");
if (shown) {
  const {table, digest, stage} = shown.dataset;
  const noted = notedCodes()[table];
  if (!noted) noteDown(table, {digest, stage});
  else if (noted.digest !== digest) document.getElementById("other-code").hidden = false;
}

// After the game
function outcome(noted, digest) {
  if (!noted) return "unknown";
  if (noted.digest !== digest) return "other";
  return noted.stage === "open" ? "same" : "late";
}

const verdict = document.getElementById("verdict");
if (verdict && !verdict.dataset.noted) {
  const found = outcome(notedCodes()[verdict.dataset.table], verdict.dataset.digest);
  for (const element of verdict.querySelectorAll("[data-same]")) {
    element.textContent = element.dataset[found] ?? element.textContent;
  }
}

// Words are added when the field is left, so that nobody begins without them.
addEventListener("change", (event) => event.target.closest("form[data-words]")?.requestSubmit());
