/**
 * (o) The analytics in headless Chromium, as built, over a year of one organization: a million messages (as the rollups of (i), which is
 * all that responses read of them), 143,000 chatbot turns, 95,000 surveys, 100,000 flow runs, 100 broadcasts. Every report is opened: by
 * week, by day and by month, with each filter, each grouping, in three zones. Its API requests are then repeated, one at a time, round by
 * round. Measured from the end of the last response to the first frame in which nothing in the report is pending. Ceiling: none but the
 * targets.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { ensureBuilt } from "../apps/dashboard/build/index.ts";
import { wireId } from "../apps/server/src/platform/ids/ids.ts";
import { launchBrowser, withoutBrowser } from "../apps/server/test/browser.ts";
import { countTurnDays, loadRows } from "./lib/analytics-rows.ts";
import { signIn } from "./lib/dashboard-data.ts";
import { type Cookie, followRequests, openContext } from "./lib/dashboard-page.ts";
import { loadMetrics } from "./lib/metrics-data.ts";
import type { Outcome } from "./lib/results.ts";
import { type BenchDatabase, joinDatabase, keptFolder, startServer, temporaryFolder } from "./lib/server.ts";
import { enableStatements, resetStatements, topStatements } from "./lib/statements.ts";
import { median, percentilesOf, round } from "./lib/stats.ts";
import { api, type BenchTenant, createChannel, createTenant, parleyOf } from "./lib/tenant.ts";

const reports = ["overview", "team", "service-levels", "satisfaction", "chatbot", "broadcasts", "flows"] as const;
const ofReports = /\/api\/v1\/((?:metrics|chatbot-turns|csat|flow-runs|broadcasts|conversations\?ids)[^#]*)$/;
const answerMsMax = 200;
const paintMsMax = 300;

interface Made {
  tenant: BenchTenant;
  cookie: Cookie;
  /** As in the dashboard's URL. */
  filters: Record<"channelId" | "assigneeId" | "divisionId" | "label", string>;
}

