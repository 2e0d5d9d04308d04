import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { check, type Sent, sendMany, t, sendStatus, type ReportedStatus, words } from "./status-order-stage.ts";

describe("statuses out of order", () => {
  it("random sequences with repeats, in random batches, end as the rank rule says", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ word: fc.constantFrom(...words), together: fc.boolean() }), { minLength: 1, maxLength: 10 }),
        async (steps) => {
          const [message] = (await sendMany(1)) as [Sent];
          // A repeated status is the same callback item: it counts at its first arrival.
          const arrivals: ReportedStatus[] = [];
          for (const [i, { word, together }] of steps.entries()) {
            assert.equal(await sendStatus(message, word), 200);
            if (!arrivals.includes(word)) arrivals.push(word);
            if (!together || i === steps.length - 1) await t.drain();
          }
          await t.drain();
          await check(message, arrivals);
        },
      ),
      { numRuns: 30 },
    );
  });
});
