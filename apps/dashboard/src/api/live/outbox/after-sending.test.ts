import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { Message } from "@parley/sdk";
import { type MovedReply, type Notice, onNotice } from "../../notifications/notices.ts";
import { createQueryClient } from "../../query.ts";
import { afterSending } from "./after-sending.ts";
import type { OutboxRow } from "./outbox-rows.ts";

/** Whether a tab is open is asked after a wait, and so answered before this ends. */
async function turn(): Promise<void> {
  const next = () => new Promise((resolve) => setImmediate(resolve));
  await next();
  await navigator.locks.query();
  await next();
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 200) {
    mock.timers.tick(200);
    await turn();
  }
}

/** A reply typed in the tab "theirs" went to another conversation. That tab holds its lock until `close`. */
async function move(signal: AbortSignal) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const told: MovedReply[] = [];
  const shown: Notice[] = [];
  const heard = new Set<string>();
  const stop = onNotice((notice) => shown.push(notice));
  const closed = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const lock = navigator.locks.request("theirs", () => {
    held.resolve();
    return closed.promise;
  });
  await held.promise;
  const row = { key: "key", conversationId: "conv_old", tab: "theirs" } as OutboxRow;
  const message = { id: "msg_1", conversationId: "conv_new" } as Message;
  const page = { client: createQueryClient(), tab: "ours", signal, post: (moved: MovedReply) => told.push(moved) };
  await afterSending(row, message, { ...page, isHeard: (id) => heard.has(id) });
  return {
    told,
    shown,
    heard,
    async close() {
      closed.resolve();
      await lock;
    },
    end() {
      mock.timers.reset();
      stop();
    },
  };
}

describe("a reply that went to another conversation, typed in another tab", () => {
  it("is shown where it was sent, once that tab is closed, however long it holds its lock meanwhile", async () => {
    for (const closingMs of [0, 3_000]) {
      const { told, shown, close, end } = await move(new AbortController().signal);
      await pass(closingMs);
      assert.deepEqual([told.length > 0, shown.length], [true, 0]);
      await close();
      await pass(5_000);
      assert.equal(shown.length, 1, `${closingMs} ms`);
      end();
    }
  });

  it("is told again until that tab has shown it, and then not shown here, even when that tab is closed", async () => {
    const { told, shown, heard, close, end } = await move(new AbortController().signal);
    assert.equal(told.length, 1);
    await pass(2_000);
    const times = told.length;
    assert.ok(times > 1);
    heard.add("msg_1");
    await pass(10_000);
    await close();
    await pass(60_000);
    assert.deepEqual([told.length, shown.length], [times, 0]);
    end();
  });

  it("is shown here in the end if that tab is open and does not show it", async () => {
    const { shown, close, end } = await move(new AbortController().signal);
    await pass(120_000);
    assert.equal(shown.length, 1);
    await close();
    end();
  });

  it("is not shown to whoever signs in here next", async () => {
    const session = new AbortController();
    const { told, shown, close, end } = await move(session.signal);
    session.abort();
    await close();
    await pass(60_000);
    assert.deepEqual([told.length, shown.length], [1, 0]);
    end();
  });
});