export async function run(options: Map<string, string>): Promise<Outcome> {
  if (withoutBrowser !== false) throw new Error(withoutBrowser);
  const rounds = Number(options.get("rounds") ?? 20);
  await ensureBuilt();
  const folder = keptFolder(options.get("data")) ?? temporaryFolder();
  const dataDir = join(folder.path, "data");
  if (options.has("statements")) await enableStatements(dataDir);
  // Flow runs are kept for as long as the period.
  const server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9", DASHBOARD: "true", FLOW_RUN_RETENTION_DAYS: "400" });
  const database = await joinDatabase(dataDir);
  const browser = await launchBrowser();
  try {
    const kept = join(folder.path, "made.json");
    const made = existsSync(kept) ? (JSON.parse(readFileSync(kept, "utf8")) as Made) : await load(database, server.url, dataDir, options);
    writeFileSync(kept, JSON.stringify(made));
    const { tenant, cookie } = made;
    await countTurnDays(database.admin, tenant.id);

    const asked = new Set<string>();
    const opened: { name: string; paints: number[]; answersMs: number }[] = [];
    for (const { name, address, times } of viewsOf(made)) {
      const view = await openReport(browser, { url: server.url, cookie }, address, times);
      for (const path of view.asked) asked.add(path);
      opened.push({ name, paints: view.paintMs, answersMs: median(view.answersMs) });
      const shown = view.paintMs.map((ms) => ms.toFixed(0)).join(", ");
      say(
        `${name}: ${view.asked.length} questions, answered within ${median(view.answersMs).toFixed(0)} ms, painted ${shown} ms after the last answer`,
      );
    }

    // Round by round, so that other load on the machine affects all equally.
    if (options.has("statements")) await resetStatements(database.admin);
    const times = new Map<string, number[]>([...asked].map((path) => [path, []]));
    for (let i = -1; i < rounds; i++) {
      for (const [path, of] of times) {
        const at = performance.now();
        await api(server.url, tenant, "GET", `/api/v1/${path}`);
        if (i >= 0) of.push(performance.now() - at);
      }
    }
    if (options.has("statements")) say(await topStatements(database.admin));
    const summary = [...times].map(([path, of]) => ({ path, ...percentilesOf(Float64Array.from(of)) })).sort((a, b) => b.p50 - a.p50);
    for (const { path, p50, max } of summary.slice(0, options.has("all") ? summary.length : 25))
      say(`p50 ${p50.toFixed(0).padStart(4)}, max ${max.toFixed(0).padStart(4)} ms  ${shortened(path)}`);
    const endpoints = [...Map.groupBy(times, ([path]) => path.split("?")[0] as string)].sort();
    const slowest = opened.toSorted((a, b) => median(b.paints) - median(a.paints))[0];
    const paints = opened.flatMap((view) => view.paints);
    const whole = percentilesOf(Float64Array.from([...times.values()].flat()));
    return {
      rows: [
        { name: "All questions, one at a time: p50", value: round(whole.p50, 1), unit: "ms", better: "lower" },
        { name: "All questions, one at a time: p99", value: round(whole.p99, 1), unit: "ms", better: "lower", target: answerMsMax },
        ...endpoints.flatMap(([endpoint, of]) => {
          const { p50, p99 } = percentilesOf(Float64Array.from(of.flatMap(([, each]) => each)));
          return [
            { name: `${endpoint}: p50 (${of.length} different)`, value: round(p50, 1), unit: "ms", better: "lower" as const },
            { name: `${endpoint}: p99`, value: round(p99, 1), unit: "ms", better: "lower" as const, target: answerMsMax },
          ];
        }),
        { name: "Slowest question: p50", value: round(summary[0]?.p50 ?? 0, 1), unit: "ms", better: "lower", target: answerMsMax },
        {
          name: "Last answer to the whole report: slowest report, median",
          value: round(median(slowest?.paints ?? []), 0),
          unit: "ms",
          better: "lower",
          target: paintMsMax,
        },
        { name: "Last answer to the whole report: all, median", value: round(median(paints), 0), unit: "ms", better: "lower" },
        { name: "Last answer to the whole report: all, longest", value: round(Math.max(...paints), 0), unit: "ms", better: "lower" },
        {
          name: "First question to last answer, all of a report at once: longest",
          value: round(Math.max(...opened.map(({ answersMs }) => answersMs)), 0),
          unit: "ms",
          better: "lower",
        },
      ],
      notes: [
        `${opened.length} views over 365 days, each in a browser of its own; ${asked.size} different questions, ${rounds} rounds.`,
        `Slowest questions: ${summary
          .slice(0, 4)
          .map(({ path, p50, max }) => `${shortened(path)} p50 ${p50.toFixed(0)}, max ${max.toFixed(0)} ms`)
          .join("; ")}. Slowest report: ${slowest?.name}.`,
      ],
    };
  } finally {
    await browser.close();
    await database.close();
    await server.stop();
    folder.remove();
  }
}

async function load(database: BenchDatabase, url: string, dataDir: string, options: Map<string, string>): Promise<Made> {
  const messages = Number(options.get("messages") ?? 1_000_000);
  const tenants = Number(options.get("tenants") ?? 20);
  const tenant = await createTenant(database.admin, dataDir, "Largest");
  const parley = parleyOf(url, tenant);
  const channels: { id: string; wire: string }[] = [];
  for (let i = 0; i < 4; i++) channels.push(await createChannel(url, tenant));
  const labels: string[] = [];
  for (let i = 0; i < 20; i++) labels.push((await parley.labels.create({ name: `label-${i}` })).id);
  const divisions: string[] = [];
  for (let i = 0; i < 4; i++) divisions.push((await parley.agents.divisions.create({ name: `Division ${i}` })).id);
  say("loading");
  await loadMetrics(
    database.admin,
    tenant.id,
    { channels: channels.map(({ id }) => id), labels: labels.map(uuidOf), divisions: divisions.map(uuidOf) },
    { tenants, channels: 4, agents: 12, divisions: 4, labels: 20, messages },
    say,
  );
  const channelId = channels[1]?.wire ?? "";
  await loadRows(
    database.admin,
    parley,
    { tenant: tenant.id, channel: channels[1]?.id ?? "" },
    { turns: Math.round(messages / 7), runs: messages / 10, broadcasts: 100 },
  );
  const { rows } = await database.admin.query<{ id: string }>(
    "select assignee_id as id from metric_rollups where tenant_id = $1 and detail and assignee_id <> '00000000-0000-0000-0000-000000000000' limit 1",
    [tenant.id],
  );
  return {
    tenant,
    cookie: await signIn(url, dataDir, tenant),
    filters: { channelId, assigneeId: wireId("usr", rows[0]?.id ?? ""), divisionId: divisions[1] ?? "", label: "label-1" },
  };
}

