import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  coverWithBuckets,
  dayRuns,
  hourOfWeek,
  intervalStarts,
  intervalNames,
  localTime,
  offsetSegments,
  quarterMs,
  quarterOf,
  readInstant,
} from "./calendar.ts";

const hour = 3_600_000;
const day = 24 * hour;
/**
 * Zones with clock changes of an hour and of half an hour, at midnight, at odd offsets, with none, and some that
 * abolished them.
 */
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "America/Havana",
  "Asia/Beirut",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Asia/Tehran",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Africa/Casablanca",
  "Africa/Cairo",
];
const zone = fc.constantFrom(...zones);
const range = fc
  .tuple(fc.integer({ min: Date.UTC(2021, 0, 1) / quarterMs, max: Date.UTC(2027, 0, 1) / quarterMs }), fc.integer({ min: 1, max: 60 * 96 }))
  .map(([from, quarters]) => ({ since: from * quarterMs, until: (from + quarters) * quarterMs }));

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  clocks.set(timeZone, clock);
  return clock;
}

/** What a clock in the zone shows, from a source independent of the code: Intl. */
function shown(ms: number, timeZone: string): { date: string; hour: number; minute: number; weekday: number } {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  ) as Record<string, string>;
  const date = `${parts["year"]}-${parts["month"]}-${parts["day"]}`;
  return {
    date,
    hour: Number(parts["hour"]),
    minute: Number(parts["minute"]),
    weekday: (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7,
  };
}

