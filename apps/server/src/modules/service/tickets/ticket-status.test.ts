import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canBecome, type StatusStamps, stampsOf, ticketStatuses } from "./ticket-status.ts";

test("the status table: each allowed transition, and no other; closed is final", () => {
  const moves = ticketStatuses.flatMap((from) =>
    ticketStatuses.filter((to) => from !== to && canBecome(from, to)).map((to) => `${from}>${to}`),
  );
  assert.deepEqual(moves.sort(), [
    "in_progress>pending",
    "in_progress>resolved",
    "open>in_progress",
    "open>resolved",
    "pending>open",
    "pending>resolved",
    "resolved>closed",
    "resolved>open",
  ]);
  for (const status of ticketStatuses) assert.ok(canBecome(status, status));
});

test("on any path through the table, the timestamps are what the database requires, and keeping the status changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ticketStatuses), { maxLength: 20 }), fc.integer({ min: 1, max: 365 }), (wishes, days) => {
      let at: StatusStamps = { status: "open", resolved_at: null, closed_at: null, close_at: null };
      for (const [i, wish] of wishes.entries()) {
        if (!canBecome(at.status, wish)) continue;
        const now = new Date(1_800_000_000_000 + i * 1_000);
        const after = stampsOf(at, wish, now, days);
        if (wish === at.status) assert.deepEqual(after, at);
        at = after;
        assert.equal(at.resolved_at !== null, at.status === "resolved" || at.status === "closed");
        assert.equal(at.closed_at !== null, at.status === "closed");
        assert.equal(at.close_at !== null, at.status === "resolved");
        if (at.close_at !== null && at.resolved_at !== null)
          assert.equal(at.close_at.getTime() - at.resolved_at.getTime(), days * 86_400_000);
      }
    }),
  );
});
