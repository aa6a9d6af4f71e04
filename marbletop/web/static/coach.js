// "How does this work?": the quick rules of the present decision in a dialog over the table. Without the script it is a page.
const dialog = document.getElementById("how");

async function openHow(link) {
  const {chosen} = document.getElementById("table").dataset;
  try {
    const answer = await fetch(`${link.href}${chosen}`, {headers: {"X-Part": "1"}});
    if (!answer.ok) throw new Error(answer.statusText);
    dialog.innerHTML = await answer.text();
  } catch {
    location.assign(link.href);
    return;
  }
  const close = Object.assign(document.createElement("button"), {className: "btn go", textContent: dialog.dataset.close});
  close.addEventListener("click", () => dialog.close());
  dialog.querySelector(".how > .row").append(close);
  dialog.showModal();
  dialog.scrollTop = 0; // the focus is on the button at its end
}

addEventListener("click", (event) => {
  const link = event.target.closest("a[data-how]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
  openHow(link);
});

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close(); // beside it
});
