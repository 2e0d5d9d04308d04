import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SendOptions } from "@parley/sdk";
import { validUntil, forPeople, messagesLeft, peopleOnlyUntil, whyNoText } from "./send-options.ts";

const windowEnd = "2026-11-21T10:00:00.000Z";
const peopleEnd = "2026-11-27T10:00:00.000Z";
const open: SendOptions = {
  canSend: true,
  types: ["text", "image"],
  limits: [],
  windowExpiresAt: windowEnd,
  humanAgentUntil: peopleEnd,
  remaining: null,
  typing: true,
  markRead: true,
  closed: [],
  reason: null,
};
const forSoftware: SendOptions = {
  ...open,
  types: [],
  closed: [{ types: ["text", "image", "reaction"], reason: "human_agent_required" }],
  reason: "window_closed",
};
const over: SendOptions = {
  ...open,
  canSend: false,
  types: [],
  closed: [{ types: ["text", "image"], reason: "window_closed" }],
  reason: "window_closed",
};

describe("what a person may send", () => {
  it("is everything while the window is open, until it ends", () => {
    assert.equal(forPeople(open), open);
    assert.deepEqual([peopleOnlyUntil(open), validUntil(open), whyNoText(open)], [null, windowEnd, null]);
  });

  it("is everything but reactions while only a person may reply, until that ends", () => {
    const mine = forPeople(forSoftware);
    assert.deepEqual(mine.types, ["text", "image"]);
    assert.deepEqual([peopleOnlyUntil(mine), validUntil(mine), whyNoText(mine)], [peopleEnd, peopleEnd, null]);
  });

  it("is nothing after that, and time changes nothing any more", () => {
    const mine = forPeople(over);
    assert.deepEqual([mine.types, peopleOnlyUntil(mine), validUntil(mine), whyNoText(mine)], [[], null, null, "window_closed"]);
  });

  it("ends by count on a channel that counts messages", () => {
    const counted: SendOptions = {
      ...over,
      remaining: { beforeFirstAnswer: null, afterSilence: 0 },
      closed: [{ types: ["text"], reason: "limit_reached" }],
    };
    assert.deepEqual([validUntil(counted), whyNoText(counted)], [null, "limit_reached"]);
    // Then the count begins.
    assert.equal(validUntil({ ...open, remaining: { beforeFirstAnswer: 3, afterSilence: null } }), windowEnd);
    assert.equal(validUntil({ ...open, remaining: { beforeFirstAnswer: null, afterSilence: 2 } }), null);
  });

  it("is so many messages while the channel counts them, the smaller count if it has two", () => {
    const left = (beforeFirstAnswer: number | null, afterSilence: number | null, change: Partial<SendOptions> = {}) =>
      messagesLeft({ ...open, ...change, remaining: { beforeFirstAnswer, afterSilence } });
    assert.deepEqual(
      [left(9, null), left(null, 2), left(2, 3), left(4, 3), left(null, null), messagesLeft(open)],
      [9, 2, 2, 3, null, null],
    );
    assert.equal(left(null, 0, { types: [], reason: "window_closed" }), 0);
    // They have never written: no number of messages may be sent.
    assert.equal(left(10, 3, { types: [], reason: "window_closed", windowExpiresAt: null }), null);
    assert.equal(left(10, null, { types: [], reason: "recipient_opted_out" }), null);
  });

  it("has a reason even if the channel can send no text at all", () => {
    assert.equal(whyNoText({ ...open, types: [], reason: "unsupported_by_channel" }), "unsupported_by_channel");
    assert.equal(whyNoText({ ...open, types: ["image"] }), "unsupported_by_channel");
  });
});
