/** Typed messages arrive once and in order, whatever happens to the network, the server's responses and the pages. */
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Planned, typeThrough } from "../../../../test/outbox-stage.ts";

describe("the outbox", () => {
  it("sends each message once and in order, through interruptions, lost responses, reloads and pages that end", async () => {
    const step: fc.Arbitrary<Planned> = fc.record({
      what: fc.constantFrom("type", "type", "type", "cut", "down", "up", "lose answers", "reload", "another page", "wait"),
      who: fc.nat(1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), (plan) => typeThrough(plan)),
      { numRuns: Number(process.env["LIVE_RUNS"] ?? 12) },
    );
  });
});
