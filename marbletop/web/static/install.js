// Installing as an app, where the browser allows it: over HTTPS, and on this computer.
if (isSecureContext && navigator.serviceWorker) {
  addEventListener("load", () => navigator.serviceWorker.register(document.body.dataset.worker).catch(() => {}));
}

// Browsers that can install say so; the button is shown only then.
const button = document.getElementById("install");
let offer = null;
addEventListener("beforeinstallprompt", (event) => {
  if (!button) return;
  event.preventDefault();
  offer = event;
  button.hidden = false;
});
button?.addEventListener("click", async () => {
  button.hidden = true;
  await offer.prompt();
});
