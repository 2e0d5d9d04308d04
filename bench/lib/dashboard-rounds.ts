/** What is timed in a page of the dashboard, and likewise in the ceiling's. */
import type { Browser, Page } from "playwright-core";
import { type Pictures, serveCeiling } from "./dashboard-ceiling.ts";
import type { LongConversation } from "./dashboard-data.ts";
import { ask, type Cookie, followRequests, instant, instantShown, openContext, timeKey } from "./dashboard-page.ts";
import { type BenchChannel, type BenchTenant, parleyOf } from "./tenant.ts";

/** Measurements of each kind per round. */
const times = 20;
const scrollSeconds = 4;
export const inboxPath = "/inbox/all";

export const kinds = ["next", "nextAtOnce", "bubble", "accepted", "event", "palette", "scroll"] as const;
export type Kind = (typeof kinds)[number];
export type Round = Record<Kind, number[]> & { firstPaletteMs: number };

export interface Stage {
  url: string;
  cookie: Cookie;
  tenant: BenchTenant;
  channel: BenchChannel;
  long: LongConversation;
}

function emptyRound(): Round {
  return { next: [], nextAtOnce: [], bubble: [], accepted: [], event: [], palette: [], scroll: [], firstPaletteMs: 0 };
}

/** On a page that shows the inbox, with all its files loaded. */
export async function measureRound(page: Page, stage: Stage): Promise<Round> {
  const measured = emptyRound();
  const parley = parleyOf(stage.url, stage.tenant);
  const settled = followRequests(page);
  // The messages of that conversation, which is named after its contact.
  const next = async () => timeKey(page, "j", `.log[aria-label="${await ask<string>(page, "nextName")}"] article`, "");

  // What a person does first: looks, scrolls, opens one.
  measured.scroll.push(await ask<number>(page, "scroll", ".list .scroll", scrollSeconds));
  await page.evaluate("document.querySelector('.list .scroll').scrollTo(0, 0)");
  await page.keyboard.press("j");
  await page.locator(".log article").first().waitFor();
  for (let i = 0; i < times; i++) {
    await settled();
    measured.next.push(await next());
  }
  for (let i = 0; i < times; i++) measured.nextAtOnce.push(await next());

  await page.goto(`${stage.url}${inboxPath}/${stage.long.wire}`);
  await page.locator(".log article").first().waitFor();
  await settled();
  const field = page.locator(".composer textarea");
  for (let i = 0; i < times; i++) {
    const text = `Typed ${Date.now()}-${i}`;
    await field.fill(text);
    measured.bubble.push(await timeKey(page, "Enter", ".log article", text));
  }
  await field.blur();
  await settled();

  const line = followSent(parley);
  await line.ready;
  for (let i = 0; i < times; i++) {
    const text = `Sent ${Date.now()}-${i}`;
    const came = line.next(text);
    const startedMs = instant();
    const shown = await instantShown(page, ".log article", text, () =>
      parley.messages.send({ channelId: stage.channel.wire, to: stage.long.address, type: "text", text }),
    );
    measured.accepted.push(shown - startedMs);
    measured.event.push(shown - (await came));
  }
  line.close();

  await settled();
  for (let i = 0; i <= times; i++) {
    const ms = await timeKey(page, "Control+k", ".palette-input", "");
    if (i === 0) measured.firstPaletteMs = ms;
    else measured.palette.push(ms);
    await page.keyboard.press("Escape");
    await page.locator(".palette-input").waitFor({ state: "detached" });
  }
  return measured;
}

/** A second client for the same events: when each was sent by the server. */
function followSent(parley: ReturnType<typeof parleyOf>) {
  const ready = Promise.withResolvers<void>();
  const stop = new AbortController();
  const waiting = new Map<string, (at: number) => void>();
  const follow = async () => {
    const events = parley.events.stream({ type: ["message.sent"] }, { signal: stop.signal, onReady: () => ready.resolve() });
    for await (const event of events)
      if (event.type === "message.sent" && event.data.message.text !== null) waiting.get(event.data.message.text)?.(instant());
  };
  follow().catch((error) => {
    if (!stop.signal.aborted) ready.reject(error);
  });
  return {
    ready: ready.promise,
    next: (text: string) => new Promise<number>((resolve) => waiting.set(text, resolve)),
    close: () => stop.abort(),
  };
}

type Picture = Omit<Pictures, "threads" | "palette"> & { thread: string };

/** What the dashboard renders, so that the ceiling can render it too. */
export async function takePictures(browser: Browser, stage: Stage): Promise<Pictures> {
  const context = await openContext(browser, stage);
  const page = await context.newPage();
  const settled = followRequests(page);
  await page.goto(`${stage.url}${inboxPath}`);
  await page.locator(".conversation").first().waitFor();
  const take = async () => {
    await page.keyboard.press("j");
    await page.locator(".log article").first().waitFor();
    await settled();
    return ask<Picture>(page, "picture");
  };
  const first = await take();
  const second = await take();
  await page.keyboard.press("Control+k");
  await page.locator(".palette-input").waitFor();
  const palette = await ask<string>(page, "palette");
  await context.close();
  return { page: second.page, threads: [first.thread, second.thread], row: first.row, bubble: first.bubble, css: first.css, palette };
}

export async function measureCeiling(browser: Browser, pictures: Pictures, rows: number): Promise<Round> {
  const served = await serveCeiling(pictures, rows);
  const context = await openContext(browser);
  const page = await context.newPage();
  const measured = emptyRound();
  try {
    await page.goto(served.url);
    for (let i = 0; i < times; i++) measured.next.push(await timeKey(page, "j", `.thread-pane[data-shown="${1 - (i % 2)}"]`, ""));
    measured.nextAtOnce = measured.next;
    for (let i = 0; i < times; i++) measured.bubble.push(await timeKey(page, "Enter", ".log article:last-of-type", `typed ${i}.`));
    for (let i = 0; i < times; i++) {
      const text = `Sent ${Date.now()}-${i}`;
      const startedMs = instant();
      measured.event.push((await instantShown(page, ".log article", text, () => served.push(text))) - startedMs);
    }
    measured.accepted = measured.event;
    for (let i = 0; i < times; i++) {
      measured.palette.push(await timeKey(page, "p", ".ceiling-palette .palette-input", ""));
      await page.keyboard.press("q");
    }
    await page.evaluate("everyRow()");
    measured.scroll.push(await ask<number>(page, "scroll", ".list .scroll", scrollSeconds));
  } finally {
    await context.close();
    await served.close();
  }
  return measured;
}