describe("intervals", () => {
  test("start at quarter-hours, in order, the first with the range", () => {
    fc.assert(
      fc.property(zone, range, fc.constantFrom(...intervalNames), (zone, { since, until }, interval) => {
        const starts = intervalStarts(zone, since, until, interval);
        assert.equal(starts[0], since);
        for (const [i, start] of starts.entries()) {
          assert.equal(start % quarterMs, 0, `${zone} ${localTime(start, zone)}`);
          assert.ok(start < until && (i === 0 || start > (starts[i - 1] as number)));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a day starts exactly where the date of a clock in the zone changes, in every zone", () => {
    fc.assert(
      fc.property(zone, range, (zone, { since, until }) => {
        const naive = [since];
        for (let ms = since + quarterMs; ms < until; ms += quarterMs) {
          if (shown(ms, zone).date !== shown(ms - quarterMs, zone).date) naive.push(ms);
        }
        assert.deepEqual(intervalStarts(zone, since, until, "day"), naive, zone);
      }),
      { numRuns: 40 },
    );
  });

  test("an hour starts where a clock in the zone shows another hour, or jumps", () => {
    fc.assert(
      fc.property(zone, range, (zone, { since, until }) => {
        const end = Math.min(until, since + 8 * day);
        const naive = [since];
        for (let ms = since + quarterMs; ms < end; ms += quarterMs) {
          const [before, now] = [shown(ms - quarterMs, zone), shown(ms, zone)];
          const steady = (now.hour * 60 + now.minute - before.hour * 60 - before.minute + 1_440) % 1_440 === 15;
          if (now.hour !== before.hour || !steady) naive.push(ms);
        }
        assert.deepEqual(intervalStarts(zone, since, end, "hour"), naive, zone);
      }),
      { numRuns: 60 },
    );
  });

  test("an hour that a half-hour change shortens or repeats is a separate interval", () => {
    const hours = (from: string, until: string) => {
      const zone = "Australia/Lord_Howe";
      return intervalStarts(zone, readInstant(from, zone) as number, readInstant(until, zone) as number, "hour").map((ms) =>
        localTime(ms, zone).slice(11),
      );
    };
    assert.deepEqual(hours("2026-10-04T01:00+10:30", "2026-10-04T04:00+11:00"), ["01:00:00+10:30", "02:30:00+11:00", "03:00:00+11:00"]);
    assert.deepEqual(hours("2026-04-05T01:00+11:00", "2026-04-05T03:00+10:30"), ["01:00:00+11:00", "01:30:00+10:30", "02:00:00+10:30"]);
  });

  test("days with clock changes have 23, 25 or 23.5 hours, a skipped day has none", () => {
    const hours = (zone: string, date: string, next: string) =>
      ((readInstant(next, zone) as number) - (readInstant(date, zone) as number)) / hour;
    assert.equal(hours("Europe/Berlin", "2026-03-29", "2026-03-30"), 23);
    assert.equal(hours("Europe/Berlin", "2026-10-25", "2026-10-26"), 25);
    assert.equal(hours("Australia/Lord_Howe", "2026-10-04", "2026-10-05"), 23.5);
    const lost = intervalStarts("Pacific/Apia", Date.UTC(2011, 11, 28, 10), Date.UTC(2012, 0, 1, 10), "day");
    assert.deepEqual(
      lost.map((ms) => localTime(ms, "Pacific/Apia").slice(0, 10)),
      ["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01"],
    );
  });

  test("weeks start on Monday, months on the first", () => {
    const [since, until] = [Date.UTC(2026, 1, 11, 7), Date.UTC(2026, 4, 2)];
    const local = (interval: "week" | "month") =>
      intervalStarts("Europe/Berlin", since, until, interval).map((ms) => localTime(ms, "Europe/Berlin"));
    assert.deepEqual(local("month"), [
      "2026-02-11T08:00:00+01:00",
      "2026-03-01T00:00:00+01:00",
      "2026-04-01T00:00:00+02:00",
      "2026-05-01T00:00:00+02:00",
    ]);
    assert.deepEqual(local("week").slice(0, 3), ["2026-02-11T08:00:00+01:00", "2026-02-16T00:00:00+01:00", "2026-02-23T00:00:00+01:00"]);
  });
});

test("buckets cover the intervals exactly, without overlap", () => {
  fc.assert(
    fc.property(zone, range, fc.constantFrom(...intervalNames), (zone, { since, until }, interval) => {
      const starts = intervalStarts(zone, since, until, interval);
      const tiles = coverWithBuckets(starts, until);
      let at = since;
      for (const tile of tiles) {
        assert.equal(tile.fromMs, at);
        const size = tile.grain * 60_000;
        assert.ok(tile.toMs > tile.fromMs && tile.fromMs % size === 0 && tile.toMs % size === 0);
        for (const start of starts)
          if (start > tile.fromMs && start < tile.toMs) assert.equal(start % size, 0, "an interval begins inside a bucket");
        at = tile.toMs;
      }
      assert.equal(at, until);
    }),
    { numRuns: 300 },
  );
});

test("a year of local days is read from few runs of hours, not from quarter-hours", () => {
  const starts = (zone: string) =>
    intervalStarts(zone, readInstant("2026-01-01", zone) as number, readInstant("2027-01-01", zone) as number, "day");
  const tiles = (zone: string) => coverWithBuckets(starts(zone), readInstant("2027-01-01", zone) as number);
  assert.deepEqual(
    tiles("UTC").map(({ grain }) => grain),
    [1440],
  );
  assert.deepEqual(
    tiles("Europe/Berlin").map(({ grain }) => grain),
    [60],
  );
});

test("runs of days contain each quarter-hour of the range once", () => {
  fc.assert(
    fc.property(zone, range, fc.constantFrom("day", "week", "month"), (zone, { since, until }, interval) => {
      const starts = intervalStarts(zone, since, until, interval);
      const seen = new Map<number, number>();
      for (const { slot, fromDay, toDay, whole, beforeNoon, afterNoon } of dayRuns(starts, until)) {
        const bits = BigInt(beforeNoon) | (BigInt(afterNoon) << 48n);
        assert.equal(whole, bits === (1n << 96n) - 1n);
        const days = (Date.parse(toDay) - Date.parse(fromDay)) / day;
        assert.ok(days === 1 || (whole && days > 1));
        for (let n = 0; n < days * 96; n++) {
          const i = n % 96;
          if (((bits >> BigInt(i)) & 1n) === 0n) continue;
          const ms = Date.parse(fromDay) + n * quarterMs;
          assert.ok(!seen.has(ms));
          const own = quarterOf(ms + quarterMs - 1);
          assert.equal(BigInt(own.beforeNoon) | (BigInt(own.afterNoon) << 48n), 1n << BigInt(i));
          seen.set(ms, slot);
        }
      }
      assert.equal(seen.size, (until - since) / quarterMs);
      for (const [ms, slot] of seen) assert.ok(ms >= (starts[slot] as number) && ms < (starts[slot + 1] ?? until));
    }),
    { numRuns: 50 },
  );
});

test("the hour of the week is the one a clock in the zone shows", () => {
  fc.assert(
    fc.property(zone, range, (zone, { since, until }) => {
      for (const { fromMs, toMs, offsetMs } of offsetSegments(zone, since, until)) {
        for (const ms of [fromMs, toMs - quarterMs]) {
          const { weekday, hour } = shown(ms, zone);
          assert.equal(hourOfWeek(ms, offsetMs), weekday * 24 + hour, `${zone} ${localTime(ms, zone)}`);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("a start is a date or an instant with its offset", () => {
  assert.equal(readInstant("2026-03-29", "Europe/Berlin"), Date.UTC(2026, 2, 28, 23));
  assert.equal(readInstant("2026-03-29T08:00:00.000Z", "Europe/Berlin"), Date.UTC(2026, 2, 29, 8));
  assert.equal(readInstant("2026-03-29T08:00+05:45", "UTC"), Date.UTC(2026, 2, 29, 2, 15));
  for (const text of [
    "2026-02-30",
    "2026-03-29T08:00:00",
    "yesterday",
    "",
    "2026-03-29T25:00:00Z",
    "1711699200000",
    "2026-03-29[Europe/Berlin]",
  ])
    assert.equal(readInstant(text, "UTC"), null, text);
});
