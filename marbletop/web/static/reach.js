// By keyboard and by ear. The Tab key stops once at each drawing and once at the list, arrows go on from there, and what has
// happened since one's last turn is told once.
const table = () => document.getElementById("table");
const STOPS = ".board-svg .target:not([aria-hidden]), .ways a.way, .moves a, .log a";
const LIST = ".ways, .moves, .log";
const AWAY = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

const groupOf = (one) => one.closest(`.board-svg, ${LIST}`);
const within = (group) => [...group.querySelectorAll(STOPS)];
const groups = () => [...new Set([...document.querySelectorAll(STOPS)].map(groupOf))];
const stop = (group) => group.querySelector("[data-stop]");

function mark(group, chosen) {
  for (const one of within(group)) {
    one.tabIndex = one === chosen ? 0 : -1;
    one.toggleAttribute("data-stop", one === chosen);
  }
}

let last = ""; // the kind of group that was used last
function marked() {
  for (const group of groups()) {
    const all = within(group);
    mark(
      group,
      all.find((one) => one === document.activeElement) || all.find((one) => one.matches(".chosen, .on, .cur")) || all[0],
    );
  }
}

function go(one) {
  mark(groupOf(one), one);
  one.focus();
  one.scrollIntoView({block: "nearest", inline: "nearest"});
}

const kind = (group) => group.closest("section")?.className || "";
function enter() {
  const all = groups().filter((one) => !one.matches(".log")),
    group = all.find((one) => kind(one) === last) || all[0];
  if (group) go(stop(group));
  return Boolean(group);
}

// The nearest one in a direction; in the list the next one.
function beside(one, key) {
  const group = groupOf(one),
    all = within(group);
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (group.matches(LIST)) return all[all.indexOf(one) + AWAY[key][1]];
  const middle = (part) => {
    const box = part.getBoundingClientRect();
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  };
  const [x, y] = middle(one),
    [right, down] = AWAY[key];
  let best = null,
    least = Infinity;
  for (const other of all) {
    const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
    const along = dx * right + dy * down,
      across = Math.abs(dx * down) + Math.abs(dy * right);
    if (along > 1 && along + 2 * across < least) {
      best = other;
      least = along + 2 * across;
    }
  }
  return best;
}

addEventListener("focusin", (event) => {
  const one = event.target.closest(STOPS);
  if (one) {
    mark(groupOf(one), one);
    last = kind(groupOf(one));
  }
});

const off = () => document.cookie.includes("keys=off");
const typing = (event) =>
  event.target.closest("input:not([type=checkbox]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey;

addEventListener("keydown", (event) => {
  if (typing(event)) return;
  const one = event.target.closest(STOPS),
    {key} = event;
  if (one?.matches(".target") && (key === "Enter" || key === " ")) {
    event.preventDefault();
    one.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  } else if (one && (key in AWAY || key === "Home" || key === "End")) {
    event.preventDefault();
    const other = beside(one, key);
    if (other) go(other);
  } else if (event.target.id === "say" && key in AWAY) {
    if (enter()) event.preventDefault();
  } else if (key === "Escape") {
    document.getElementById("back")?.click();
  } else if (key >= "1" && key <= "9" && !off()) {
    const way = document.querySelectorAll("a.way")[key - 1];
    if (way) {
      go(way);
      way.click();
    }
  } else if (key === "u" && !off()) {
    document.getElementById("undo")?.click();
  }
});

let told = table().dataset.position;
function tell() {
  const {position, call, seated} = table().dataset,
    words = document.getElementById("news")?.textContent.trim();
  if (position === told || !words || (seated && !call && !table().matches(".over"))) return;
  told = position;
  document.getElementById("tell").textContent = words;
}

addEventListener("drawn", () => {
  marked();
  tell();
  const list = table().dataset.chosen?.includes("among=") && document.querySelector(".ways:has(a.way)");
  if (list && document.activeElement.id === "say") go(stop(list)); // several ways lead to what was pressed
});
marked();
