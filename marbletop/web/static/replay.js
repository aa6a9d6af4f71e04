// A replay: steps are links; pressing one glides there.
import "./page.js";
import {morph, parsed} from "./morph.js";
import {run, skip} from "./motion.js";
import "./reach.js";

const PAUSE = 500; // milliseconds between steps that go by themselves
const shown = () => document.getElementById("table").dataset.step;
const say = (words) => {
  if (words) document.querySelector("#say span").textContent = words;
};
let stepping = Promise.resolve(),
  due = 0,
  running = false;

// One step after the other: a link leads on from what is shown when its turn has come.
function step(find) {
  skip();
  due += 1;
  return (stepping = stepping
    .then(async () => {
      due -= 1;
      const link = find();
      if (link) await show(link.href, "eyes" in link.dataset);
    })
    .catch(stop));
}

async function show(url, anew) {
  const answer = await fetch(url, {headers: {"X-Part": "1", ...(anew ? {} : {"X-After": shown()})}});
  if (!answer.ok) return stop();
  const next = parsed(await answer.text());
  if (!due) await run(next, Number(shown()), say);
  morph(next);
  history.replaceState(null, "", url);
  settle();
}

function settle() {
  const now = document.querySelector(`#step-${shown()} a`);
  for (const old of document.querySelectorAll(".moves .cur"))
    if (old !== now) {
      old.classList.remove("cur");
      old.removeAttribute("aria-current");
    }
  now?.classList.add("cur");
  now?.setAttribute("aria-current", "step");
  const list = document.getElementById("moves");
  if (now && (now.offsetTop < list.scrollTop || now.offsetTop + now.offsetHeight > list.scrollTop + list.clientHeight))
    list.scrollTop = now.offsetTop - list.clientHeight / 2;
  document.getElementById("run").hidden = false;
}

function stop() {
  running = false;
}

async function go() {
  running = true;
  while (running) {
    const before = shown();
    await step(() => document.querySelector('[data-key="ArrowRight"]'));
    if (shown() === before) stop();
    else await new Promise((done) => setTimeout(done, PAUSE));
  }
}

addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    stop();
    const key = link.dataset.key;
    step(() => (key ? document.querySelector(`[data-key="${key}"]`) : link));
  }
  if (event.target.closest("#run")) {
    if (running) stop();
    else go();
  }
});

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)) return;
  event.preventDefault();
  stop();
  step(() => document.querySelector(`[data-key="${CSS.escape(event.key)}"]`));
});

document.documentElement.dataset.speed = document.cookie.match(/(?:^|; )speed=([^;]*)/)?.[1] || "normal";
settle();
