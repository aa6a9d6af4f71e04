// The form for a new table: another game or number of players shows its fields at once, and keeps what was filled in.
import "./page.js";

let asked = 0;

async function redraw(form) {
  const number = ++asked,
    sent = filled(form);
  const body = new FormData(form, document.getElementById("change"));
  let answer;
  try {
    answer = await fetch(form.action, {method: "POST", body});
  } catch {
    return;
  } // the button is still there
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("form.nt");
  if (number !== asked) return;
  if (!drawn) {
    document.getElementById("change").parentElement.hidden = false;
    return;
  }
  if (filled(form) !== sent) return redraw(form); // something was filled in meanwhile
  const focused = document.activeElement?.id;
  form.replaceWith(drawn);
  ready();
  document.getElementById(focused)?.focus();
  history.replaceState(null, "", drawn.dataset.here);
}

const filled = (form) => JSON.stringify([...new FormData(form)].map(([name, value]) => [name, value.name ?? value]));

function ready() {
  document.getElementById("change").parentElement.hidden = true;
}

addEventListener("change", (event) => {
  if (event.target.matches("[data-redraw]")) redraw(event.target.form);
  if (event.target.matches("#box")) document.querySelector(".own").open = event.target.value === "own";
  if (event.target.matches("#box_file, #box_text")) document.getElementById("box").value = "own";
});
ready();
document.getElementById("errors")?.focus();
