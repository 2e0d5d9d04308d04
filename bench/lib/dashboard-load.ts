/** The size of the first load, and Lighthouse's scores. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { packedBytes } from "../../apps/dashboard/build/index.ts";
import { launchBrowser } from "../../apps/server/test/browser.ts";
import { freePort } from "../../apps/server/test/free-port.ts";
import { ask, followRequests } from "./dashboard-page.ts";
import { inboxPath, type Stage } from "./dashboard-rounds.ts";

export interface Load {
  firstRowMs: number;
  js: number;
  css: number;
  /** Including what is fetched while the page is idle. */
  jsAfterwards: number;
}

/** Opens the inbox as a first-time visitor, until the files are stored: later measurements must not run next to that. */
export async function measureLoad(page: Page, { url }: Stage, built: string, worker: string): Promise<Load> {
  const settled = followRequests(page);
  await page.goto(`${url}${inboxPath}`, { waitUntil: "commit" });
  const first = await ask<{ ms: number; files: string[] }>(page, "firstRow");
  await settled();
  const later = await ask<string[]>(page, "files");
  await page.evaluate("navigator.serviceWorker.ready");
  const bytes = (paths: string[], ending: ".js" | ".css") => {
    const names = paths.filter((path) => path.startsWith("/assets/")).map((path) => path.slice(1));
    return packedBytes(built, [...new Set([...names, worker])], ending);
  };
  return {
    firstRowMs: first.ms,
    js: await bytes(first.files, ".js"),
    css: await bytes(first.files, ".css"),
    jsAfterwards: await bytes(later, ".js"),
  };
}

export interface Scores {
  performance: number;
  accessibility: number;
}

interface LighthouseModule {
  default(
    url: string,
    flags: object,
    config: object,
  ): Promise<{
    lhr: { categories: Record<string, { score: number | null }>; audits: Record<string, { score: number | null; title: string }> };
  }>;
  desktopConfig: object;
}

/**
 * In a browser that runs nothing else, with a signed-in user. `folder` is where `npm install lighthouse` was run: it is as large as
 * everything else installed here, and not part of the repository.
 */
export async function runLighthouse(folder: string, { url, cookie }: Stage, path: string): Promise<Scores> {
  const entry = pathToFileURL(join(folder, "node_modules/lighthouse/core/index.js")).href;
  const { default: lighthouse, desktopConfig } = (await import(entry)) as LighthouseModule;
  const port = await freePort();
  const browser = await launchBrowser(`--remote-debugging-port=${port}`);
  try {
    const { lhr } = await lighthouse(
      `${url}${path}`,
      {
        ...{ port, logLevel: "error", onlyCategories: ["performance", "accessibility"] },
        extraHeaders: { Cookie: `${cookie.name}=${cookie.value}` },
      },
      desktopConfig,
    );
    const score = (name: keyof Scores) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
    for (const { score: own, title } of Object.values(lhr.audits))
      if (own !== null && own < 0.9) process.stdout.write(`  Lighthouse ${path}: ${title} (${own})\n`);
    return { performance: score("performance"), accessibility: score("accessibility") };
  } finally {
    await browser.close();
  }
}
