/**
 * (l) The dashboard in headless Chromium, as built, against a real server: 10,000 open conversations on one list, one of 2,000 messages.
 * Measured from a key's event to the frame that shows the result: the next conversation, the bubble of what was typed, the palette; from
 * the commit of a message to its bubble; frames per second while the list is scrolled; the size of the first load; memory over 10,000
 * events. Ceiling: the same elements and styles in a page without framework, data layer or server (lib/dashboard-ceiling.ts). Five rounds;
 * medians.
 */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { ensureBuilt, firstLoadBudget, readFirstLoad } from "../apps/dashboard/build/index.ts";
import { launchBrowser, withoutBrowser } from "../apps/server/test/browser.ts";
import { loadInbox, sendEvents, signIn } from "./lib/dashboard-data.ts";
import { type Load, measureLoad, runLighthouse, type Scores } from "./lib/dashboard-load.ts";
import { followRequests, heapMb, openContext } from "./lib/dashboard-page.ts";
import { inboxPath, type Kind, kinds, measureCeiling, measureRound, type Round, type Stage, takePictures } from "./lib/dashboard-rounds.ts";
import type { Outcome, Row } from "./lib/results.ts";
import { appSecret, joinDatabase, startServer, startSimulator, temporaryFolder } from "./lib/server.ts";
import { median, round } from "./lib/stats.ts";
import { createChannel, createTenant } from "./lib/tenant.ts";

const eventsPerSecond = 500;

export async function run(options: Map<string, string>): Promise<Outcome> {
  if (withoutBrowser !== false) throw new Error(withoutBrowser);
  const rounds = Number(options.get("rounds") ?? 5);
  const conversations = Number(options.get("count") ?? 10_000);
  const eventsForMemory = Number(options.get("events") ?? 10_000);
  const lighthouse = options.get("lighthouse");
  const built = await ensureBuilt();
  const worker = (await readFirstLoad(built)).find((name) => name.includes("/worker-")) as string;
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const simulator = await startSimulator("chat-app", {
    "app-secret": appSecret,
    "record-calls": "false",
    "magic-recipients": "false",
    "messages-per-second": "1000",
  });
  const server = await startServer(dataDir, { CHAT_APP_API_URL: simulator.url, DASHBOARD: "true" });
  const database = await joinDatabase(dataDir);
  const browser = await launchBrowser();
  try {
    const tenant = await createTenant(database.admin, dataDir, "Northwind");
    const channel = await createChannel(server.url, tenant, { simulator, messagesPerSecond: 1_000 });
    const long = await loadInbox(database.admin, tenant, channel, { conversations, longest: 2_000 }, say);
    const stage: Stage = { url: server.url, cookie: await signIn(server.url, dataDir, tenant), tenant, channel, long };

    const loads: Load[] = [];
    const dashboard: Round[] = [];
    for (let i = 0; i < rounds; i++) {
      const context = await openContext(browser, stage);
      const page = await context.newPage();
      loads.push(await measureLoad(page, stage, built, worker));
      const measured = await measureRound(page, stage);
      dashboard.push(measured);
      say(`round ${i + 1}: first row ${Math.round(loads[i]?.firstRowMs ?? 0)} ms, ${describe(measured)}`);
      await context.close();
    }
    const ceiling: Round[] = [];
    const pictures = await takePictures(browser, stage);
    for (let i = 0; i < rounds; i++) ceiling.push(await measureCeiling(browser, pictures, conversations));
    say(`ceiling: ${describe(ceiling[0] as Round)}`);
    const send = (count: number) => sendEvents(database.admin, tenant, count, eventsPerSecond);
    const memory = await memoryOver(browser, stage, send, eventsForMemory);
    const scores: [string, Scores][] = [];
    if (lighthouse !== undefined)
      for (const path of [inboxPath, `${inboxPath}/${long.wire}`]) scores.push([path, await runLighthouse(lighthouse, stage, path)]);

    return {
      rows: [
        ...timed("Key to the next conversation", "next", dashboard, ceiling, 50),
        ...timed("Key to the next conversation, each at once", "nextAtOnce", dashboard, ceiling),
        ...timed("Enter to the bubble", "bubble", dashboard, ceiling, 50),
        ...timed("Event to its bubble", "event", dashboard, ceiling, 150),
        ...timed("Message sent by the API to its bubble", "accepted", dashboard, ceiling),
        ...timed("Key to the palette, warm", "palette", dashboard, ceiling, 50),
        {
          ...{ name: "Key to the palette, the first time: slowest", unit: "ms", better: "lower" },
          value: round(Math.max(...dashboard.map(({ firstPaletteMs }) => firstPaletteMs)), 1),
        },
        { name: "Scrolling the list", value: framesOf(dashboard), unit: "frames/s", better: "higher", target: 55 },
        { name: "Scrolling the list: ceiling", value: framesOf(ceiling), unit: "frames/s", better: "higher" },
        ...loadRows(loads),
        {
          ...{
            name: `Memory of the page over ${eventsForMemory.toLocaleString("en")} events: growth`,
            unit: "MB",
            better: "lower",
            target: 5,
          },
          value: round(memory.after - memory.before, 1),
        },
        { name: "Memory of the page after them", value: round(memory.after, 1), unit: "MB", better: "lower" },
        ...scores.flatMap(([path, { performance, accessibility }]): Row[] => {
          const what = path === inboxPath ? "the inbox" : "a conversation of 2,000 messages";
          return [
            { name: `Lighthouse, desktop, ${what}: performance`, value: performance, unit: "", better: "higher", target: 95 },
            { name: `Lighthouse, desktop, ${what}: accessibility`, value: accessibility, unit: "", better: "higher", target: 100 },
          ];
        }),
      ],
      notes: [
        "Times are the page's own: from the event's time stamp to the first task behind the frame in which the element stands, so that up to 16.7 ms of waiting for a frame, its style, layout and painting are in each; what other threads then do with it is not. An event counts from the moment at which a second client of the same stream has it; a message sent by the API from its request, so that the server, the platform and the stream are in it.",
        "A key is pressed when the page has asked for nothing for 150 ms; at once: when the conversation before stands, while its neighbours are still fetched.",
        "The ceiling has the same elements and styles without framework, data layer or server: its keys put one string of HTML in another's place, its messages come by server-sent events. Its list has the rows that the dashboard has drawn; for scrolling alone it has every row.",
        "The ceiling's keys were measured with all 10,000 rows in the page until 2026-11-26 05:00 (164 ms to the next conversation): ratios of those runs do not compare with later ones.",
        "The first load is what was asked for until the first row stood; sizes are those of the files packed by gzip, with the worker that holds the line. Chromium asks for brotli, which takes about a tenth less.",
        `Memory: ${(eventsForMemory / 10).toLocaleString("en")} events before the first look warm up what a page keeps by design; events come at ${eventsPerSecond}/s.`,
      ],
    };
  } finally {
    await browser.close();
    await database.close();
    await server.stop();
    await simulator.stop();
    folder.remove();
  }
}

