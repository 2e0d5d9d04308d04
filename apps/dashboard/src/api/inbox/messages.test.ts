import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { QueryObserver } from "@tanstack/react-query";
import type { Message, ParleyEvent } from "@parley/sdk";
import { connectTo } from "../client.ts";
import { emptyList } from "../live/list.ts";
import { liveOf } from "../live/live.ts";
import type { OutboxRow } from "../live/outbox/outbox-rows.ts";
import { createQueryClient } from "../query.ts";
import { threadQuery } from "./messages.ts";
import { waitingRows, withQuotes } from "./thread.ts";

const at = "2026-11-25T12:00:00.000Z";
const received = (id: string, more: object = {}) =>
  ({
    id: `evt_${id}`,
    type: "message.received",
    createdAt: at,
    data: {
      ...{ channelId: "chn_1", conversationId: "conv_1", contactId: "cnt_1" },
      message: {
        ...{
          id,
          externalId: `wamid.${id}`,
          from: "4915550001",
          to: "4930001",
          type: "text",
          text: `Text ${id}`,
          content: { text: `Text ${id}` },
        },
        ...{ media: [], occurredAt: at, ...more },
      },
    },
  }) as ParleyEvent;

const sent = (id: string, more: object = {}) =>
  ({
    id: `evt_${id}`,
    type: "message.sent",
    createdAt: at,
    data: {
      ...{ channelId: "chn_1", conversationId: "conv_1", contactId: "cnt_1" },
      message: {
        ...{ id, to: "4915550001", type: "text", text: `Text ${id}`, content: { text: `Text ${id}` } },
        ...{ status: "queued", clientReference: null, author: { kind: "member", id: "agt_1" }, createdAt: at, ...more },
      },
    },
  }) as ParleyEvent;

/** A page that shows an empty thread, and a server whose responses the test controls. */
function stage(t: TestContext) {
  const asked: ((data: object[]) => void)[] = [];
  connectTo({
    baseUrl: "http://127.0.0.1",
    fetch: () =>
      new Promise((resolve) => {
        const headers = { "content-type": "application/json" };
        asked.push((data) =>
          resolve(new Response(JSON.stringify({ data, pageInfo: { hasNextPage: false, nextCursor: null } }), { headers })),
        );
      }),
  });
  const client = createQueryClient();
  const query = threadQuery("conv_1");
  client.setQueryData(query.queryKey, emptyList<Message>());
  const off = new QueryObserver(client, { ...query, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => undefined);
  t.after(() => {
    off();
    liveOf(client).stop();
    client.clear();
  });
  const items = () => client.getQueryData(query.queryKey)?.items;
  const texts = () => items()?.map(({ text }) => text);
  return { live: liveOf(client), asked, items, texts };
}

describe("a customer's message", () => {
  it("is shown before its record is fetched, and the record takes precedence", async (t) => {
    const { live, asked, texts } = stage(t);
    live.event(received("msg_1"));
    assert.deepEqual(texts(), ["Text msg_1"], "at once");
    // Deleted meanwhile, or now in another conversation: its conversation's list does not contain it.
    while (texts()?.length !== 0) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const answer of asked.splice(0)) answer([]);
    }
  });

  it("is reported twice and shown once", (t) => {
    const { live, texts } = stage(t);
    live.event(received("msg_1"));
    live.event(received("msg_1", { text: "Another" }));
    assert.deepEqual(texts(), ["Text msg_1"]);
  });

  it("is not shown from an event that lacks details", (t) => {
    const { live, texts } = stage(t);
    live.event(received("msg_1", { type: "image", text: null }));
    live.event(received("msg_2", { type: "reaction", text: null }));
    assert.deepEqual(texts(), []);
  });
});

describe("a message of ours", () => {
  it("is shown before its record is fetched, with its author", async (t) => {
    const { live, asked, items, texts } = stage(t);
    live.event(sent("msg_1"));
    assert.deepEqual(
      items()?.map(({ text, direction, author, status, to }) => ({ text, direction, author, status, to })),
      [{ text: "Text msg_1", direction: "outbound", author: { kind: "member", id: "agt_1" }, status: "queued", to: "4915550001" }],
      "at once",
    );
    while (texts()?.length !== 0) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const answer of asked.splice(0)) answer([]);
    }
  });

  it("replaces the one that is waiting in this browser, because it has its key", (t) => {
    const { live, items } = stage(t);
    live.event(sent("msg_1", { clientReference: "key-1" }));
    const row = { key: "key-1", conversationId: "conv_1" } as OutboxRow;
    assert.deepEqual(waitingRows([row], "conv_1", { ...emptyList<Message>(), items: items() ?? [] }), []);
  });

  it("shows what it quotes before its record is fetched, taken from its outbox row", (t) => {
    const { live, items } = stage(t);
    live.event(sent("msg_2", { clientReference: "key-2" }));
    live.event(sent("msg_3", { clientReference: "key-3" }));
    const row = (key: string, more: object) => ({ key, conversationId: "conv_1", message: { type: "text", ...more } }) as OutboxRow;
    const shown = withQuotes(items() ?? [], [row("key-2", { replyToId: "msg_1" }), row("key-3", {})]);
    assert.deepEqual(
      shown.map(({ id, replyToId }) => [id, replyToId]),
      [
        ["msg_3", null],
        ["msg_2", "msg_1"],
      ],
    );
  });

  it("is not shown from an event that lacks details", (t) => {
    const { live, texts } = stage(t);
    live.event(sent("msg_1", { type: "template", text: "Your order" }));
    // Typed in the platform's own app.
    live.event(sent("msg_2", { author: undefined, status: undefined, clientReference: undefined, media: [], occurredAt: at }));
    assert.deepEqual(texts(), []);
  });
});
