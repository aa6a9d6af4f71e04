// For the keyboard and for screen readers. The Tab key stops once at each drawing and once at each list, arrow keys go on from
// there, and what has happened since one's last turn is announced once.
import {setting, withModifier} from "./page.js";

const STOPS = ".board-svg .target:not([aria-hidden]), .ways a.way, .moves a, .log a";
const LIST = ".ways, .moves, .log";
const DIRECTIONS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

const table = () => document.getElementById("table");
const groupOf = (stop) => stop.closest(`.board-svg, ${LIST}`);
const kindOf = (group) => group.closest("section")?.className || "";
const stopsIn = (group) => [...group.querySelectorAll(STOPS)];
const allGroups = () => [...new Set([...document.querySelectorAll(STOPS)].map(groupOf))];
const tabStopOf = (group) => group.querySelector("[data-stop]");

let lastKind = ""; // of the group that was used last

function setTabStop(group, chosen) {
  for (const stop of stopsIn(group)) {
    stop.tabIndex = stop === chosen ? 0 : -1;
    stop.toggleAttribute("data-stop", stop === chosen);
  }
}

function setTabStops() {
  for (const group of allGroups()) {
    const stops = stopsIn(group);
    const focused = stops.find((stop) => stop === document.activeElement);
    setTabStop(group, focused || stops.find((stop) => stop.matches(".chosen, .on, .cur")) || stops[0]);
  }
}

function moveFocus(stop) {
  setTabStop(groupOf(stop), stop);
  stop.focus();
  stop.scrollIntoView({block: "nearest", inline: "nearest"});
}

// Goes into the group that was used last; whether there is one.
function enterGroup() {
  const groups = allGroups().filter((group) => !group.matches(".log"));
  const group = groups.find((one) => kindOf(one) === lastKind) || groups[0];
  if (group) moveFocus(tabStopOf(group));
  return Boolean(group);
}

function neighbourOf(stop, key) {
  const group = groupOf(stop);
  const stops = stopsIn(group);
  if (key === "Home") return stops[0];
  if (key === "End") return stops.at(-1);
  if (group.matches(LIST)) return stops[stops.indexOf(stop) + DIRECTIONS[key][1]];
  return nearestInDirection(stop, stops, DIRECTIONS[key]);
}

function nearestInDirection(from, stops, [right, down]) {
  const [x, y] = middleOf(from);
  let nearest = null;
  let least = Infinity;
  for (const stop of stops) {
    const [otherX, otherY] = middleOf(stop);
    const along = (otherX - x) * right + (otherY - y) * down;
    const across = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
    if (along > 1 && along + 2 * across < least) {
      nearest = stop;
      least = along + 2 * across;
    }
  }
  return nearest;
}

function middleOf(element) {
  const box = element.getBoundingClientRect();
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}

addEventListener("focusin", (event) => {
  const stop = event.target.closest(STOPS);
  if (!stop) return;
  setTabStop(groupOf(stop), stop);
  lastKind = kindOf(groupOf(stop));
});

const shortcutsAreOff = () => setting("keys") === "off";
const isTyping = (event) => event.target.closest("input:not([type=checkbox]), select, textarea") || withModifier(event);

addEventListener("keydown", (event) => {
  if (isTyping(event)) return;
  const {key} = event;
  const stop = event.target.closest(STOPS);
  if (stop?.matches(".target") && (key === "Enter" || key === " ")) {
    event.preventDefault();
    stop.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  } else if (stop && (key in DIRECTIONS || key === "Home" || key === "End")) {
    event.preventDefault();
    const neighbour = neighbourOf(stop, key);
    if (neighbour) moveFocus(neighbour);
  } else if (event.target.id === "say" && key in DIRECTIONS) {
    if (enterGroup()) event.preventDefault();
  } else if (key === "Escape") {
    document.getElementById("back")?.click();
  } else if (key >= "1" && key <= "9" && !shortcutsAreOff()) {
    chooseFromList(key - 1);
  } else if (key === "u" && !shortcutsAreOff()) {
    document.getElementById("undo")?.click();
  }
});

function chooseFromList(index) {
  const choice = document.querySelectorAll("a.way")[index];
  if (!choice) return;
  moveFocus(choice);
  choice.click();
}

let announced = table().dataset.position;

function announceNews() {
  const {position, call, seated} = table().dataset;
  const news = document.getElementById("news")?.textContent.trim();
  const playsOn = seated && !call && !table().matches(".over"); // others may do more before one's turn
  if (position === announced || !news || playsOn) return;
  announced = position;
  document.getElementById("tell").textContent = news;
}

addEventListener("drawn", () => {
  setTabStops();
  announceNews();
  const severalWays = table().dataset.chosen?.includes("among=");
  const list = severalWays && document.querySelector(".ways:has(a.way)");
  if (list && document.activeElement.id === "say") moveFocus(tabStopOf(list));
});

setTabStops();