async function memoryOver(browser: Browser, stage: Stage, send: (count: number) => Promise<void>, count: number) {
  const context = await openContext(browser, stage);
  const page = await context.newPage();
  const settled = followRequests(page);
  await page.goto(`${stage.url}${inboxPath}/${stage.long.wire}`);
  await page.locator(".log article").first().waitFor();
  await page.evaluate("navigator.serviceWorker.ready");
  await send(count / 10);
  await settled();
  const before = await heapMb(context, page);
  await send(count);
  await settled();
  const after = await heapMb(context, page);
  await context.close();
  return { before, after };
}

/** The percentile of each round, and the median over the rounds; next to the ceiling's, computed the same way. */
function timed(name: string, kind: Exclude<Kind, "scroll">, dashboard: Round[], ceiling: Round[], target?: number): Row[] {
  const of = (rounds: Round[], share: number) => median(rounds.map((each) => atShare(each[kind], share)));
  const [p50, p95, p99] = [of(dashboard, 0.5), of(dashboard, 0.95), of(dashboard, 0.99)];
  const bare = of(ceiling, 0.95);
  return [
    { name: `${name}: p50`, value: round(p50, 1), unit: "ms", better: "lower" },
    { name: `${name}: p95`, value: round(p95, 1), unit: "ms", better: "lower", ...(target === undefined ? {} : { target }) },
    { name: `${name}: p99`, value: round(p99, 1), unit: "ms", better: "lower" },
    { name: `${name}: ceiling, p95`, value: round(bare, 1), unit: "ms", better: "lower" },
    { name: `${name}: ratio to the ceiling`, value: round(p95 / bare), unit: "x", better: "lower" },
  ];
}

function atShare(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function framesOf(rounds: Round[]): number {
  return round(median(rounds.flatMap(({ scroll }) => scroll)), 1);
}

function loadRows(loads: Load[]): Row[] {
  const of = (pick: (load: Load) => number) => median(loads.map(pick));
  const kilobytes = (pick: (load: Load) => number) => round(of(pick) / 1_000, 1);
  return [
    {
      ...{ name: "First load: JavaScript", unit: "kB gz", better: "lower", target: firstLoadBudget[".js"] / 1_000 },
      value: kilobytes(({ js }) => js),
    },
    {
      ...{ name: "First load: CSS", unit: "kB gz", better: "lower", target: firstLoadBudget[".css"] / 1_000 },
      value: kilobytes(({ css }) => css),
    },
    {
      name: "JavaScript with what is fetched afterwards",
      value: kilobytes(({ jsAfterwards }) => jsAfterwards),
      unit: "kB gz",
      better: "lower",
    },
    { name: "First load to the first row, from here", value: Math.round(of(({ firstRowMs }) => firstRowMs)), unit: "ms", better: "lower" },
  ];
}

function describe(measured: Round): string {
  return kinds
    .map((kind) => {
      const [p50, p95] = [atShare(measured[kind], 0.5), atShare(measured[kind], 0.95)];
      return kind === "scroll" ? `scroll ${p50.toFixed(1)}/s` : `${kind} ${p50.toFixed(1)}/${p95.toFixed(1)} ms`;
    })
    .join(", ");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
