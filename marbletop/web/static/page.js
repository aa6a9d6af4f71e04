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

const SAID_FOR = 4000; // milliseconds

// A button copies a field, or a text: as it says itself, else without its spaces.
async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  if (source.select) source.select();
  else getSelection().selectAllChildren(source);
  try {
    await navigator.clipboard.writeText(source.value ?? source.dataset.text ?? source.textContent.replace(/\s/g, ""));
  } catch {
    document.execCommand("copy");
  }
  sayCopied(button);
}

function sayCopied(button) {
  const {copied} = document.body.dataset;
  const words = [...button.childNodes];
  if (button.textContent === copied) return;
  button.replaceChildren(copied);
  const told = document.getElementById("tell");
  if (told) told.textContent = copied;
  setTimeout(() => {
    if (button.textContent === copied) button.replaceChildren(...words);
  }, SAID_FOR);
}

// The system's own way to pass a link on, where the browser has one. Elsewhere CSS hides the buttons, and links are copied.
if (navigator.share) document.documentElement.dataset.shares = "yes";

async function shareLink(link) {
  if (navigator.share) return share(link.href);
  try {
    await navigator.clipboard.writeText(link.href);
    sayCopied(link);
  } catch {
    location.href = link.href; // its address can be copied there
  }
}

async function share(url) {
  try {
    await navigator.share({title: document.title, url});
  } catch {
    // whoever has changed their mind is told nothing
  }
}

addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (button?.dataset.copy) copy(button);
  else if (button?.href) {
    event.preventDefault();
    shareLink(button);
  } else if (button) share(document.getElementById(button.dataset.share).value);
});

// A menu closes when something else is pressed, or what leads to a place on the page, when one of its forms is sent, and by
// Escape.
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target) || event.target.closest("a[href^='#']")) menu.open = false;
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
