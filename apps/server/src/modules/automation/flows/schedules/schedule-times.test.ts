import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { weekdays } from "#modules/people/agent-settings/index.ts";
import { dueOccurrence, isDate, nextOccurrence, type ScheduleAt } from "./schedule-times.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
];
const minuteMs = 60_000;
const iso = (date: Date | null) => date?.toISOString() ?? null;

describe("the next occurrence of a schedule", () => {
  for (const [at, zone, after, next, why] of [
    [{ time: "09:00" }, "Europe/Berlin", "2026-06-01T06:59:59Z", "2026-06-01T07:00:00.000Z", "is later today"],
    [{ time: "09:00" }, "Europe/Berlin", "2026-06-01T07:00:00Z", "2026-06-02T07:00:00.000Z", "is after the instant itself"],
    [{ time: "09:00", days: ["monday"] }, "UTC", "2026-06-02T00:00:00Z", "2026-06-08T09:00:00.000Z", "is on the next of its days"],
    [{ time: "09:00", dayOfMonth: 31 }, "UTC", "2026-01-31T09:00:00Z", "2026-02-28T09:00:00.000Z", "is on the last day of a shorter month"],
    [{ time: "09:00", dayOfMonth: 31 }, "UTC", "2028-02-01T00:00:00Z", "2028-02-29T09:00:00.000Z", "knows leap years"],
    [{ time: "09:00", dayOfMonth: 5 }, "UTC", "2026-12-05T09:00:00Z", "2027-01-05T09:00:00.000Z", "goes on in the next year"],
    [{ time: "18:30", date: "2026-12-24" }, "America/New_York", "2026-06-01T00:00:00Z", "2026-12-24T23:30:00.000Z", "is once"],
    [{ time: "18:30", date: "2026-12-24" }, "America/New_York", "2026-12-24T23:30:00Z", null, "is not again"],
    [
      { time: "02:30" },
      "Europe/Berlin",
      "2026-03-28T12:00:00Z",
      "2026-03-29T01:00:00.000Z",
      "at a time left out is when the clock goes on",
    ],
    [{ time: "02:30" }, "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z", "at a time shown twice is the first"],
    [{ time: "02:30" }, "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00.000Z", "and not the second"],
    [
      { time: "09:00" },
      "Pacific/Apia",
      "2011-12-29T20:00:00Z",
      "2011-12-30T10:00:00.000Z",
      "of a day left out is at the next one's beginning",
    ],
    [{ time: "00:00" }, "Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00.000Z", "that falls together with another is one"],
  ] as [ScheduleAt, string, string, string | null, string][])
    it(`${why} (${zone}, ${after})`, () => assert.equal(iso(nextOccurrence(at, zone, new Date(after))), next));

  it("is the first minute after an instant that the local clock shows or skips past", () => {
    const shown = new Map<string, Intl.DateTimeFormat>();
    const wall = (zone: string, ms: number) => {
      const format =
        shown.get(zone) ??
        new Intl.DateTimeFormat("en-GB", {
          timeZone: zone,
          hourCycle: "h23",
          dateStyle: "short",
          timeStyle: "short",
        });
      shown.set(zone, format);
      const [date, time] = format.format(ms).split(", ") as [string, string];
      return { date, time };
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom("2026-03-07", "2026-03-28", "2026-04-04", "2026-10-03", "2026-10-24", "2026-10-31", "2026-02-14", "2026-06-01"),
        fc.integer({ min: 0, max: 2 * 1_440 }),
        fc.integer({ min: 0, max: 1_439 }),
        (zone, day, offset, minute) => {
          const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
          const after = Date.parse(`${day}T00:00:00Z`) + offset * minuteMs;
          const next = nextOccurrence({ time }, zone, new Date(after))?.getTime() as number;
          const seen = new Set<string>();
          // Today's occurrence may have been earlier.
          for (let ms = after - 26 * 60 * minuteMs; ms <= after; ms += minuteMs) {
            const now = wall(zone, ms);
            const before = wall(zone, ms - minuteMs);
            if (now.time === time || (before.date === now.date && before.time < time && now.time > time)) seen.add(now.date);
          }
          let expected: number | null = null;
          for (let ms = after + minuteMs; expected === null; ms += minuteMs) {
            const now = wall(zone, ms);
            const before = wall(zone, ms - minuteMs);
            const here = now.time === time || (before.date === now.date && before.time < time && now.time > time);
            if (here && !seen.has(now.date)) expected = ms;
            assert.ok(ms < after + 4 * 1_440 * minuteMs);
          }
          assert.equal(new Date(next).toISOString(), new Date(expected).toISOString());
        },
      ),
      { numRuns: 60 },
    );
  });

  it("comes on its days, each once, in any zone", () => {
    const shape = fc.oneof(
      fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 7 }).map((days) => ({ days })),
      fc.integer({ min: 1, max: 31 }).map((dayOfMonth) => ({ dayOfMonth })),
      fc.constant({}),
    );
    fc.assert(
      fc.property(fc.constantFrom(...zones), shape, fc.integer({ min: 0, max: 3_000 }), (zone, more, days) => {
        const at: ScheduleAt = { time: "12:00", ...more };
        const start = Date.parse("2020-01-01T00:00:00Z") + days * 86_400_000;
        const end = start + 100 * 86_400_000;
        const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
        const came: string[] = [];
        for (
          let seen = nextOccurrence(at, zone, new Date(start));
          seen !== null && seen.getTime() < end;
          seen = nextOccurrence(at, zone, seen)
        )
          came.push(format.format(seen).slice(0, 10));
        const wanted: string[] = [];
        // Noon is at noon in every zone, so only the days are checked.
        for (let ms = start; ms < end; ms += 3_600_000 / 4) {
          const parts = format.format(ms);
          if (ms === start || !parts.endsWith("12:00")) continue;
          const date = parts.slice(0, 10);
          const day = new Date(`${date}T00:00:00Z`);
          const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
          const meant =
            at.days !== undefined
              ? at.days.includes(weekdays[(day.getUTCDay() + 6) % 7] as "monday")
              : at.dayOfMonth === undefined || day.getUTCDate() === Math.min(at.dayOfMonth, last);
          if (meant) wanted.push(date);
        }
        assert.deepEqual(came, wanted);
      }),
      { numRuns: 25 },
    );
  });
});

describe("a missed occurrence", () => {
  const daily = { time: "09:00" };
  const next = new Date("2026-06-01T09:00:00Z");
  for (const [now, due, why] of [
    ["2026-06-01T08:59:59Z", null, "is none before its time"],
    ["2026-06-01T09:00:00Z", "2026-06-01T09:00:00.000Z", "is due at its time"],
    ["2026-06-02T08:59:59Z", "2026-06-01T09:00:00.000Z", "is made up for within a day"],
    ["2026-06-05T10:00:00Z", "2026-06-05T09:00:00.000Z", "is made up for once, by the latest"],
  ] as const)
    it(why, () => assert.equal(iso(dueOccurrence(daily, "UTC", next, new Date(now))), due));

  it("is not made up for after more than a day", () => {
    const weekly: ScheduleAt = { time: "09:00", days: ["monday"] };
    assert.equal(dueOccurrence(weekly, "UTC", next, new Date("2026-06-02T09:00:01Z")), null);
    assert.equal(iso(dueOccurrence(weekly, "UTC", next, new Date("2026-06-02T09:00:00Z"))), "2026-06-01T09:00:00.000Z");
  });
});

it("days must exist", () => {
  assert.deepEqual(["2028-02-29", "2026-02-29", "26-01-01", "2026-13-01"].map(isDate), [true, false, false, false]);
});
