/** Drives a page that contains dashboard-in-page.js. */
import { join } from "node:path";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";

const inPage = { path: join(import.meta.dirname, "dashboard-in-page.js") };
/** How long nothing must be requested until a page counts as settled and waiting for the user. */
const settledMs = 150;
const settledMsMax = 30_000;
const sharedWorker = /\/assets\/worker-[^/]+\.js$/;

export interface Cookie {
  name: string;
  value: string;
}

/** A separate browser, like that of a first-time visitor. */
export async function openContext(browser: Browser, at?: { url: string; cookie: Cookie }): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", locale: "en-GB" });
  if (at !== undefined) await context.addCookies([{ ...at.cookie, url: at.url, httpOnly: true, sameSite: "Lax" }]);
  await context.addInitScript(inPage);
  return context;
}

/** Calls `benchPage.NAME(…)` in the page. */
export function ask<T>(page: Page, name: string, ...values: (string | number)[]): Promise<T> {
  return page.evaluate<T>(`benchPage.${name}(${values.map((value) => JSON.stringify(value)).join(", ")})`);
}

/** Presses a key, and returns the time until `selector` shows `text`. */
export async function timeKey(page: Page, key: string, selector: string, text: string): Promise<number> {
  await ask(page, "arm", "keydown", selector, text);
  await page.keyboard.press(key);
  return page.evaluate<number>("benchPage.done");
}

/** When `selector` showed the `text` that `cause` leads to, since 1970. Page and bench share the machine's clock. */
export async function instantShown(page: Page, selector: string, text: string, cause: () => unknown): Promise<number> {
  await ask(page, "arm", "none", selector, text);
  await cause();
  return page.evaluate<number>("benchPage.done");
}

/** Now, since 1970, as precise as `instantShown`. */
export const instant = () => performance.timeOrigin + performance.now();

/**
 * The returned function waits until the page has requested nothing for a while. The line to the server belongs to a worker, not the page.
 */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let lastAt = performance.now();
  const onRequest = (request: Request) => {
    // A page gets no event when a shared worker's script has loaded.
    if (sharedWorker.test(request.url())) return;
    open.add(request);
    lastAt = performance.now();
  };
  const ended = (request: Request) => {
    open.delete(request);
    lastAt = performance.now();
  };
  page.on("request", onRequest);
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return async () => {
    const until = performance.now() + settledMsMax;
    while (open.size > 0 || performance.now() - lastAt < settledMs) {
      if (performance.now() > until) throw new Error(`the page still waits for ${[...open].map((request) => request.url()).join(", ")}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
  };
}

/** Megabytes of the page's own objects, after garbage collection. */
export async function heapMb(context: BrowserContext, page: Page): Promise<number> {
  const session = await context.newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 2 ** 20;
}
