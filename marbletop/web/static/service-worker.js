// Keeps static files, whose addresses change with their content, and the page that is shown when there is no connection.
// Tables and all other pages come from the server only: what they show is never kept.
const here = new URL(location.href);
const base = here.pathname.replace(/\/service-worker\.js$/, "");
const KEPT = `marbletop ${base} ${here.searchParams.get("v")}`;
const OFFLINE = `${base}/offline`;

const isKept = (url) => url.origin === here.origin && url.pathname.startsWith(`${base}/static/`) && url.searchParams.has("v");

async function keepOfflinePage() {
  const kept = await caches.open(KEPT);
  const page = await fetch(OFFLINE, {cache: "reload"});
  const sheets = (await page.clone().text()).matchAll(/href="([^"]*\/static\/[^"]*\.css\?v=[^"]*)"/g);
  await kept.put(OFFLINE, page);
  await kept.addAll([...sheets].map(([, address]) => address));
}

async function dropOlder() {
  const older = (await caches.keys()).filter((name) => name.startsWith(`marbletop ${base} `) && name !== KEPT);
  await Promise.all(older.map((name) => caches.delete(name)));
  await clients.claim();
}

async function fromKept(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

async function fromServer(request) {
  try {
    return await fetch(request);
  } catch {
    return (await (await caches.open(KEPT)).match(OFFLINE)) || Response.error();
  }
}

async function openTable(address) {
  const pages = await clients.matchAll({type: "window"});
  const page = pages.find((one) => new URL(one.url).pathname === address);
  return page ? page.focus() : clients.openWindow(address);
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keepOfflinePage());
});

addEventListener("activate", (event) => event.waitUntil(dropOlder()));

addEventListener("fetch", (event) => {
  const {request} = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fromServer(request));
  else if (isKept(new URL(request.url))) event.respondWith(fromKept(request));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data));
});
