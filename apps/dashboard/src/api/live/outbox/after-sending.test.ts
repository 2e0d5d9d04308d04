import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { Message } from "@parley/sdk";
import { type MovedReply, type Notice, onNotice } from "../../notifications/notices.ts";
import { createQueryClient } from "../../query.ts";
import { afterSending } from "./after-sending.ts";
import type { OutboxRow } from "./outbox-rows.ts";

/** A reply typed in the tab "theirs" went to another conversation. That tab is being closed: it holds its lock, but hears nothing. */
async function moveWhileClosing(signal: AbortSignal): Promise<{ told: MovedReply[]; shown: Notice[]; end(): Promise<void> }> {
  const told: MovedReply[] = [];
  const shown: Notice[] = [];
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
  await afterSending(row, message, { client: createQueryClient(), tab: "ours", post: (moved) => told.push(moved), signal });
  return {
    told,
    shown,
    async end() {
      closed.resolve();
      await lock;
      mock.timers.tick(200);
      // Whether the tab is open is asked before this, and so answered before it.
      const turn = () => new Promise((resolve) => setImmediate(resolve));
      await turn();
      await navigator.locks.query();
      await turn();
      mock.timers.reset();
      stop();
    },
  };
}

describe("a reply that went to another conversation, typed in a tab that is being closed", () => {
  it("is shown where it was sent, once that tab is closed", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { told, shown, end } = await moveWhileClosing(new AbortController().signal);
    assert.deepEqual([told.length, shown.length], [1, 0]);
    await end();
    assert.equal(shown.length, 1);
  });

  it("is not shown to whoever signs in there next", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const session = new AbortController();
    const { told, shown, end } = await moveWhileClosing(session.signal);
    session.abort();
    await end();
    assert.deepEqual([told.length, shown.length], [1, 0]);
  });
});
