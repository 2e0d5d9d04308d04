import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { channel, claim, fill, fresh, worker } from "../../../../../test/stages/pacing-stage.ts";
import { parseWireId } from "../../../../platform/ids/ids.ts";

const channelId = parseWireId("chn", channel.id) as string;

describe("a rate that adapts to throttling answers", () => {
  it("never above the configured rate, never below a fiftieth of it, and no second has more than the rate at that time", async () => {
    await fill();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(2, 40, 80),
        fc.array(
          fc.oneof(
            { weight: 8, arbitrary: fc.record({ gap: fc.integer({ min: 0, max: 400 }), throttleMs: fc.constant(0) }) },
            { weight: 1, arbitrary: fc.record({ gap: fc.integer({ min: 0, max: 50 }), throttleMs: fc.integer({ min: 1, max: 3_000 }) }) },
            { weight: 1, arbitrary: fc.record({ gap: fc.integer({ min: 1_000, max: 30_000 }), throttleMs: fc.constant(0) }) },
          ),
          { minLength: 10, maxLength: 50 },
        ),
        async (configured, steps) => {
          const startsAt = await fresh(configured);
          // The rule again: a rate, the time since which it grows, and the time until which nothing is sent.
          let [rate, since, pausedUntil, at] = [configured as number, startsAt, startsAt, startsAt];
          const rateAt = (when: number) => Math.min(configured, rate + (configured * 0.01 * Math.max(0, when - since)) / 1_000);
          const claims: { at: number; n: number }[] = [];
          await claim(at - 10_000);
          for (const { gap, throttleMs } of steps) {
            at += gap;
            if (throttleMs > 0) {
              await worker.query("select throttle_channel(t.tenant_id, t.id, $1, $2, true) from channels t where id = $3", [
                new Date(at),
                new Date(at + throttleMs),
                channelId,
              ]);
              if (pausedUntil <= at) {
                rate = Math.max(rateAt(at) / 2, configured / 50);
                since = at + throttleMs;
              }
              pausedUntil = Math.max(pausedUntil, at + throttleMs);
              continue;
            }
            const n = await claim(at);
            if (at < pausedUntil) assert.equal(n, 0, "nothing leaves during a pause");
            claims.push({ at, n });
            const inSecond = claims.filter((c) => c.at > at - 1_000).reduce((sum, c) => sum + c.n, 0);
            assert.ok(inSecond <= configured, `${inSecond} in a second at ${configured}/s`);
            // Claims from before a throttling answer do not count against it, only what this claim adds.
            const most = Math.max(1, Math.floor(rateAt(at) + 0.001));
            assert.ok(n === 0 || inSecond <= most || claims.length === 1, `${inSecond} in a second at ${most}/s`);
            assert.ok(rateAt(at) >= configured / 50 && rateAt(at) <= configured);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
