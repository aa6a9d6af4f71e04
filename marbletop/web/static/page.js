// What every page does: light or dark, menus that close, and what a browser remembers.
import "./install.js";

const YEAR = 31536000; // seconds

export function remember(name, value) {
  document.cookie = `${name}=${value}; path=${document.body.dataset.base || "/"}; max-age=${YEAR}; samesite=lax`;
}

export const setting = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] || "";

export const withModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  remember("theme", root.dataset.theme);
}

const themeButton = document.getElementById("theme");
if (themeButton) {
  themeButton.hidden = false;
  themeButton.addEventListener("click", switchTheme);
}

// A button copies a field, or a text without its spaces.
async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  if (source.select) source.select();
  else getSelection().selectAllChildren(source);
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent.replace(/\s/g, ""));
  } catch {
    document.execCommand("copy");
  }
  button.textContent = document.body.dataset.copied;
}

addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button);
});

// A menu closes when something else is pressed, when one of its forms is sent, and by Escape.
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
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
