/**
 * Stores the files of one build, so that the dashboard opens without a server and says so, and shows push messages from the server. It has
 * no import and no export: the build (build/service-worker.ts) writes it to /sw.js unchanged, after the list of the files and the texts of
 * notifications.
 *
 * An organization's data is never stored: API responses, media and other people's pages are ignored. The page is the same for everybody on
 * a host.
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
  /** The texts of notifications, by language. */
  texts: Readonly<Record<string, Readonly<Record<PushPayload["kind"], string>>>>;
}

declare const shell: Shell;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const prefix = "shell-";
const current = `${prefix}${shell.version}`;
const page = "/index.html";
/** The number of parallel requests; the person's own take precedence. */
const together = 4;
/** The status of a proxy without a server behind it. */
const noServer: readonly number[] = [502, 504];

/** Browsers with static routes: requests that this worker does not handle bypass it. */
interface Routing {
  addRoutes?(rule: { condition: { urlPattern: { pathname: string } }; source: "network" }): Promise<void>;
}

worker.addEventListener("install", (event) => {
  const routed = (event as Routing).addRoutes?.({ condition: { urlPattern: { pathname: "/api/*" } }, source: "network" });
  event.waitUntil(Promise.all([routed, keepAll()]));
});
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => {
  if (event.data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  // A frame on this host is not a page of the dashboard.
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(respondWithPage(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(respondWithFile(request));
  else if (shell.named.includes(pathname)) event.respondWith(respondWithUnhashed(request));
});

worker.addEventListener("push", (event) => event.waitUntil(showNotification(event.data)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data as PushPayload));
});

/** A push message from the server. Contains nothing of the conversation, which only the dashboard shows. */
interface PushPayload {
  kind: "mention" | "assignment";
  notificationId: string;
  conversationId: string | null;
  language: string;
}

interface OpenPage {
  window: WindowClient;
  path: string;
}

/** Exceeded by a page that is still loading, or one of a build that does not answer. */
const responseMsMax = 500;

/** All pages of this host, without frames, and their current paths: `url` is only the address they were loaded with. */
async function openPages(): Promise<OpenPage[]> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return Promise.all(
    windows
      .filter((each) => each instanceof WindowClient && each.frameType === "top-level")
      .map(async (window) => ({ window, path: await pathOf(window) })),
  );
}

function pathOf(window: WindowClient): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(String(data));
    setTimeout(() => resolve(new URL(window.url).pathname), responseMsMax);
    window.postMessage({ where: true }, [port2]);
  });
}

const isInbox = ({ path }: OpenPage) => path.startsWith("/inbox/");

async function showNotification(data: PushMessageData | null): Promise<void> {
  const payload = data?.json() as PushPayload | undefined;
  const text = payload === undefined ? undefined : (shell.texts[payload.language] ?? shell.texts["en"])?.[payload.kind];
  if (payload === undefined || text === undefined) return;
  // A person who is viewing the conversation sees it there.
  const shows = (each: OpenPage) => isInbox(each) && each.path.endsWith(`/${payload.conversationId}`);
  if ((await openPages()).some((each) => each.window.visibilityState === "visible" && shows(each))) return;
  await worker.registration.showNotification(text, {
    // A message that arrives twice is shown once.
    tag: payload.notificationId,
    data: payload,
    icon: "/icons/app-192.png",
    lang: payload.language,
  });
}

/**
 * Focuses a window that shows the conversation; otherwise opens it in a window of the inbox, otherwise in a new one. A form open in another
 * screen stays open.
 */
async function open({ kind, conversationId }: PushPayload): Promise<void> {
  const view = kind === "mention" ? "mentions" : "mine";
  if (conversationId === null) return void (await worker.clients.openWindow(`/inbox/${view}`));
  const pages = (await openPages()).filter(isInbox);
  const there = pages.find(({ path }) => path.endsWith(`/${conversationId}`));
  if (there !== undefined) return void (await there.window.focus());
  const address = `/inbox/${view}/${encodeURIComponent(conversationId)}`;
  const [inbox] = pages;
  if (inbox === undefined) return void (await worker.clients.openWindow(address));
  inbox.window.postMessage({ open: address });
  await inbox.window.focus();
}

/** All or nothing: an app shell that lacks one of its files would open with an error. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(current);
  const waiting = [page, ...shell.named, ...shell.files];
  const keepNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // The browser already has most files with a hash; those with constant names must be revalidated.
      const response = await fetch(next, { cache: next.startsWith("/assets/") ? "default" : "no-cache", credentials: "omit" });
      if (!response.ok) throw new Error(`${next}: ${response.status}`);
      await cache.put(next, response);
    }
  };
  await Promise.all(Array.from({ length: together }, keepNext));
}

async function takeOver(): Promise<void> {
  // In order of creation. The previous one is kept: pages that are still open may request its files.
  const made = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(made.slice(0, -1).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The server's page if the server answers, because it may be newer or have another brand. */
async function respondWithPage(event: FetchEvent): Promise<Response> {
  let response: Response | undefined;
  try {
    response = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
    if (!noServer.includes(response.status)) {
      event.waitUntil(renewPage(response.clone()));
      return response;
    }
  } catch {
    // Without a connection the stored page is shown below.
  }
  return (await caches.open(current).then((cache) => cache.match(page, { ignoreVary: true }))) ?? response ?? Response.error();
}

/** The page depends on the host, whose name and colours change: the latest is stored, if it uses the stored files. */
async function renewPage(response: Response): Promise<void> {
  if (!response.ok || !response.headers.get("content-type")?.startsWith("text/html")) return;
  const text = await response.text();
  if (!text.includes(shell.entry)) return;
  const cache = await caches.open(current);
  await cache.put(page, new Response(text, { headers: { "content-type": "text/html; charset=utf-8", ...policyOf(response) } }));
}

/** The page's policy is a response header, and applies without a server too. */
function policyOf({ headers }: Response): Record<string, string> {
  const names = ["content-security-policy", "permissions-policy", "referrer-policy", "cross-origin-opener-policy"];
  return Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) as string]] : [])));
}

/** Its name contains its hash, so the stored file is the right one. */
async function respondWithFile(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true });
  return cached ?? fetch(request);
}

async function respondWithUnhashed(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(request, { ignoreVary: true });
    if (cached === undefined) throw error;
    return cached;
  }
}
