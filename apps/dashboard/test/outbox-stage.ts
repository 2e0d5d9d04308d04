/** Browsers with an outbox, in front of a server. For outbox*.test.ts. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { startTestApp } from "@parley/server/test/harness.ts";
import type { Message, SendMessage } from "@parley/sdk";
import { api, connectTo } from "../src/api/client.ts";
import { createOutbox, type Outbox, type OutboxDeps, type OutboxStore } from "../src/api/live/outbox/outbox.ts";
import type { OutboxRow } from "../src/api/live/outbox/outbox-rows.ts";
import { findSent, sendRow } from "../src/api/live/outbox/send.ts";
import { createNetwork } from "./page-without-browser.ts";

const t = await startTestApp();
after(() => t.stop());
const tenant = await t.tenant();
export const channel = await t.channel(tenant);
const person = await t.person(tenant.id, { role: "agent" });

/** Like IndexedDB: stores copies, asynchronously. */
function memory(): OutboxStore & { kept: Map<string, OutboxRow> } {
  const kept = new Map<string, OutboxRow>();
  const later = () => new Promise((resolve) => setImmediate(resolve));
  return {
    kept,
    async all() {
      await later();
      return structuredClone([...kept.values()]);
    },
    async put(row, instead) {
      await later();
      if (instead !== undefined) kept.delete(instead);
      kept.set(row.key, structuredClone(row));
    },
    async delete(key) {
      await later();
      kept.delete(key);
    },
  };
}

/** The browser's lock: one page at a time has it, the next one when that page ends. */
function createLock() {
  let last = Promise.resolve();
  return (run: () => Promise<void>, signal: AbortSignal) => {
    last = last.then(async () => {
      if (!signal.aborted) await run();
    });
  };
}

export interface Browser {
  store: ReturnType<typeof memory>;
  pages: Outbox[];
  sent: Message[];
  failed: OutboxRow[];
  now: number;
  open(given?: Partial<OutboxDeps>): Outbox;
  network: ReturnType<typeof createNetwork>;
}

export function openBrowser(): Browser {
  const lead = createLock();
  const network = createNetwork();
  connectTo({ baseUrl: t.url, headers: { cookie: person.cookie, origin: t.url }, fetch: network.fetch });
  const browser: Browser = {
    ...{ store: memory(), pages: [], sent: [], failed: [], network, now: Date.now() },
    open(given = {}) {
      const page = createOutbox({
        ...{ owner: "me", tab: () => "this", store: browser.store, send: sendRow, find: findSent, lead, now: () => browser.now },
        upload: async (file, key) => (await api.media.upload(file.blob, { idempotencyKey: key })).id,
        notifyPages: () => setImmediate(() => browser.pages.filter((each) => each !== page).forEach((each) => void each.reload())),
        onSent: async (_row, message) => void browser.sent.push(message),
        onFailed: (row) => browser.failed.push(row),
        ...given,
      });
      browser.pages.push(page);
      return page;
    },
  };
  return browser;
}

export function close(browser: Browser, page: Outbox): void {
  browser.pages = browser.pages.filter((each) => each !== page);
  page.stop();
}

let people = 0;

/** A customer who has written, so that the team may answer. */
export async function newCustomer(): Promise<{ waId: string; conversationId: string }> {
  const waId = `4477009${String(++people).padStart(5, "0")}`;
  await t.simulator.customer(waId, "Somebody").sendText(channel.externalId, "Hello");
  await t.drain();
  const { body: contacts } = await tenant.api.get(`/api/v1/contacts?phone=%2B${waId}`);
  const { body } = await tenant.api.get(`/api/v1/conversations?contactId=${contacts.data[0].id}`);
  return { waId, conversationId: body.data[0].id };
}

export const text = (to: string, words: string): SendMessage => ({
  channelId: channel.id,
  to,
  type: "text",
  text: words,
  humanAgent: true,
});

/** Texts of the team's messages on the server, oldest first. */
export async function serverTexts(conversationId: string): Promise<string[]> {
  const { body } = await tenant.api.get(`/api/v1/conversations/${conversationId}/messages?limit=200`);
  return body.data
    .filter((each: any) => each.direction === "outbound" || each.isNote)
    .map((each: any) => each.text)
    .reverse();
}

/** What happens while two conversations are answered, as numbers. */
export interface Planned {
  what: "type" | "cut" | "down" | "up" | "lose answers" | "reload" | "another page" | "wait";
  who: number;
}

/** Types into two conversations while all this happens: once the line is back, each has what was typed, once and in order. */
export async function typeThrough(plan: Planned[]): Promise<void> {
  const people = [await newCustomer(), await newCustomer()];
  const browser = openBrowser();
  const { network } = browser;
  let losing = false;
  const lossy: Partial<OutboxDeps> = {
    async send(row) {
      const message = await sendRow(row);
      // The server has it, but the page gets no response.
      if (losing) throw new TypeError("the line was cut");
      return message;
    },
  };
  browser.open(lossy);
  const typed = people.map((): string[] => []);
  let count = 0;
  for (const { what, who } of plan) {
    const page = browser.pages.at(-1);
    if (what === "type") {
      const words = `Words ${++count}`;
      typed[who]?.push(words);
      // A page that ends before storing them loses them; here each page lives long enough.
      page?.add({ conversationId: people[who]?.conversationId ?? "", message: text(people[who]?.waId ?? "", words) });
      await eventually(
        "it is kept",
        () =>
          [...browser.store.kept.values()].some((row) => JSON.stringify(row.message).includes(`"${words}"`)) ||
          browser.sent.some((each) => each.text === words),
      );
    }
    if (what === "cut") network.cut();
    if (what === "down" || what === "up") network.down = what === "down";
    if (what === "lose answers") losing = !losing;
    if (what === "reload" && page !== undefined) {
      browser.open(lossy);
      close(browser, page);
    }
    if (what === "another page") browser.open(lossy);
    if (what === "wait") await new Promise((resolve) => setTimeout(resolve, 15));
    browser.now += 1_000;
  }
  network.down = false;
  losing = false;
  await eventually("everything is sent", () => {
    browser.now += 20_000;
    for (const page of browser.pages) page.poke();
    return browser.store.kept.size === 0;
  });
  for (const [index, { conversationId }] of people.entries()) assert.deepEqual(await serverTexts(conversationId), typed[index]);
  await eventually("no page shows one as waiting", () => browser.pages.every((page) => page.rows().length === 0));
  for (const page of browser.pages) close(browser, page);
}
