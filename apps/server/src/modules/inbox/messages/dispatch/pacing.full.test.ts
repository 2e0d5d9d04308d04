import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { backlog, claim, fill, fresh } from "../../../../../test/stages/pacing-stage.ts";

describe("the send budget of a channel", () => {
  before(fill);

  it("no second has more than the rate, however unevenly claims arrive", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 7, 80, 200),
        fc.array(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 900 }), fc.constant(2_500)), {
          minLength: 5,
          maxLength: 60,
        }),
        async (perSecond, gaps) => {
          let at = await fresh(perSecond);
          const claims: { at: number; n: number }[] = [];
          for (const gap of gaps) {
            at += gap;
            claims.push({ at, n: await claim(at) });
          }
          for (const { at: from } of claims) {
            const inSecond = claims.filter((c) => c.at >= from && c.at < from + 1_000).reduce((sum, c) => sum + c.n, 0);
            assert.ok(inSecond <= perSecond, `${inSecond} in one second at ${perSecond}/s`);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("a budget missed by a late claim is caught up: nine tenths of the rate are sent with claims up to 150 ms apart", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(40, 100),
        fc.array(fc.integer({ min: 5, max: 150 }), { minLength: 60, maxLength: 60 }),
        async (perSecond, gaps) => {
          const from = await fresh(perSecond);
          let at = from;
          let claimed = await claim(at);
          for (const gap of gaps) {
            if (at - from > 3_500) break;
            at += gap;
            claimed += await claim(at);
          }
          // The last gap may be spent waiting.
          const wanted = Math.min(backlog, (perSecond * (at - from - 150)) / 1_000) * 0.9;
          assert.ok(claimed >= Math.floor(wanted), `${claimed} of ${wanted} in ${at - from} ms`);
        },
      ),
      { numRuns: 15 },
    );
  });
});
