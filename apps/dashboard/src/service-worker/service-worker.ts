/**
 * Stores the files of one build, so that the dashboard opens without a server and says so. It has no import and no
 * export: the build (build/service-worker.ts) writes it to /sw.js unchanged, after the list of the files.
 *
 * Data of an organization is never stored: answers of the API, media and other people's pages are ignored. The page is
 * the same for everybody on a host.
 */

interface Shell {
  /** Changes with the content of the files. */
  version: string;
  /** Paths of files whose names contain their hash. */
  files: string[];
  /** Paths of small files with constant names. */
  named: string[];
  /** A file that only the page of this build requests. */
  entry: string;
}

declare const shell: Shell;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const prefix = "shell-";
const current = `${prefix}${shell.version}`;
const page = "/index.html";
/** The number of parallel requests: the person's own come first. */
const together = 4;
/** The status of a proxy without a server behind it. */
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
  // A frame on this host is not a page of the dashboard.
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(answerPage(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(answerFile(request));
  else if (shell.named.includes(pathname)) event.respondWith(answerNamed(request));
});

/** All or nothing: a shell without one of its files would open with an error. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(current);
  const waiting = [page, ...shell.named, ...shell.files];
  const keepNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // The browser has most files with a hash already; those with constant names must be current.
      const answer = await fetch(next, { cache: next.startsWith("/assets/") ? "default" : "no-cache", credentials: "omit" });
      if (!answer.ok) throw new Error(`${next}: ${answer.status}`);
      await cache.put(next, answer);
    }
  };
  await Promise.all(Array.from({ length: together }, keepNext));
}

async function takeOver(): Promise<void> {
  // In the order of creation. The previous one stays: pages that are still open may request its files.
  const made = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(made.slice(0, -1).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The server's page if the server answers: it may be newer, or of another brand. */
async function answerPage(event: FetchEvent): Promise<Response> {
  let answer: Response | undefined;
  try {
    answer = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
    if (!noServer.includes(answer.status)) {
      event.waitUntil(renewPage(answer.clone()));
      return answer;
    }
  } catch {
    // Without a connection the stored page is shown below.
  }
  return (await caches.open(current).then((cache) => cache.match(page, { ignoreVary: true }))) ?? answer ?? Response.error();
}

/** The page depends on the host, whose name and colours change: the latest is stored, if it uses the stored files. */
async function renewPage(answer: Response): Promise<void> {
  if (!answer.ok || !answer.headers.get("content-type")?.startsWith("text/html")) return;
  const text = await answer.text();
  if (!text.includes(shell.entry)) return;
  const cache = await caches.open(current);
  await cache.put(page, new Response(text, { headers: { "content-type": "text/html; charset=utf-8", ...policyOf(answer) } }));
}

/** The page's policy is sent with it, and applies without a server too. */
function policyOf({ headers }: Response): Record<string, string> {
  const names = ["content-security-policy", "permissions-policy", "referrer-policy", "cross-origin-opener-policy"];
  return Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) as string]] : [])));
}

/** Its name contains its hash, so the stored file is right. */
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
