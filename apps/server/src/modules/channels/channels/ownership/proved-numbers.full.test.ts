/** Any sequence of steps about one number; proved-numbers.test.ts has two of them. */
import { describe, it } from "node:test";
import fc from "fast-check";
import { play, steps } from "../../../../../test/stages/proved-numbers-stage.ts";

describe("proofs of a number", () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(2));

  it("deliver a message only to the tenant with the valid proof", async () => {
    // A counterexample prints its whole history; shrinking it is left to whoever investigates.
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60, size: "max" }), play), {
      ...{ numRuns: 15, endOnFailure: true, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
    });
  });
});
