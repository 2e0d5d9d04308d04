/** Typed messages arrive once and in order; outbox.full.test.ts checks that with random networks, responses and pages. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { ApiError, type SendMessage } from "@parley/sdk";
import { serverTexts, channel, close, openBrowser, newCustomer, text, typeThrough } from "../../../../test/outbox-stage.ts";
import { classify } from "../../attempts/outcome.ts";
import { api } from "../../client.ts";
import type { Outbox, OutboxDeps } from "./outbox.ts";
import { heads, type OutboxRow, staleMs } from "./outbox-rows.ts";
import { sendRow } from "./send.ts";
import { UploadCut } from "./upload-cut.ts";

const pixel = new Blob(
  [Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")],
  { type: "image/png" },
);

const caption = (to: string): SendMessage => ({ channelId: channel.id, to, type: "image", content: {} as never });

const conflict = new ApiError("POST /messages: The key was already used for a different request.", {
  ...{ code: "idempotency_conflict", status: 409, details: [], reference: null, docs: "/docs/", method: "POST", path: "/messages" },
  ...{ attempts: 1, idempotencyKey: "key", retryAfterMs: null, headers: new Headers() },
});

describe("the outbox", () => {
  it("sends each message once and in order through one of each: interruptions, lost responses, reloads and pages that end", () =>
    typeThrough(
      (
        [
          "type",
          "type",
          "lose answers",
          "type",
          "reload",
          "type",
          "down",
          "type",
          "another page",
          "cut",
          "up",
          "type",
          "reload",
          "type",
        ] as const
      ).map((what, at) => ({ what, who: at % 3 === 0 ? 1 : 0 })),
    ));

  it("a message that the server refuses stays with the reason, blocks no other, and can be sent again", async () => {
    const { waId, conversationId } = await newCustomer();
    const browser = openBrowser();
    const page = browser.open();
    const bad = page.add({ conversationId, message: text("12", "To nobody") });
    page.add({ conversationId, message: text(waId, "To somebody") });
    await eventually("the second is there", async () => (await serverTexts(conversationId)).length === 1);
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

  it("a reply whose quote the channel does not accept is sent again without it", async () => {
    const { waId, conversationId } = await newCustomer();
    const browser = openBrowser();
    const page = browser.open();
    const bad = page.add({
      conversationId,
      message: { ...text(waId, "This one"), replyToId: "msg_0000000000000000000000" } as SendMessage,
    });
    await eventually("it is refused", () => browser.failed.length === 1);
    await page.sendAgain(bad.key, { keepsQuote: true });
    await eventually("it is refused again", () => browser.failed.length === 2);
    await page.sendAgain(page.rows()[0]?.key ?? "", { keepsQuote: false });
    await eventually("it is there", async () => (await serverTexts(conversationId)).length === 1);
    assert.deepEqual(await serverTexts(conversationId), ["This one"]);
    close(browser, page);
  });

  it("a message that is sent again is not lost if the page ends at that moment", async () => {
    const { conversationId } = await newCustomer();
    const browser = openBrowser();
    const page = browser.open();
    const bad = page.add({ conversationId, message: text("12", "To nobody") });
    await eventually("it is refused", () => browser.failed.length === 1);
    const steps: string[][] = [];
    const { put, delete: remove } = browser.store;
    const noting =
      <Given extends unknown[]>(step: (...given: Given) => Promise<void>) =>
      async (...given: Given) => {
        await step(...given);
        steps.push([...browser.store.kept.keys()]);
      };
    Object.assign(browser.store, { put: noting(put), delete: noting(remove) });
    // No longer the page that sends: nothing but the change itself is written.
    close(browser, page);
    await page.sendAgain(bad.key);
    assert.deepEqual(steps, [page.rows().map(({ key }) => key)], "one step, with one row after it");
    assert.notEqual(page.rows()[0]?.key, bad.key);
    const next = browser.open();
    await eventually("the next page sends it", () => browser.failed.length === 2);
    close(browser, next);
  });

  it("a note and a file: the file first, and once", async () => {
    const { waId, conversationId } = await newCustomer();
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
    const message: SendMessage = { channelId: channel.id, to: waId, type: "image", content: {} as never };
    const row = sender.add({ conversationId, message, file: { name: "pixel.png", blob: pixel } });
    sender.add({ conversationId, note: { text: "Sent the picture." } });
    await eventually("both are there", async () => {
      browser.now += 20_000;
      sender.poke();
      return (await serverTexts(conversationId)).length === 2;
    });
    assert.deepEqual(uploads, [`${row.key}-file`, `${row.key}-file`]);
    const sent = browser.sent.find((each) => each.clientReference === row.key);
    assert.equal(sent?.type, "image");
    close(browser, sender);
  });

  it("an upload that is discarded in another page ends, and what follows is sent at once", async () => {
    const { waId, conversationId } = await newCustomer();
    const browser = openBrowser();
    const uploading = Promise.withResolvers<void>();
    const leader = browser.open({
      upload: (_file, _key, _onProgress, signal) =>
        new Promise((_resolve, reject) => {
          uploading.resolve();
          signal.addEventListener("abort", () => reject(new TypeError("the upload was ended")));
        }),
    });
    const follower = browser.open();
    const { key } = leader.add({ conversationId, message: caption(waId), file: { name: "pixel.png", blob: pixel } });
    leader.add({ conversationId, message: text(waId, "After it") });
    await uploading.promise;
    await eventually("the other page shows it", () => follower.rows().some((row) => row.key === key));
    // The clock stands still: after a failed attempt nothing more would be sent.
    await follower.discard(key);
    await eventually("the reply is sent", () => leader.rows().length === 0);
    assert.deepEqual([await serverTexts(conversationId), browser.store.kept.size], [["After it"], 0]);
    for (const page of [leader, follower]) close(browser, page);
  });

  it("a file that is discarded in another page as its upload ends does not come back", async () => {
    const { waId, conversationId } = await newCustomer();
    const browser = openBrowser();
    const started = Promise.withResolvers<void>();
    const uploaded = Promise.withResolvers<void>();
    const leader = browser.open({
      async upload(file, key) {
        started.resolve();
        await uploaded.promise;
        return (await api.media.upload(file.blob, { idempotencyKey: key })).id;
      },
    });
    const follower = browser.open();
    const { key } = leader.add({ conversationId, message: caption(waId), file: { name: "pixel.png", blob: pixel } });
    await started.promise;
    await eventually("the other page shows it", () => follower.rows().length === 1);
    await follower.discard(key);
    await eventually("the sending page knows", () => leader.rows().length === 0);
    uploaded.resolve();
    leader.add({ conversationId, message: text(waId, "After it") });
    await eventually("the reply is sent", () => browser.sent.some((message) => message.text === "After it"));
    await eventually("nothing is left", () => leader.rows().length === 0);
    assert.deepEqual([await serverTexts(conversationId), browser.store.kept.size], [["After it"], 0]);
    for (const page of [leader, follower]) close(browser, page);
  });

  it("an upload that the server has cut off twice fails, also across a reload, and the next reply is sent", async () => {
    const { waId, conversationId } = await newCustomer();
    const browser = openBrowser();
    const uploads: string[] = [];
    const cutting: Partial<OutboxDeps> = {
      async upload(_file, key) {
        uploads.push(key);
        throw new UploadCut("HTTP 408");
      },
    };
    const first = browser.open(cutting);
    const { key } = first.add({ conversationId, message: caption(waId), file: { name: "pixel.png", blob: pixel } });
    first.add({ conversationId, message: text(waId, "After it") });
    await eventually("the first is kept as cut off", () => browser.store.kept.get(key)?.cut === true);
    close(browser, first);
    const page = browser.open(cutting);
    const untilFailed = (times: number) =>
      eventually(`it has failed ${times} times`, () => {
        browser.now += 20_000;
        page.poke();
        return browser.failed.length === times;
      });
    await untilFailed(1);
    assert.deepEqual(uploads, [`${key}-file`, `${key}-file`]);
    assert.deepEqual(
      page.rows().flatMap(({ key: each, state, error }) => (each === key ? [[state, error?.code]] : [])),
      [["failed", "upload_cut"]],
    );
    await eventually("the reply is sent", async () => (await serverTexts(conversationId)).length === 1);
    // Sent again by hand, it is tried twice again.
    await page.sendAgain(key);
    await untilFailed(2);
    const again = `${page.rows()[0]?.key}-file`;
    assert.deepEqual(uploads.slice(2), [again, again]);
    assert.notEqual(again, `${key}-file`);
    close(browser, page);
  });

  it("replies typed in a resolved conversation are sent before those typed in the one to which they belong", async () => {
    const { waId, conversationId } = await newCustomer();
    await api.conversations.update(conversationId, { status: "resolved" });
    const browser = openBrowser();
    const uploading = Promise.withResolvers<void>();
    let other = "";
    const page: Outbox = browser.open({
      async upload(file, key) {
        await uploading.promise;
        return (await api.media.upload(file.blob, { idempotencyKey: key })).id;
      },
      async onSent(row, message) {
        browser.sent.push(message);
        if (message.conversationId !== row.conversationId) other = message.conversationId;
      },
    });
    page.add({ conversationId, message: text(waId, "One") });
    const caption = { channelId: channel.id, to: waId, type: "image", content: { caption: "Two" } as never } as const;
    page.add({ conversationId, message: caption, file: { name: "pixel.png", blob: pixel } });
    page.add({ conversationId, note: { text: "About the old one" } });
    await eventually("the file is what is left", () => page.rows().length === 1);
    assert.notEqual(other, "");
    assert.equal(page.rows()[0]?.conversationId, other);
    page.add({ conversationId: other, message: text(waId, "Three") });
    uploading.resolve();
    await eventually("all are sent", () => page.rows().length === 0);
    const { data } = await api.conversations.messages.list(other, {}).page();
    assert.deepEqual(data.map((each) => each.text ?? (each.content as { caption?: string }).caption).reverse(), ["One", "Two", "Three"]);
    assert.deepEqual(await serverTexts(conversationId), ["About the old one"]);
    close(browser, page);
  });

  it("a message unsent for 23 hours needs a decision, and is sent once even if an earlier attempt had arrived", async () => {
    const { waId, conversationId } = await newCustomer();
    const browser = openBrowser();
    const page = browser.open({
      async send(row) {
        await sendRow(row);
        throw new TypeError("the line was cut");
      },
    });
    const row = page.add({ conversationId, message: text(waId, "Long ago") });
    await eventually("it has arrived once", async () => (await serverTexts(conversationId)).length === 1);
    close(browser, page);
    browser.now += staleMs + 1_000;
    const next = browser.open();
    await eventually("it asks", () => next.rows()[0]?.state === "asks");
    await next.sendAgain(row.key);
    assert.deepEqual([next.rows(), browser.store.kept.size], [[], 0]);
    assert.deepEqual(await serverTexts(conversationId), ["Long ago"]);
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

  it("a message that an earlier attempt has sent is found if the server takes the next one for another request", async () => {
    const { waId, conversationId } = await newCustomer();
    const browser = openBrowser();
    let attempts = 0;
    const page = browser.open({
      async send(row) {
        if (++attempts > 1) throw conflict;
        await sendRow(row);
        throw new TypeError("the response is lost");
      },
    });
    page.add({ conversationId, message: text(waId, "Once") });
    await eventually("it is sent", () => {
      browser.now += 20_000;
      page.poke();
      return page.rows().length === 0;
    });
    assert.deepEqual([attempts, browser.failed.length, browser.sent.map((message) => message.text)], [2, 0, ["Once"]]);
    assert.deepEqual(await serverTexts(conversationId), ["Once"]);
    close(browser, page);
  });

  it("nothing is done after a message while one before it in the conversation stays refused", async () => {
    const [one, other] = [await newCustomer(), await newCustomer()];
    const browser = openBrowser();
    const done: (string | undefined)[] = [];
    const page = browser.open({ onSent: async ({ after }) => void done.push(after) });
    page.add({ conversationId: one.conversationId, message: text("12", "To nobody") });
    await eventually("it is refused", () => browser.failed.length === 1);
    page.add({ conversationId: one.conversationId, message: text(one.waId, "After it"), after: "resolve" });
    await eventually("the next is sent", () => done.length === 1);
    page.add({ conversationId: other.conversationId, message: text(other.waId, "Elsewhere"), after: "resolve" });
    await eventually("the other is sent", () => done.length === 2);
    assert.deepEqual(done, [undefined, "resolve"]);
    close(browser, page);
  });

  it("a refusal says why, without the request", () => {
    const refused = new ApiError("POST /media: The file is empty.", {
      ...{ code: "validation_error", status: 400, details: [], reference: null, docs: "/docs/", method: "POST", path: "/media" },
      ...{ attempts: 1, idempotencyKey: "key", retryAfterMs: null, headers: new Headers() },
    });
    const outcome = classify(refused);
    assert.equal(outcome.kind === "refused" && outcome.error.message, "The file is empty.");
  });

  it("a response from an intermediary is retried", () => {
    assert.equal(classify(new TypeError("fetch failed")).kind, "again");
  });
});
