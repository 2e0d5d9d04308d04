/**
 * (n) The flow canvas in headless Chromium, as built: a flow of 300 nodes, one of them dragged along a line with the mouse, a step in every
 * frame; then the same canvas panned. Frames per second by the page's own clock. A flow of the API has at most 100 steps, which are about
 * 200 nodes, so the page's only request for the flow gets a longer one. Ceiling: the same drag on an empty page, which is what the
 * machine's frame rate allows.
 */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ensureBuilt } from "../apps/dashboard/build/index.ts";
import { launchBrowser, withoutBrowser } from "../apps/server/test/browser.ts";
import { signIn } from "./lib/dashboard-data.ts";
import { followRequests, openContext } from "./lib/dashboard-page.ts";
import type { Outcome } from "./lib/results.ts";
import { joinDatabase, startServer, temporaryFolder } from "./lib/server.ts";
import { median, round } from "./lib/stats.ts";
import { createTenant, parleyOf } from "./lib/tenant.ts";

const wantedFrames = 55;

export async function run(options: Map<string, string>): Promise<Outcome> {
  if (withoutBrowser !== false) throw new Error(withoutBrowser);
  const rounds = Number(options.get("rounds") ?? 5);
  const count = Number(options.get("count") ?? 300);
  const seconds = Number(options.get("seconds") ?? 3);
  await ensureBuilt();
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9", DASHBOARD: "true" });
  const database = await joinDatabase(dataDir);
  const browser = await launchBrowser();
  try {
    const tenant = await createTenant(database.admin, dataDir, "Northwind");
    const cookie = await signIn(server.url, dataDir, tenant);
    const steps = chain(count - 2);
    const flow = await parleyOf(server.url, tenant).flows.create({
      name: "Long",
      trigger: { type: "message.received" },
      steps: steps.slice(0, 50) as never,
    });
    const context = await openContext(browser, { url: server.url, cookie });
    await context.route(`**/flows/${flow.id}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), steps } });
    });
    const page = await context.newPage();
    const settled = followRequests(page);
    await page.goto(`${server.url}/flows/${flow.id}/canvas`);
    await page.locator(".react-flow__node").first().waitFor();
    await settled();
    const nodes = await page.locator(".react-flow__node").count();
    say(`${nodes} nodes`);
    const drags: Frames[] = [];
    const pans: Frames[] = [];
    for (let i = 0; i < rounds; i++) {
      drags.push(await drag(page, ".react-flow__node .flow-node[data-key]:not([data-key=trigger])", seconds));
      pans.push(await drag(page, ".react-flow__pane", seconds));
      say(
        `round ${i + 1}: drag ${drags[i]?.perSecond.toFixed(1)}/s, longest ${drags[i]?.longestMs.toFixed(0)} ms; pan ${pans[i]?.perSecond.toFixed(1)}/s`,
      );
    }
    const bare = await context.newPage();
    await bare.setContent('<div id="bare" style="width:100vw;height:100vh"></div>');
    const ceiling: Frames[] = [];
    for (let i = 0; i < rounds; i++) ceiling.push(await drag(bare, "#bare", seconds));
    const of = (list: Frames[], pick: (frames: Frames) => number) => round(median(list.map(pick)), 1);
    return {
      rows: [
        {
          name: `Dragging one of ${nodes} nodes`,
          value: of(drags, ({ perSecond }) => perSecond),
          unit: "frames/s",
          better: "higher",
          target: wantedFrames,
        },
        { name: "Dragging: longest frame", value: of(drags, ({ longestMs }) => longestMs), unit: "ms", better: "lower" },
        { name: "Panning", value: of(pans, ({ perSecond }) => perSecond), unit: "frames/s", better: "higher" },
        {
          name: "Ceiling: the same mouse on an empty page",
          value: of(ceiling, ({ perSecond }) => perSecond),
          unit: "frames/s",
          better: "higher",
        },
      ],
      notes: [
        `The mouse takes a step in every frame for ${seconds} s, ${rounds} rounds; medians. A flow of the API has at most 100 steps: the page was given a longer one.`,
      ],
    };
  } finally {
    await browser.close();
    await database.close();
    await server.stop();
    folder.remove();
  }
}

/** A sequence of steps, every tenth of them a branch with a step on either side. */
function chain(length: number): object[] {
  const steps: object[] = [];
  let made = 0;
  for (let i = 0; made < length; i++) {
    const note = (text: string) => ({ type: "add_note", text });
    if (i % 10 === 9) {
      const conditions = { match: "all", rules: [{ field: "message.text", op: "contains", value: String(i) }] };
      // biome-ignore lint/suspicious/noThenProperty: a list of steps, not a callable
      steps.push({ type: "branch", conditions, then: [note(`Yes ${i}`)], else: [note(`No ${i}`)] });
      made += 4;
    } else {
      steps.push(note(`Step ${i}`));
      made += 1;
    }
  }
  return steps;
}

interface Frames {
  perSecond: number;
  longestMs: number;
}

/** Presses on the middle of the element, moves as fast as the page keeps up, and releases where it started. */
async function drag(page: Page, selector: string, seconds: number): Promise<Frames> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  const [x, y] = [box.x + Math.min(box.width / 2, 60), box.y + Math.min(box.height / 2, 20)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const counted = page.evaluate<Frames>(`new Promise((resolve) => {
    let frames = 0, from = 0, last = 0, longest = 0;
    const step = (now) => {
      if (from === 0) from = now; else { frames += 1; longest = Math.max(longest, now - last); }
      last = now;
      if (now - from >= ${seconds * 1_000}) resolve({ perSecond: frames * 1000 / (now - from), longestMs: longest });
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
  let over = false;
  const ended = counted.then((frames) => {
    over = true;
    return frames;
  });
  for (let i = 0; !over; i++) await page.mouse.move(x + 120 * Math.sin(i / 20), y + 60 * Math.sin(i / 13));
  await page.mouse.move(x, y);
  await page.mouse.up();
  return ended;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
