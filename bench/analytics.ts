/**
 * (o) The analytics in headless Chromium, as built, over a year of a million messages (the rollups of (i)) and of the turns of a chatbot: each report is
 * opened, and what it asks the API for is asked again, one request at a time. From the end of the last answer to the first frame in which nothing of the
 * report is still waited for. Ceiling: none but the targets.
 */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { ensureBuilt } from "../apps/dashboard/build/index.ts";
import { launchBrowser, withoutBrowser } from "../apps/server/test/browser.ts";
import { loadTurns } from "./lib/analytics-turns.ts";
import { signIn } from "./lib/dashboard-data.ts";
import { type Cookie, followRequests, openContext } from "./lib/dashboard-page.ts";
import { loadMetrics } from "./lib/metrics-data.ts";
import type { Outcome } from "./lib/results.ts";
import { joinDatabase, startServer, temporaryFolder } from "./lib/server.ts";
import { median, percentilesOf, round } from "./lib/stats.ts";
import { api, createChannel, createTenant, parleyOf } from "./lib/tenant.ts";

const reports = ["overview", "team", "service-levels", "satisfaction", "chatbot", "broadcasts", "flows"] as const;
const ofReports = /\/api\/v1\/((?:metrics|chatbot-turns|csat|flow-runs|broadcasts)[^#]*)$/;

export async function run(options: Map<string, string>): Promise<Outcome> {
  if (withoutBrowser !== false) throw new Error(withoutBrowser);
  const rounds = Number(options.get("rounds") ?? 20);
  const messages = Number(options.get("messages") ?? 1_000_000);
  const tenants = Number(options.get("tenants") ?? 20);
  await ensureBuilt();
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9", DASHBOARD: "true" });
  const database = await joinDatabase(dataDir);
  const browser = await launchBrowser();
  try {
    const tenant = await createTenant(database.admin, dataDir, "Largest");
    const parley = parleyOf(server.url, tenant);
    const channels = [];
    for (let i = 0; i < 4; i++) channels.push((await createChannel(server.url, tenant)).id);
    const labels: string[] = [];
    for (let i = 0; i < 20; i++) labels.push(uuidOf((await parley.labels.create({ name: `label-${i}` })).id));
    const divisions: string[] = [];
    for (let i = 0; i < 4; i++) divisions.push(uuidOf((await parley.agents.divisions.create({ name: `Division ${i}` })).id));
    say("loading");
    await loadMetrics(
      database.admin,
      tenant.id,
      { channels, labels, divisions },
      { tenants, channels: 4, agents: 12, divisions: 4, labels: 20, messages },
      say,
    );
    await loadTurns(database.admin, tenant.id, Math.round(messages / 7));
    const cookie = await signIn(server.url, dataDir, tenant);

    const paints: number[] = [];
    const asked = new Set<string>();
    for (const report of reports) {
      const opened = await openReport(browser, { url: server.url, cookie }, report);
      for (const path of opened.asked) asked.add(path);
      paints.push(...opened.paintMs);
      say(
        `${report}: ${opened.asked.length} questions, painted ${opened.paintMs.map((ms) => ms.toFixed(0)).join(", ")} ms after the last answer`,
      );
    }
    const times = new Map<string, number[]>();
    for (const path of asked) {
      const of: number[] = [];
      await api(server.url, tenant, "GET", `/api/v1/${path}`);
      for (let i = 0; i < rounds; i++) {
        const at = performance.now();
        await api(server.url, tenant, "GET", `/api/v1/${path}`);
        of.push(performance.now() - at);
      }
      times.set(path, of);
    }
    const slowest = [...times].map(([path, of]) => ({ path, p50: median(of) })).sort((a, b) => b.p50 - a.p50);
    say(slowest.map(({ path, p50 }) => `${p50.toFixed(0).padStart(5)} ms  ${path}`).join("\n"));
    const all = percentilesOf(Float64Array.from([...times.values()].flat()));
    const turns = percentilesOf(
      Float64Array.from([...times].filter(([path]) => path.startsWith("chatbot-turns/")).flatMap(([, of]) => of)),
    );
    return {
      rows: [
        { name: "Questions of the reports, one at a time: p50", value: round(all.p50, 1), unit: "ms", better: "lower" },
        { name: "Questions of the reports, one at a time: p99", value: round(all.p99, 1), unit: "ms", better: "lower", target: 200 },
        { name: "Turns of the chatbot, counted: p99", value: round(turns.p99, 1), unit: "ms", better: "lower", target: 200 },
        {
          name: "Last answer to the whole report: slowest report",
          value: round(Math.max(...paints), 0),
          unit: "ms",
          better: "lower",
          target: 300,
        },
        { name: "Last answer to the whole report: median", value: round(median(paints), 0), unit: "ms", better: "lower" },
        { name: "Different questions", value: asked.size, unit: "", better: "lower" },
      ],
      notes: [
        `Each report over 365 days, opened three times in a browser of its own. Slowest: ${slowest
          .slice(0, 4)
          .map(({ path, p50 }) => `${path.split("&")[0]} ${p50.toFixed(0)} ms`)
          .join("; ")}.`,
      ],
    };
  } finally {
    await browser.close();
    await database.close();
    await server.stop();
    folder.remove();
  }
}

async function openReport(
  browser: Browser,
  at: { url: string; cookie: Cookie },
  report: string,
): Promise<{ asked: string[]; paintMs: number[] }> {
  const asked = new Set<string>();
  const paintMs: number[] = [];
  for (let i = 0; i < 3; i++) {
    const context = await openContext(browser, at);
    const page = await context.newPage();
    const settled = followRequests(page);
    page.on("request", (request) => {
      const path = ofReports.exec(request.url())?.[1];
      if (path !== undefined) asked.add(path);
    });
    // Every frame says whether something is still waited for; the page's own list of requests says when each had its answer.
    await page.addInitScript(`performance.setResourceTimingBufferSize(2000); globalThis.benchFrames = [];
      requestAnimationFrame(function look(now) {
        const waits = document.querySelector("main .skeleton, main [aria-busy=true]") !== null || document.querySelector("main .card") === null;
        benchFrames.push([now, waits]);
        if (benchFrames.length < 20000) requestAnimationFrame(look);
      });`);
    await page.goto(`${at.url}/analytics/${report}?period=365d`);
    await page.locator("main .card").first().waitFor();
    await settled();
    paintMs.push(
      await page.evaluate<number>(`(() => {
        const answers = performance.getEntriesByType("resource").filter(({ name }) => ${String(ofReports)}.test(name)).map(({ responseEnd }) => responseEnd);
        const last = Math.max(...answers);
        const lastWait = benchFrames.findLast(([, waits]) => waits)?.[0] ?? 0;
        const shown = benchFrames.find(([now, waits]) => !waits && now > lastWait && now >= last);
        return shown === undefined ? Number.POSITIVE_INFINITY : shown[0] - last;
      })()`),
    );
    await context.close();
  }
  return { asked: [...asked], paintMs };
}

const uuidOf = (wire: string) => wire.slice(wire.indexOf("_") + 1);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
