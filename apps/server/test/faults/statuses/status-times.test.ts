/** A message's times, in a handful of cases; status-times.full.test.ts covers many more. */
import { describe, it } from "node:test";
import { type Arrival, arrive } from "./status-times-stage.ts";

const cases: [what: string, madeMs: number, answerMs: number, answeredAfter: number, steps: [Arrival["word"], number][]][] = [
  // The time of failure is never before the time of sending.
  [
    "told of as failed first, then as sent",
    0,
    0,
    1,
    [
      ["failed", 0],
      ["sent", 1],
    ],
  ],
  [
    "the second before that in which it was made",
    999,
    0,
    0,
    [
      ["sent", -1],
      ["delivered", -1],
      ["read", -1],
    ],
  ],
  [
    "the last first",
    500,
    700,
    3,
    [
      ["read", 0],
      ["delivered", 0],
      ["sent", 0],
    ],
  ],
  [
    "delivered before the platform answers, which takes longer than a second",
    900,
    1_500,
    1,
    [
      ["delivered", 1],
      ["read", 1],
      ["failed", 4],
    ],
  ],
];

describe("a message's times", () => {
  for (const [what, madeMs, answerMs, answeredAfter, steps] of cases)
    it(`are in order after each arrival: ${what}`, () =>
      arrive(
        madeMs,
        answerMs,
        steps.map(([word, secondsAfter]) => ({ word, secondsAfter })),
        answeredAfter,
      ));
});
