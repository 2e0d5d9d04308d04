/**
 * Keeps the files of one build, so that the dashboard opens without a server and says that there is none. It has no import and no export: the
 * build (build/service-worker.ts) writes it to /sw.js as it is, after the list of what it keeps.
 *
 * Nothing of an organization is ever kept: answers of the API, media and other people's pages are not even looked at. The page is the same for
 * everybody of a host.
 */

interface Shell {
  /** Changes with what is in the files. */
  version: string;
  /** Addresses of files whose names hold their hash. */
  files: string[];
  /** Addresses of small ones whose names stay. */
  named: string[];
  /** A file that the page of this build, and of no other, asks for. */
  entry: string;
}

declare const shell: Shell;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const prefix = "shell-";
const current = `${prefix}${shell.version}`;
const page = "/index.html";
/** At a time: what the person does meanwhile comes first. */
const together = 4;
/** What a proxy answers when there is no server behind it. */
const noServer: readonly number[] = [502, 504];

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => {
  if (event.data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  // A frame of this host is no page of the dashboard.
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(answerPage(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(answerFile(request));
  else if (shell.named.includes(pathname)) event.respondWith(answerNamed(request));
});

/** All or nothing: a shell without one of its files would open to an error. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(current);
  const waiting = [page, ...shell.named, ...shell.files];
  const keepNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // Of the files with a hash the browser has most already; those that keep their names must be of today.
      const answer = await fetch(next, { cache: next.startsWith("/assets/") ? "default" : "no-cache", credentials: "omit" });
      if (!answer.ok) throw new Error(`${next}: ${answer.status}`);
      await cache.put(next, answer);
    }
  };
  await Promise.all(Array.from({ length: together }, keepNext));
}

async function takeOver(): Promise<void> {
  // Made in this order. The one before stays: pages that are still open may ask for its files.
  const made = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(made.slice(0, -1).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The server's page where there is a server: it may be a newer one, or another brand's. */
async function answerPage(event: FetchEvent): Promise<Response> {
  let answer: Response | undefined;
  try {
    answer = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
    if (!noServer.includes(answer.status)) {
      event.waitUntil(renewPage(answer.clone()));
      return answer;
    }
  } catch {
    // There is no line; what is kept is shown below.
  }
  return (await caches.open(current).then((cache) => cache.match(page, { ignoreVary: true }))) ?? answer ?? Response.error();
}

/** The page is made for the host, whose name and colours change: the latest is kept, if it asks for the files that are kept. */
async function renewPage(answer: Response): Promise<void> {
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/html")) return;
  const text = await answer.text();
  if (!text.includes(shell.entry)) return;
  const cache = await caches.open(current);
  await cache.put(page, new Response(text, { headers: { "content-type": "text/html; charset=utf-8", ...policyOf(answer) } }));
}

/** What the page may do is said with it, and holds without a server too. */
function policyOf({ headers }: Response): Record<string, string> {
  const names = ["content-security-policy", "permissions-policy", "referrer-policy", "cross-origin-opener-policy"];
  return Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) as string]] : [])));
}

/** Its name holds its hash: what is kept is right. */
async function answerFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  return kept ?? fetch(request);
}

async function answerNamed(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}
