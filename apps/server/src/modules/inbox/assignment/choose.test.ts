import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Candidate, choose } from "./choose.ts";

const candidate = fc.record({
  open: fc.nat(5),
  max: fc.nat(5),
  channels: fc.subarray(["a", "b"]),
  divisions: fc.subarray(["x", "y"]),
  lastAssigned: fc.oneof(fc.constant(Number.NEGATIVE_INFINITY), fc.nat(100)),
});
const waiting = fc.record({
  channelId: fc.constantFrom("a", "b"),
  divisionId: fc.constantFrom("x", "y", null),
  previousId: fc.constantFrom("0", "1", "2", null),
});
const rule = fc.record({ strategy: fc.constantFrom("round_robin" as const, "least_busy" as const), sticky: fc.boolean() });

const fits = (c: Candidate, w: { channelId: string; divisionId: string | null }) =>
  c.open < c.max &&
  (c.channelIds.size === 0 || c.channelIds.has(w.channelId)) &&
  (w.divisionId === null || c.divisionIds.has(w.divisionId));

describe("choosing an agent", () => {
  it("picks the best suitable agent, and none only if none is suitable", () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 6 }), waiting, rule, (given, conversation, by) => {
        const candidates: Candidate[] = given.map((c, i) => ({
          userId: String(i),
          open: c.open,
          max: c.max,
          channelIds: new Set(c.channels),
          divisionIds: new Set(c.divisions),
          lastAssigned: c.lastAssigned,
        }));
        const before = structuredClone(candidates);
        const chosen = choose(candidates, conversation, by, 1_000);
        const fitting = before.filter((c) => fits(c, conversation));
        if (chosen === null) return assert.deepEqual(fitting, []);
        const was = before.find((c) => c.userId === chosen.userId) as Candidate;
        assert.ok(fits(was, conversation));
        assert.deepEqual([chosen.open, chosen.lastAssigned], [was.open + 1, 1_000]);
        if (by.sticky && fitting.some((c) => c.userId === conversation.previousId))
          return assert.equal(chosen.userId, conversation.previousId);
        for (const other of fitting) {
          if (by.strategy === "least_busy") assert.ok(was.open <= other.open);
          if (by.strategy === "round_robin" || was.open === other.open) assert.ok(was.lastAssigned <= other.lastAssigned);
        }
      }),
    );
  });

  it("both strategies give every agent the same number", () => {
    for (const strategy of ["round_robin", "least_busy"] as const) {
      const candidates: Candidate[] = ["a", "b", "c"].map((userId) => ({
        userId,
        open: 0,
        max: 10,
        channelIds: new Set(),
        divisionIds: new Set(),
        lastAssigned: Number.NEGATIVE_INFINITY,
      }));
      const any = { channelId: "x", divisionId: null, previousId: null };
      const got = Array.from({ length: 9 }, (_, turn) => choose(candidates, any, { strategy, sticky: true }, turn)?.userId);
      assert.deepEqual(got.join(""), "abcabcabc");
    }
  });
});
