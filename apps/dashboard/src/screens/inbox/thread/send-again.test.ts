import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Message, MessageMedia } from "@parley/sdk";
import { copyOf, isSame, isSentAgain } from "./send-again.ts";

const file = { id: "med_1", kind: "document", status: "stored", filename: "Invoice.pdf" } as MessageMedia;
const failed = {
  id: "msg_1",
  conversationId: "conv_1",
  channelId: "chan_1",
  direction: "outbound",
  type: "text",
  to: "447700900123",
  text: "It is on its way",
  content: null,
  media: [] as MessageMedia[],
  replyToId: null,
  deletedAt: null,
  status: "failed",
} as Message;
const shared = { channelId: "chan_1", to: "447700900123", humanAgent: true };

describe("a failed message as a new one", () => {
  it("has its text and what it quotes", () => {
    assert.deepEqual(copyOf(failed), { ...shared, type: "text", text: "It is on its way" });
    assert.deepEqual(copyOf({ ...failed, replyToId: "msg_0" }), { ...shared, replyToId: "msg_0", type: "text", text: "It is on its way" });
    const limits = [
      { type: "text" as const, quote: false },
      { type: "image" as const, quote: true },
    ];
    assert.deepEqual(copyOf({ ...failed, replyToId: "msg_0" }, limits), { ...shared, type: "text", text: "It is on its way" });
  });

  it("has its file, with the caption, and only a document has a name", () => {
    const content = { mediaId: "med_1", caption: "It is on its way", filename: "Invoice.pdf" };
    assert.deepEqual(copyOf({ ...failed, type: "document", media: [file] }), { ...shared, type: "document", content });
    const picture = { ...failed, type: "image" as const, text: null, media: [{ ...file, kind: "image" as const }] };
    assert.deepEqual(copyOf(picture), { ...shared, type: "image", content: { mediaId: "med_1" } });
  });

  it("has its content: a template, a place, a card, buttons", () => {
    const template = { name: "order_shipped", language: "en", variables: ["next week"] };
    assert.deepEqual(copyOf({ ...failed, type: "template", content: template }), { ...shared, type: "template", content: template });
    const place = { latitude: 51.5, longitude: -0.12 };
    assert.deepEqual(copyOf({ ...failed, type: "location", text: null, content: place }), { ...shared, type: "location", content: place });
    const buttons = { kind: "buttons", buttons: [{ id: "yes", title: "Yes" }] } as unknown as NonNullable<Message["content"]>;
    assert.deepEqual(copyOf({ ...failed, type: "interactive", content: buttons }), {
      ...shared,
      type: "interactive",
      text: "It is on its way",
      content: buttons,
    });
  });

  it("is none without an address, without its file, when it was deleted, or of a kind that nobody types", () => {
    const unrepeatable: Partial<Message>[] = [
      { to: null },
      { deletedAt: "2026-11-21T10:00:00.000Z" },
      { text: null },
      { type: "image", media: [] },
      { type: "image", media: [{ ...file, status: "expired" }] },
      { type: "template", content: null },
      { type: "unsupported" },
    ];
    for (const change of unrepeatable) assert.equal(copyOf({ ...failed, ...change } as Message), null, JSON.stringify(change));
  });
});

describe("a failed message that was sent again", () => {
  const sent = { ...failed, id: "msg_2", status: "delivered" } as Message;
  const before = { ...sent, id: "msg_0" } as Message;

  it("is known by a later one that says the same", () => {
    assert.equal(isSentAgain(failed, [sent, failed, before]), true);
    assert.equal(isSentAgain(failed, [{ ...sent, status: "queued" }, failed]), true);
  });

  it("is not known by an earlier one, another, a note, or one that failed as well", () => {
    assert.equal(isSentAgain(failed, [failed, before]), false);
    for (const change of [
      { text: "Something else" },
      { isNote: true },
      { status: "failed" },
      { status: "cancelled" },
      { replyToId: "msg_9" },
    ])
      assert.equal(isSentAgain(failed, [{ ...sent, ...change } as Message, failed]), false, JSON.stringify(change));
  });

  it("is known without the quote that the channel does not let it have", () => {
    const limits = [{ type: "text" as const, quote: false }];
    assert.equal(isSentAgain({ ...failed, replyToId: "msg_9" }, [sent, failed], limits), true);
    assert.equal(isSentAgain({ ...failed, replyToId: "msg_9" }, [sent, failed]), false);
  });

  it("is the same whatever the order of its fields", () => {
    assert.ok(
      isSame({ type: "text", text: "Yes", channelId: "chan_1", to: "1" }, { to: "1", channelId: "chan_1", text: "Yes", type: "text" }),
    );
    assert.ok(
      !isSame({ type: "text", text: "Yes", channelId: "chan_1", to: "1" }, { type: "text", text: "No", channelId: "chan_1", to: "1" }),
    );
  });
});
