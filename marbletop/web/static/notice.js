// Your turn while nobody looks at the tab: a notification, for those who asked for it, and the badge of the installed app.
// Browsers allow both only over HTTPS and on this computer; where they do not, nothing is offered.
import {remember, setting} from "./page.js";

const possible = isSecureContext && "Notification" in window;
const box = document.getElementById("notify");
const isCalled = () => Boolean(document.getElementById("table").dataset.call);
const isOn = () => possible && setting("notify") === "on" && Notification.permission === "granted";

async function ask() {
  const answer = await Notification.requestPermission();
  remember("notify", answer === "granted" ? "on" : "off");
  box.checked = isOn();
}

async function notify() {
  const {title, url} = document.getElementById("table").dataset;
  const words = document.querySelector("#say b")?.textContent.trim() || "";
  const about = {body: words, tag: url, icon: document.getElementById("icon").href, data: url};
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, about); // phones allow no other
  new Notification(title, about).onclick = () => window.focus();
}

function updateBadge() {
  if (isCalled() && document.hidden) navigator.setAppBadge?.(1).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

let wasCalled = isCalled();
addEventListener("drawn", () => {
  const calledNow = isCalled();
  if (calledNow && !wasCalled && document.hidden && isOn()) notify().catch(() => {});
  wasCalled = calledNow;
  updateBadge();
});
document.addEventListener("visibilitychange", updateBadge);

if (possible) {
  box.closest("label").hidden = Notification.permission === "denied";
  box.checked = isOn();
  box.addEventListener("change", () => (box.checked ? ask() : remember("notify", "off")));
  addEventListener("click", (event) => {
    const isInvitation = event.target.closest("[data-copy='join-link']");
    if (isInvitation && !setting("notify") && Notification.permission === "default") ask();
  });
}
