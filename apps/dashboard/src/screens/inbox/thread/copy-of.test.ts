import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Message, MessageMedia } from "@parley/sdk";
import { copyOf } from "./copy-of.ts";

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