/** Every report over the year, with all of its options. */
function viewsOf({ filters }: Made): { name: string; address: string; times: number }[] {
  const view = (report: string, more: Record<string, string> = {}) => ({
    name: [report, ...Object.entries(more).map(([name, value]) => (name in filters ? name : `${name} ${value}`))].join(", "),
    address: `/analytics/${report}?${new URLSearchParams({ period: "365d", ...more })}`,
    times: Object.keys(more).length === 0 ? 3 : 1,
  });
  const withCourse = ["overview", "service-levels", "satisfaction"];
  return [
    ...reports.map((report) => view(report)),
    ...withCourse.flatMap((report) => ["day", "month"].map((interval) => view(report, { interval }))),
    ...reports.slice(0, 4).flatMap((report) => Object.entries(filters).map(([name, value]) => view(report, { [name]: value }))),
    ...["division", "channel", "label"].flatMap((by) => ["service-levels", "satisfaction"].map((report) => view(report, { by }))),
    view("team", { by: "division" }),
    view("broadcasts", { channelId: filters.channelId }),
    ...["Europe/Berlin", "Asia/Kathmandu"].flatMap((timezone) =>
      ["overview", "team", "satisfaction"].map((report) => view(report, { timezone })),
    ),
    view("overview", { timezone: "Asia/Kathmandu", interval: "day", divisionId: filters.divisionId, label: filters.label }),
  ];
}

async function openReport(
  browser: Browser,
  at: { url: string; cookie: Cookie },
  address: string,
  times: number,
): Promise<{ asked: string[]; paintMs: number[]; answersMs: number[] }> {
  const asked = new Set<string>();
  const paintMs: number[] = [];
  const answersMs: number[] = [];
  for (let i = 0; i < times; i++) {
    const context = await openContext(browser, at);
    const page = await context.newPage();
    const settled = followRequests(page);
    page.on("request", (request) => {
      const path = ofReports.exec(request.url())?.[1];
      if (path !== undefined) asked.add(path);
    });
    // Every frame records whether something is still pending; the page's own list of requests records when each got its response.
    await page.addInitScript(`performance.setResourceTimingBufferSize(2000); globalThis.benchFrames = [];
      globalThis.benchWaits = () => document.querySelector("main .card") === null ? "the report" : document.querySelector("main .skeleton, main [aria-busy=true]")?.outerHTML;
      requestAnimationFrame(function look(now) {
        benchFrames.push([now, benchWaits() !== undefined]);
        if (benchFrames.length < 20000) requestAnimationFrame(look);
      });`);
    await page.goto(`${at.url}${address}`);
    await page.locator("main .card").first().waitFor();
    await settled();
    const found = await page.evaluate<{ paintMs: number; answersMs: number }>(`new Promise((resolve, reject) => {
      const answers = performance.getEntriesByType("resource").filter(({ name }) => ${String(ofReports)}.test(name));
      const last = Math.max(...answers.map(({ responseEnd }) => responseEnd));
      const answersMs = last - Math.min(...answers.map(({ startTime }) => startTime));
      const until = performance.now() + 10_000;
      requestAnimationFrame(function look(now) {
        const lastWait = benchFrames.findLast(([, waits]) => waits)?.[0] ?? 0;
        const shown = benchFrames.find(([at, waits]) => !waits && at > lastWait && at >= last);
        if (shown !== undefined) resolve({ paintMs: shown[0] - last, answersMs });
        else if (now > until) reject(new Error("nothing is asked for, but this waits: " + benchWaits()));
        else requestAnimationFrame(look);
      });
    })`);
    paintMs.push(found.paintMs);
    answersMs.push(found.answersMs);
    await context.close();
  }
  return { asked: [...asked], paintMs, answersMs };
}

const uuidOf = (wire: string) => wire.slice(wire.indexOf("_") + 1);
/** Without the period, which all have, and without ids. */
const shortened = (path: string) => path.replaceAll(/[?&](?:since|until)=[^&]*/g, "").replaceAll(/[a-z]+_[0-9a-f-]{32,36}/g, "…");

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
