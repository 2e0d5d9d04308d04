import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type BusinessHours, isWithin, weekdays } from "../../people/agent-settings/index.ts";
import { addBusinessMs, businessMsBetween } from "./business-time.ts";

const minute = 60_000;
const pad = (n: number) => String(n).padStart(2, "0");
const wall = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

/** Zones in both hemispheres, with half-hour offsets, with a clock change at midnight, and with one of half an hour. */
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Pacific/Apia",
];
const opening = fc
  .tuple(fc.constantFrom(...weekdays), fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 1, max: 1_440 }))
  .map(([day, from, length]) => ({ day, from: wall(from), to: wall(Math.min(1_440, from + length)) }));
const hoursOf = fc.record({
  timezone: fc.constantFrom(...zones),
  weekly: fc.array(opening, { maxLength: 8 }),
  holidays: fc.array(
    fc.integer({ min: 0, max: 9 }).map((day) => `2025-03-${pad(25 + (day % 7))}`),
    { maxLength: 2 },
  ),
});
/** Around the clock changes of 2025 in these zones, and an ordinary week. */
const start = fc
  .tuple(
    fc.constantFrom(
      "2025-03-08T00:00Z",
      "2025-03-28T00:00Z",
      "2025-04-04T00:00Z",
      "2025-09-05T00:00Z",
      "2025-10-24T00:00Z",
      "2025-06-02T00:00Z",
    ),
    fc.integer({ min: 0, max: 2_880 }),
  )
  .map(([day, minutes]) => Date.parse(day) + minutes * minute);

/** Counts minute by minute: slow, but obviously right. */
function countedMinutes(hours: BusinessHours, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += minute) if (isWithin(hours, new Date(at))) sum += 1;
  return sum;
}

describe("business time", () => {
  it("between two instants equals counting minute by minute, across clock changes", () => {
    fc.assert(
      fc.property(hoursOf, start, fc.integer({ min: 0, max: 2 * 1_440 }), (hours, from, minutes) => {
        const to = from + minutes * minute;
        assert.equal(businessMsBetween(hours, from, to), countedMinutes(hours, from, to) * minute);
      }),
      { numRuns: 30 },
    );
  });

  it("added to an instant gives the first instant by which that much has passed", () => {
    fc.assert(
      fc.property(hoursOf, start, fc.integer({ min: 1, max: 1_500 }), (hours, from, minutes) => {
        const due = addBusinessMs(hours, from, minutes * minute);
        if (due === null) return assert.equal(businessMsBetween(hours, from, from + 1_000 * 86_400_000) < minutes * minute, true);
        assert.equal(businessMsBetween(hours, from, due), minutes * minute);
        assert.equal(isWithin(hours, new Date(due - minute)), true, "it is reached while the team is there");
        assert.equal(businessMsBetween(hours, from, due - 1), minutes * minute - 1, "and not a moment before");
      }),
      { numRuns: 150 },
    );
  });

  const seldom: BusinessHours = { timezone: "UTC", weekly: [{ day: "monday", from: "09:00", to: "09:01" }], holidays: [] };

  it("is additive: adding in two steps equals adding in one", () => {
    fc.assert(
      fc.property(hoursOf, start, fc.nat(900), fc.nat(900), (hours, from, a, b) => {
        const first = addBusinessMs(hours, from, a * minute);
        const second = first === null ? null : addBusinessMs(hours, first, b * minute);
        const both = addBusinessMs(hours, from, (a + b) * minute);
        if (b === 0) return;
        // With one open minute a week this takes years: the second step looks as far ahead as the first, but from a
        // later start.
        if (both === null) assert.ok(second === null || second - from >= 1_100 * 86_400_000);
        else assert.equal(second, both);
      }),
      { numRuns: 100, examples: [[seldom, Date.parse("2025-06-02T00:00Z"), 100, 100]] },
    );
  });

  it("counts a repeated hour twice, a skipped hour not at all, and all time if there are no hours", () => {
    const night = (day: (typeof weekdays)[number]) => ({
      timezone: "Europe/Berlin",
      weekly: [{ day, from: "02:00", to: "03:00" }],
      holidays: [],
    });
    const span = (day: string): [number, number] => [Date.parse(`${day}T00:00+01:00`), Date.parse(`${day}T23:00+01:00`)];
    assert.equal(businessMsBetween(night("sunday"), ...span("2025-03-30")), 0);
    assert.equal(businessMsBetween(night("sunday"), ...span("2025-10-26")), 120 * minute);
    assert.equal(addBusinessMs(null, 1_000, 500), 1_500);
    assert.equal(addBusinessMs({ timezone: "UTC", weekly: [], holidays: [] }, 0, minute), null, "a team that is never there");
  });
});
