// Keeps the files of the page, so that it works without a network after the first visit, and those of the manual
// once one of its pages is opened.

/** The files of the page, those of the manual, and a name that changes when one of them does. The build knows them. */
declare const FILES: string[];
declare const MANUAL: string[];
declare const VERSION: string;

/** The scope of a service worker, of which the library for pages does not know the type. */
interface Scope {
  addEventListener(type: "install" | "activate", act: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  addEventListener(type: "fetch", act: (event: Fetching) => void): void;
  registration: { scope: string };
}

interface Fetching {
  request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

const scope = self as unknown as Scope;
const NAME = `puzzled-page ${scope.registration.scope} `;

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME + VERSION).then((cache) => cache.addAll(FILES)));
});

scope.addEventListener("activate", (event) => {
  const removeOld = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(removeOld());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope.registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(NAME + VERSION);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
  const isManual = request.url.startsWith(`${scope.registration.scope}manual/`);
  if (isManual && request.mode === "navigate") event.waitUntil(keepManual());
});

async function keepManual(): Promise<void> {
  const cache = await caches.open(NAME + VERSION);
  for (const file of MANUAL) {
    if (!(await cache.match(file))) await cache.add(file);
  }
}
