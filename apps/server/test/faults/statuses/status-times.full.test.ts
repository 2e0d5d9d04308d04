import { describe, it } from "node:test";
import fc from "fast-check";
import { arrive, words } from "./status-times-stage.ts";

describe("a message's times", () => {
  it("are in order after each arrival, whatever arrives when and whatever second the platform reports", async () => {
    const step = fc.record({ word: fc.constantFrom(...words), secondsAfter: fc.integer({ min: -3, max: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 0, max: 1_500 }),
        fc.array(step, { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 0, max: 7 }),
        arrive,
      ),
      {
        numRuns: 50,
        // Reported as failed first, then as sent: the time of failure is never before the time of sending.
        examples: [
          [
            0,
            0,
            [
              { word: "failed", secondsAfter: 0 },
              { word: "sent", secondsAfter: 1 },
            ],
            1,
          ],
        ],
      },
    );
  });
});
