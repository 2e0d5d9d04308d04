import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { backoffMs, nextDelayMs, OVERLOAD_FLOOR_MS, parseRetryAfter, WEBHOOK_ATTEMPTS_MAX, WEBHOOK_DELAYS_MS } from "./schedule.ts";

const HOUR = 3_600_000;
const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test("eleven attempts over 75 h 36 m 5 s, then none", () => {
  assert.deepEqual(
    WEBHOOK_DELAYS_MS.map((ms) => ms / 1000),
    [0, 5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  );
  assert.equal(
    WEBHOOK_DELAYS_MS.reduce((sum, ms) => sum + ms),
    75 * HOUR + 36 * 60_000 + 5_000,
  );
  assert.equal(WEBHOOK_ATTEMPTS_MAX, 11);
  assert.equal(nextDelayMs(11, { random: () => 0.5 }), null);
  assert.equal(nextDelayMs(12, { random: () => 0.5, retryAfterMs: 1, floorMs: 1 }), null);
  assert.throws(() => nextDelayMs(-1, { random: () => 0 }), RangeError);
  assert.throws(() => nextDelayMs(1.5, { random: () => 0 }), RangeError);
});

const cases: [what: string, made: number, random: number, retryAfterMs: number | null, floorMs: number, expected: number][] = [
  ["the first attempt is at once", 0, 0.9, null, 0, 0],
  ["the first attempt knows no floor", 0, 0.9, null, 60_000, 0],
  ["the middle of the jitter is the schedule", 1, 0.5, null, 0, 5_000],
  ["20 % earlier", 1, 0, null, 0, 4_000],
  ["20 % later", 10, 1, null, 0, 28.8 * HOUR],
  ["an overload waits a minute at least", 1, 0, null, 60_000, 60_000],
  ["and a little more at random", 1, 0.5, null, 60_000, 66_000],
  ["a floor below the schedule changes nothing", 3, 0.5, null, 60_000, 300_000],
  ["Retry-After below the schedule waits for the schedule", 2, 0, 1_000, 0, 60_000],
  ["Retry-After beyond the schedule is kept", 2, 0, 90_000, 0, 90_000],
  ["Retry-After is kept however long the schedule's own wait is", 1, 0, 10 * HOUR, 0, 10 * HOUR],
  ["and lengthened a little at random", 2, 0.5, 10 * HOUR, 0, 11 * HOUR],
  ["Retry-After is at most 24 h", 9, 0, 39 * HOUR, 0, 24 * HOUR],
  ["deliveries that wait for 24 h do not all return at once", 5, 0.5, 39 * HOUR, 0, 26.4 * HOUR],
  ["Retry-After on the last attempt", 10, 0.5, 48 * HOUR, 0, 26.4 * HOUR],
];
for (const [what, made, random, retryAfterMs, floorMs, expected] of cases) {
  test(`webhook delay: ${what}`, () => {
    assert.equal(nextDelayMs(made, { random: () => random, retryAfterMs, floorMs }), expected);
  });
}

test("without a requested wait every delay is within 20 % of the schedule", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 }), unit, (made, random) => {
      const base = WEBHOOK_DELAYS_MS[made] as number;
      const delay = nextDelayMs(made, { random: () => random }) as number;
      assert.ok(delay >= base * 0.8 - 1 && delay <= base * 1.2 + 1);
    }),
  );
});

test("with a requested wait the delay is never shorter than the schedule, the floor, or the honoured part of the request", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      unit,
      fc.integer({ min: 0, max: 100 * HOUR }),
      fc.constantFrom(0, OVERLOAD_FLOOR_MS),
      (made, random, retryAfterMs, floorMs) => {
        const base = WEBHOOK_DELAYS_MS[made] as number;
        const delay = nextDelayMs(made, { random: () => random, retryAfterMs, floorMs }) as number;
        const honoured = Math.min(retryAfterMs, 24 * HOUR);
        assert.ok(delay >= Math.max(base, floorMs, honoured) - 1);
        assert.ok(delay <= Math.max(base, floorMs, honoured) * 1.2 + 1);
      },
    ),
  );
});

test("back-off doubles, keeps half, and stops at its maximum", () => {
  const options = { baseMs: 100, maxMs: 1_000 };
  assert.deepEqual(
    [1, 2, 3, 4, 5, 60, 2_000].map((n) => backoffMs(n, { ...options, random: () => 0 })),
    [50, 100, 200, 400, 500, 500, 500],
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), unit, (attempt, random) => {
      const full = Math.min(1_000, 100 * 2 ** (attempt - 1));
      const delay = backoffMs(attempt, { ...options, random: () => random });
      assert.ok(delay >= full / 2 && delay <= full);
    }),
  );
  assert.throws(() => backoffMs(0, { ...options, random: () => 0 }), RangeError);
});

test("Retry-After is read as seconds or as any HTTP date", () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 0);
  const table: [string | null | undefined, number | null][] = [
    ["0", 0],
    ["120", 120_000],
    [" 5 ", 5_000],
    ["99999999999999999999", Number.MAX_SAFE_INTEGER],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
    ["Sun Nov  6 08:49:37 1994", 37_000],
    ["Sun, 06 Nov 1994 08:48:00 GMT", 0],
    ["", null],
    [null, null],
    [undefined, null],
    ["-1", null],
    ["1.5", null],
    ["1e3", null],
    ["0x10", null],
    ["soon", null],
    ["1994-11-06", null],
    ["Sun, 99 Nov 1994 08:49:37 GMT", null],
    ["Sunday", null],
    ["120, 240", null],
  ];
  for (const [value, expected] of table) assert.equal(parseRetryAfter(value, now), expected, String(value));
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseRetryAfter(text, now);
      assert.ok(parsed === null || parsed >= 0);
    }),
  );
});
