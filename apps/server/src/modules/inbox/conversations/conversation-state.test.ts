import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { changeByPerson, type ConversationState, type StateRequest } from "./conversation-state.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const later = new Date("2026-11-22T08:00:00.000Z");
const evenLater = new Date("2026-11-23T08:00:00.000Z");
const past = new Date("2026-11-20T08:00:00.000Z");

const open: ConversationState = { status: "open", pendingReason: null, snoozedUntil: null };
const resolved: ConversationState = { status: "resolved", pendingReason: null, snoozedUntil: null };
const bot: ConversationState = { status: "pending", pendingReason: "bot", snoozedUntil: null };
const customer: ConversationState = { status: "pending", pendingReason: "customer", snoozedUntil: null };
const snoozed: ConversationState = { status: "pending", pendingReason: "snoozed", snoozedUntil: later };
const overdue: ConversationState = { status: "pending", pendingReason: "snoozed", snoozedUntil: past };
const resnoozed: ConversationState = { status: "pending", pendingReason: "snoozed", snoozedUntil: evenLater };
const all = [open, resolved, bot, customer, snoozed, overdue];

type Expected = ConversationState | "refused" | "out_of_range" | "not_allowed";

const table: [string, StateRequest, [Expected, Expected, Expected, Expected, Expected, Expected]][] = [
  // request, then the outcome from: open, resolved, pending(bot), pending(customer), pending(snoozed), a snooze that is due
  ["nothing", {}, [open, resolved, bot, customer, snoozed, overdue]],
  ["open", { status: "open" }, [open, open, open, open, open, open]],
  ["open, not snoozed", { status: "open", snoozedUntil: null }, [open, open, open, open, open, open]],
  ["resolved", { status: "resolved" }, [resolved, resolved, resolved, resolved, resolved, resolved]],
  ["resolved, not snoozed", { status: "resolved", snoozedUntil: null }, [resolved, resolved, resolved, resolved, resolved, resolved]],
  ["pending", { status: "pending" }, [customer, "refused", bot, customer, snoozed, overdue]],
  ["pending, not snoozed", { status: "pending", snoozedUntil: null }, [customer, "refused", bot, customer, customer, customer]],
  ["pending until", { status: "pending", snoozedUntil: evenLater }, [resnoozed, "refused", resnoozed, resnoozed, resnoozed, resnoozed]],
  ["until", { snoozedUntil: evenLater }, [resnoozed, "refused", resnoozed, resnoozed, resnoozed, resnoozed]],
  ["until the same time", { snoozedUntil: later }, [snoozed, "refused", snoozed, snoozed, snoozed, snoozed]],
  [
    "until a time that is gone",
    { snoozedUntil: past },
    ["out_of_range", "out_of_range", "out_of_range", "out_of_range", "out_of_range", overdue],
  ],
  [
    "until now",
    { status: "pending", snoozedUntil: now },
    ["out_of_range", "out_of_range", "out_of_range", "out_of_range", "out_of_range", "out_of_range"],
  ],
  ["not snoozed", { snoozedUntil: null }, [open, resolved, bot, customer, open, open]],
  [
    "open until",
    { status: "open", snoozedUntil: later },
    ["not_allowed", "not_allowed", "not_allowed", "not_allowed", "not_allowed", "not_allowed"],
  ],
  [
    "resolved until",
    { status: "resolved", snoozedUntil: later },
    ["not_allowed", "not_allowed", "not_allowed", "not_allowed", "not_allowed", "not_allowed"],
  ],
];

for (const [name, request, expected] of table) {
  test(`a person requests ${name}`, () => {
    all.forEach((from, i) => {
      const change = changeByPerson(from, request, now);
      const actual = change.kind === "state" ? change.state : change.kind === "refused" ? "refused" : change.issue;
      assert.deepEqual(actual, expected[i], `from ${from.status} ${from.pendingReason ?? ""}`);
    });
  });
}

const state = fc.oneof(
  fc.constantFrom(open, resolved, bot, customer),
  fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((snoozedUntil): ConversationState => ({ status: "pending", pendingReason: "snoozed", snoozedUntil })),
);
const request = fc.record(
  {
    status: fc.constantFrom<StateRequest["status"]>(undefined, "open", "pending", "resolved"),
    snoozedUntil: fc.option(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), { nil: null }),
  },
  { requiredKeys: ["status"] },
);

test("every state and request has a result that the table's constraints allow", () => {
  fc.assert(
    fc.property(state, request, (from, asked) => {
      const change = changeByPerson(from, asked, now);
      if (change.kind !== "state") return;
      const to = change.state;
      // The two check constraints of the table conversations.
      assert.equal(to.status === "pending", to.pendingReason !== null);
      assert.equal(to.pendingReason === "snoozed", to.snoozedUntil !== null);
      // Only the chatbot produces pending(bot), and a resolved conversation can leave that status only to open.
      if (to.pendingReason === "bot") assert.equal(from.pendingReason, "bot");
      if (from.status === "resolved") assert.notEqual(to.status, "pending");
      if (asked.status !== undefined) assert.equal(to.status, asked.status);
    }),
  );
});

test("repeating a request changes nothing, so a repeated PATCH is harmless", () => {
  fc.assert(
    fc.property(state, request, (from, asked) => {
      const once = changeByPerson(from, asked, now);
      if (once.kind === "state") assert.deepEqual(changeByPerson(once.state, asked, now), once);
    }),
  );
});

test("sending back what was read changes nothing, in every state", () => {
  fc.assert(
    fc.property(state, (from) => {
      assert.deepEqual(changeByPerson(from, { status: from.status, snoozedUntil: from.snoozedUntil }, now), { kind: "state", state: from });
    }),
  );
});
