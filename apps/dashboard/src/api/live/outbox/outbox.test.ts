/** Typed messages arrive once and in order, whatever happens to the network, the server's answers and the pages. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { eventually } from "@parley/server/test/eventually.ts";
import { startTestApp } from "@parley/server/test/harness.ts";
import type { Message, SendMessage } from "@parley/sdk";
import { createNetwork } from "../../../../test/page-without-browser.ts";
import { api, connectTo } from "../../client.ts";
import { createOutbox, type Outbox, type OutboxDeps, type OutboxStore } from "./outbox.ts";
import { heads, classify, type OutboxRow, staleMs } from "./outbox-rows.ts";
import { findSent, sendRow } from "./send.ts";

const t = await startTestApp();
after(() => t.stop());
const tenant = await t.tenant();
const channel = await t.channel(tenant);
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
    async put(row) {
      await later();
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

interface Browser {
  store: ReturnType<typeof memory>;
  pages: Outbox[];
  sent: Message[];
  failed: OutboxRow[];
  now: number;
  open(given?: Partial<OutboxDeps>): Outbox;
  network: ReturnType<typeof createNetwork>;
}

function openBrowser(): Browser {
  const lead = createLock();
  const network = createNetwork();
  connectTo({ baseUrl: t.url, headers: { cookie: person.cookie, origin: t.url }, fetch: network.fetch });
  const browser: Browser = {
    ...{ store: memory(), pages: [], sent: [], failed: [], network, now: Date.now() },
    open(given = {}) {
      const page = createOutbox({
        ...{ owner: "me", store: browser.store, send: sendRow, find: findSent, lead, now: () => browser.now },
        upload: async (file, key) => (await api.media.upload(file.blob, { idempotencyKey: key })).id,
        notifyPages: () => setImmediate(() => browser.pages.filter((each) => each !== page).forEach((each) => void each.reload())),
        onSent: (message) => browser.sent.push(message),
        onFailed: (row) => browser.failed.push(row),
        ...given,
      });
      browser.pages.push(page);
      return page;
    },
  };
  return browser;
}

function close(browser: Browser, page: Outbox): void {
  browser.pages = browser.pages.filter((each) => each !== page);
  page.stop();
}

let people = 0;

/** A customer who has written, so that the team may answer. */
async function somebody(): Promise<{ waId: string; conversationId: string }> {
  const waId = `4477009${String(++people).padStart(5, "0")}`;
  await t.simulator.customer(waId, "Somebody").sendText(channel.externalId, "Hello");
  await t.drain();
  const { body: contacts } = await tenant.api.get(`/api/v1/contacts?phone=%2B${waId}`);
  const { body } = await tenant.api.get(`/api/v1/conversations?contactId=${contacts.data[0].id}`);
  return { waId, conversationId: body.data[0].id };
}

const text = (to: string, words: string): SendMessage => ({ channelId: channel.id, to, type: "text", text: words, humanAgent: true });

/** Texts of the team's messages on the server, oldest first. */
async function arrived(conversationId: string): Promise<string[]> {
  const { body } = await tenant.api.get(`/api/v1/conversations/${conversationId}/messages?limit=200`);
  return body.data
    .filter((each: any) => each.direction === "outbound" || each.isNote)
    .map((each: any) => each.text)
    .reverse();
}

