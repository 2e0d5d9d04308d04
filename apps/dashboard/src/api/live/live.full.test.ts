/** A page that follows the server, through random sequences of events; live.test.ts has a fixed one. */
import { describe, it } from "node:test";
import fc from "fast-check";
import { follow, steps } from "../../../test/live-stage.ts";

const n = fc.nat(1_000);
const { LIVE_RUNS, LIVE_SEED, LIVE_PATH } = process.env;
/**
 * Runs are not reproducible exactly, so a failure is reported without shrinking. `LIVE_RUNS`, `LIVE_SEED` and
 * `LIVE_PATH` change them.
 */
const settings: fc.Parameters<unknown> = {
  numRuns: Number(LIVE_RUNS ?? 12),
  endOnFailure: true,
  ...(LIVE_SEED === undefined ? {} : { seed: Number(LIVE_SEED) }),
  ...(LIVE_PATH === undefined ? {} : { path: LIVE_PATH }),
};

describe("a page that follows the server", () => {
  it("shows what a fresh fetch returns, after any sequence of events", async () => {
    const step = fc.record({ what: fc.constantFrom(...Object.keys(steps)), a: n, b: n, delayMs: fc.nat(15), wait: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), (plan) => follow(plan)),
      settings,
    );
  });
});
