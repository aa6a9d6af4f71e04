// The rules page works without this script, but cannot print itself.
const root = document.documentElement;
const chosen = root.dataset.theme;
const button = document.getElementById("print");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
// Paper is light, whatever the screen is.
window.addEventListener("beforeprint", () => (root.dataset.theme = "light"));
window.addEventListener("afterprint", () => (chosen ? (root.dataset.theme = chosen) : delete root.dataset.theme));
