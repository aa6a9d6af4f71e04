// Turns the table that is shown into the one that the server has drawn. What has an id keeps its element, so CSS moves it.
import {Idiomorph} from "./vendor/idiomorph.esm.js";

const PIECES = ".marble[id], .card[id], .tile[id], .die[id], .token[id]";
const FADING = 320; // milliseconds

export function motionIsOff() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.speed === "none";
}

// The number of the log's entry that a table shows.
export const entryOf = (table) => parseInt(table.dataset.stamp || "0", 10);

export const parseTable = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("table");

export function scrollIntoList(item, list) {
  const isAbove = item.offsetTop < list.scrollTop;
  const isBelow = item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight;
  if (isAbove || isBelow) list.scrollTop = item.offsetTop - list.clientHeight / 2;
  const isLeft = item.offsetLeft < list.scrollLeft;
  const isRight = item.offsetLeft + item.offsetWidth > list.scrollLeft + list.clientWidth;
  if (isLeft || isRight) list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
}

// A piece that is gone fades out before its element is removed.
function mayRemove(node) {
  if (motionIsOff() || !(node instanceof Element) || !node.matches(PIECES) || node.closest(".out")) return true;
  node.classList.add("out");
  node.removeAttribute("id");
  setTimeout(() => node.remove(), FADING);
  return false;
}

const CALLBACKS = {
  beforeNodeMorphed: (node, fresh) => !fresh.dataset || !("keep" in fresh.dataset),
  beforeAttributeUpdated: (name, node) =>
    !(name === "open" && node.tagName === "DETAILS") && !(name === "value" && node === document.activeElement),
  beforeNodeRemoved: mayRemove,
};

export function morph(next) {
  const old = document.getElementById("table");
  if (!old || !next) {
    location.reload();
    return null;
  }
  next.removeAttribute("data-frames");
  if (entryOf(next) < entryOf(old)) return old; // the stream has overtaken this answer
  const focused = document.activeElement;
  const wasInside = old.contains(focused);
  for (const gone of old.querySelectorAll(".out")) gone.remove();
  Idiomorph.morph(old, next, {morphStyle: "outerHTML", callbacks: CALLBACKS});
  const now = document.getElementById("table");
  if (wasInside && !document.contains(focused)) document.getElementById("say")?.focus({preventScroll: true});
  dispatchEvent(new Event("drawn"));
  const chosen = now.querySelector(".way.on");
  const list = chosen?.closest(".ways");
  if (list) scrollIntoList(chosen, list);
  document.title = now.dataset.title || document.title;
  return now;
}
