// A replay: steps are links; pressing one glides there.
import "./page.js";
import {morph, parsed} from "./morph.js";
import "./reach.js";

let running = 0;

async function step(url, keep = true) {
  const answer = await fetch(url, {headers: {"X-Part": "1"}});
  if (!answer.ok) { stop(); return; }
  morph(parsed(await answer.text()));
  if (keep) history.replaceState(null, "", url);
  document.querySelector(".moves .cur")?.scrollIntoView({block: "nearest"});
  document.getElementById("run").hidden = false;
}

function stop() { clearInterval(running); running = 0; }

addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); stop(); step(link.href); }
  if (event.target.closest("#run")) {
    if (running) return stop();
    running = setInterval(() => {
      const on = document.querySelector('[data-key="ArrowRight"]');
      if (on.href === location.href) stop(); else step(on.href);
    }, 900);
  }
});

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = document.querySelector(`[data-key="${event.key}"]`);
  if (link) { event.preventDefault(); stop(); step(link.href); }
});

document.getElementById("run").hidden = false;
document.querySelector(".moves .cur")?.scrollIntoView({block: "nearest"});
