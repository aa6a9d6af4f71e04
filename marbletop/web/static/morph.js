// The page becomes what the server has drawn: what has an id keeps its element, so CSS moves it.
import {Idiomorph} from "./vendor/idiomorph.esm.js";

const PIECES = ".marble[id], .card[id], .tile[id], .die[id], .token[id]";

export const still = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.speed === "none";

export const entry = (table) => parseInt(table.dataset.stamp || "0", 10);

export const parsed = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("table");

export function morph(next) {
  const old = document.getElementById("table");
  if (!old || !next) {
    location.reload();
    return null;
  }
  next.removeAttribute("data-frames");
  if (entry(next) < entry(old)) return old; // an answer that the stream has overtaken
  const focused = document.activeElement,
    inside = old.contains(focused);
  for (const gone of old.querySelectorAll(".out")) gone.remove();
  Idiomorph.morph(old, next, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: (node, fresh) => !fresh.dataset || !("keep" in fresh.dataset),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS"),
      beforeNodeRemoved: (node) => {
        if (still() || !(node instanceof Element) || !node.matches(PIECES) || node.closest(".out")) return true;
        node.classList.add("out");
        node.removeAttribute("id");
        setTimeout(() => node.remove(), 320);
        return false;
      },
    },
  });
  const now = document.getElementById("table");
  if (inside && !document.contains(focused)) document.getElementById("say")?.focus({preventScroll: true});
  dispatchEvent(new Event("drawn"));
  const on = now.querySelector(".way.on"),
    list = on?.closest(".ways");
  if (
    on &&
    list.scrollHeight > list.clientHeight &&
    (on.offsetTop < list.scrollTop || on.offsetTop + on.offsetHeight > list.scrollTop + list.clientHeight)
  )
    list.scrollTop = on.offsetTop - list.clientHeight / 2;
  document.title = now.dataset.title || document.title;
  return now;
}
