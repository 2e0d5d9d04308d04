import assert from "node:assert/strict";
import { test } from "node:test";
import { readAnalyticsSearch } from "./analytics-search.ts";
import { intervalsOf, spanOf } from "./span.ts";

const noon = Date.parse("2026-11-26T12:07:00Z");

test("a period ends with today in its time zone, and is compared with the elapsed part of the previous one", () => {
  assert.deepEqual(spanOf({}, "Europe/Oslo", noon), {
    since: "2026-10-28",
    until: "2026-11-27",
    before: { since: "2026-09-28", until: "2026-10-27T12:00:00.000Z" },
    beforeLast: "2026-10-27",
    interval: "day",
  });
  const east = spanOf({ period: "today" }, "Pacific/Kiritimati", noon);
  assert.deepEqual([east.since, east.until, east.interval], ["2026-11-27", "2026-11-28", "hour"]);
});

test("a month is compared with the previous month, whatever their lengths", () => {
  const march = Date.parse("2026-03-31T10:00:00Z");
  assert.deepEqual(spanOf({ period: "month" }, "UTC", march).before, { since: "2026-02-01", until: "2026-02-28T10:00:00.000Z" });
  const last = spanOf({ period: "last-month" }, "UTC", march);
  assert.deepEqual(
    [last.since, last.until, last.before, last.beforeLast],
    ["2026-02-01", "2026-03-01", { since: "2026-01-01", until: "2026-02-01" }, "2026-01-31"],
  );
});

test("custom days in the past are compared with the same number of days before", () => {
  const span = spanOf({ since: "2026-11-09", until: "2026-11-23" }, "UTC", noon);
  assert.deepEqual([span.before, span.beforeLast, span.interval], [{ since: "2026-10-26", until: "2026-11-09" }, "2026-11-08", "day"]);
});

test("hours are for at most 62 days, and a long period is shown by week", () => {
  assert.equal(spanOf({ period: "365d" }, "UTC", noon).interval, "week");
  assert.equal(spanOf({ period: "90d", interval: "hour" }, "UTC", noon).interval, "day");
  assert.equal(spanOf({ period: "30d", interval: "hour" }, "UTC", noon).interval, "hour");
  assert.deepEqual(intervalsOf(spanOf({ period: "90d" }, "UTC", noon)), ["day", "week", "month"]);
});

test("days that do not exist, are in the wrong order or too many give the default period", () => {
  for (const [since, until] of [
    ["2026-02-30", "2026-03-02"],
    ["2026-03-02", "2026-03-01"],
    ["2025-01-01", "2026-06-01"],
    ["yesterday", "2026-06-01"],
  ])
    assert.deepEqual(spanOf(readAnalyticsSearch({ since, until }), "UTC", noon), spanOf({}, "UTC", noon));
  assert.equal(readAnalyticsSearch({ timezone: "Mars/Olympus" }).timezone, undefined);
});
