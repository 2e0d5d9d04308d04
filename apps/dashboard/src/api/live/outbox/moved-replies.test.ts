import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Message } from "@parley/sdk";
import { type MovedReply, type Notice, onNotice } from "../../notifications/notices.ts";
import { createMovedReplies, type Heard } from "./moved-replies.ts";

const moved: MovedReply = { tab: "ours", from: "conv_old", message: { id: "msg_1", conversationId: "conv_new" } as Message };
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("what another tab says of a moved reply", () => {
  it("is shown once in the tab that typed it, which says so", async () => {
    const posted: Heard[] = [];
    const replies = createMovedReplies(
      () => "ours",
      (message) => posted.push(message),
    );
    // The shell does not listen yet.
    replies.receive(moved);
    await turn();
    assert.deepEqual(posted, []);
    const shown: Notice[] = [];
    const stop = onNotice((notice) => shown.push(notice));
    for (let told = 0; told < 2; told++) {
      replies.receive(moved);
      await turn();
    }
    replies.receive({ ...moved, tab: "theirs", message: { ...moved.message, id: "msg_2" } });
    await turn();
    stop();
    assert.deepEqual([shown, posted], [[moved], [{ heard: "msg_1" }]]);
  });

  it("is known to the tab that sent it", () => {
    const replies = createMovedReplies(
      () => "ours",
      () => assert.fail("nothing is to be said"),
    );
    replies.receive({ heard: "msg_1" });
    assert.deepEqual([replies.isHeard("msg_1"), replies.isHeard("msg_2")], [true, false]);
  });
});
