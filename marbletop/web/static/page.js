// What every page can do: day or night.
const button = document.getElementById("theme");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    remember("theme", root.dataset.theme);
  });
}
addEventListener("click", (event) => {
  // a menu closes when something else is pressed
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
addEventListener("submit", (event) => {
  const menu = event.target.closest("details.menu");
  if (menu) menu.open = false;
});
addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
  event.stopImmediatePropagation();
});

export function remember(name, value) {
  document.cookie = `${name}=${value}; path=${document.body.dataset.base || "/"}; max-age=31536000; samesite=lax`;
}