describe("the outbox", () => {
  it("sends each message once and in order, through interruptions, lost answers, reloads and pages that end", async () => {
    const step = fc.record({
      what: fc.constantFrom("type", "type", "type", "cut", "down", "up", "lose answers", "reload", "another page", "wait"),
      who: fc.nat(1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (plan) => {
        const people = [await somebody(), await somebody()];
        const browser = openBrowser();
        const { network } = browser;
        let losing = false;
        const lossy: Partial<OutboxDeps> = {
          async send(row) {
            const message = await sendRow(row);
            // The server has it, but the page gets no answer.
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
            // A page that ends before storing them has lost them; here each page lives long enough.
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
        for (const [index, { conversationId }] of people.entries()) assert.deepEqual(await arrived(conversationId), typed[index]);
        await eventually("no page shows one as waiting", () => browser.pages.every((page) => page.rows().length === 0));
        for (const page of browser.pages) close(browser, page);
      }),
      { numRuns: Number(process.env["LIVE_RUNS"] ?? 12) },
    );
  });

  it("a message that the server refuses stays with the reason, blocks no other, and can be sent again", async () => {
    const { waId, conversationId } = await somebody();
    const browser = openBrowser();
    const page = browser.open();
    const bad = page.add({ conversationId, message: text("12", "To nobody") });
    page.add({ conversationId, message: text(waId, "To somebody") });
    await eventually("the second is there", async () => (await arrived(conversationId)).length === 1);
    await eventually("the first is refused", () => browser.failed.length === 1);
    const [row] = page.rows();
    assert.equal(row?.key, bad.key);
    assert.deepEqual([row?.state, row?.error?.code], ["failed", "recipient_invalid"]);
    // A reload keeps it and does not retry it automatically.
    const next = browser.open();
    close(browser, page);
    await eventually("it is loaded", () => next.rows().length === 1);
    await next.sendAgain(bad.key);
    await eventually("it is refused again", () => browser.failed.length === 2);
    assert.equal(next.rows().length, 1);
    assert.equal((await next.discard(next.rows()[0]?.key ?? ""))?.message?.type, "text");
    assert.deepEqual([next.rows(), browser.store.kept.size], [[], 0]);
    close(browser, next);
  });

  it("a note and a file: the file first, and once", async () => {
    const { waId, conversationId } = await somebody();
    const browser = openBrowser();
    const page = browser.open();
    const uploads: string[] = [];
    close(browser, page);
    const sender = browser.open({
      async upload(file, key, onProgress) {
        uploads.push(key);
        onProgress(0.5);
        if (uploads.length === 1) throw new TypeError("the line was cut");
        return (await api.media.upload(file.blob, { idempotencyKey: key })).id;
      },
    });
    const blob = new Blob(
      [Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")],
      { type: "image/png" },
    );
    const message: SendMessage = { channelId: channel.id, to: waId, type: "image", content: {} as never };
    const row = sender.add({ conversationId, message, file: { name: "pixel.png", blob } });
    sender.add({ conversationId, note: { text: "Sent the picture." } });
    await eventually("both are there", async () => {
      browser.now += 20_000;
      sender.poke();
      return (await arrived(conversationId)).length === 2;
    });
    assert.deepEqual(uploads, [`${row.key}-file`, `${row.key}-file`]);
    const sent = browser.sent.find((each) => each.clientReference === row.key);
    assert.equal(sent?.type, "image");
    close(browser, sender);
  });

  it("a message unsent for 23 hours needs a decision, and is sent once even if an earlier attempt had arrived", async () => {
    const { waId, conversationId } = await somebody();
    const browser = openBrowser();
    const page = browser.open({
      async send(row) {
        await sendRow(row);
        throw new TypeError("the line was cut");
      },
    });
    const row = page.add({ conversationId, message: text(waId, "Long ago") });
    await eventually("it has arrived once", async () => (await arrived(conversationId)).length === 1);
    close(browser, page);
    browser.now += staleMs + 1_000;
    const next = browser.open();
    await eventually("it asks", () => next.rows()[0]?.state === "asks");
    await next.sendAgain(row.key);
    assert.deepEqual([next.rows(), browser.store.kept.size], [[], 0]);
    assert.deepEqual(await arrived(conversationId), ["Long ago"]);
    close(browser, next);
  });

  it("another user's rows in this browser are kept and not sent", async () => {
    const browser = openBrowser();
    const other = { key: "other", owner: "somebody else", conversationId: "conv_1", at: browser.now } as OutboxRow;
    await browser.store.put(other);
    const page = browser.open();
    await page.reload();
    assert.deepEqual(page.rows(), []);
    assert.equal(browser.store.kept.size, 1);
    close(browser, page);
  });
});

describe("rows of the outbox", () => {
  it("the oldest waiting row of each conversation is sent first", () => {
    const row = (key: string, conversationId: string, at: number, state: OutboxRow["state"] = "waiting") =>
      ({ key, conversationId, at, state }) as OutboxRow;
    const rows = [row("d", "two", 4), row("c", "one", 3), row("b", "one", 2), row("a", "one", 1, "failed"), row("e", "two", 5, "asks")];
    assert.deepEqual(
      heads(rows).map(({ key }) => key),
      ["b", "d"],
    );
  });

  it("an answer of an intermediary is retried", () => {
    assert.equal(classify(new TypeError("fetch failed")).kind, "again");
  });
});
