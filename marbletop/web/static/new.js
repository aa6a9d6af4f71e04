// The form for a new table: another game or number of players shows its fields at once, and keeps what was filled in.
import "./page.js";

let requests = 0;

async function redraw(form) {
  const request = ++requests;
  const before = filledIn(form);
  const drawn = await fetchForm(form);
  if (drawn === undefined || request !== requests) return;
  if (!drawn) {
    showChangeButton(true);
    return;
  }
  if (filledIn(form) !== before) return redraw(form); // something was filled in meanwhile
  const focused = document.activeElement?.id;
  form.replaceWith(drawn);
  showChangeButton(false);
  document.getElementById(focused)?.focus();
  history.replaceState(null, "", drawn.dataset.here);
}

// The form as the server draws it; null if the answer has none, undefined if there is no answer.
async function fetchForm(form) {
  const body = new FormData(form, changeButton());
  try {
    const answer = await fetch(form.action, {method: "POST", body});
    return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("form.nt");
  } catch {
    return undefined;
  }
}

function filledIn(form) {
  return JSON.stringify([...new FormData(form)].map(([name, value]) => [name, value.name ?? value]));
}

// The button that does without a script what this script does.
const changeButton = () => document.getElementById("change");

function showChangeButton(shown) {
  changeButton().parentElement.hidden = !shown;
}

addEventListener("change", (event) => {
  if (event.target.matches("[data-redraw]")) redraw(event.target.form);
  if (event.target.matches("#box")) document.querySelector(".own").open = event.target.value === "own";
  if (event.target.matches("#box_file, #box_text")) document.getElementById("box").value = "own";
});

showChangeButton(false);
document.getElementById("errors")?.focus();
