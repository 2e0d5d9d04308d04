import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isWithin, weekdays } from "#modules/people/agent-settings/index.ts";
import { leastCpuMsOf } from "../../../../test/cpu-time.ts";
import { type ActiveHours, closedIntervalOf, isActiveAt, nextChange } from "./hours.ts";

const week = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const;
const hours = (timezone: string, more: Partial<ActiveHours> = {}): ActiveHours => ({
  mode: "inside",
  timezone,
  weekly: week.flatMap((day) => [
    { day, from: "09:00", to: "12:30" },
    { day, from: "14:00", to: "18:00" },
  ]),
  holidays: [],
  ...more,
});

describe("active hours", () => {
  for (const [zone, at, active, why] of [
    ["Europe/Berlin", "2026-03-27T08:00:00Z", true, "9:00 before summer time"],
    ["Europe/Berlin", "2026-03-30T07:00:00Z", true, "9:00 in summer time"],
    ["Europe/Berlin", "2026-03-30T06:59:00Z", false, "8:59 in summer time"],
    ["America/Sao_Paulo", "2026-06-01T12:00:00Z", true, "9:00 at UTC-3"],
    ["Asia/Kathmandu", "2026-06-01T03:15:00Z", true, "9:00 at UTC+5:45"],
    ["Asia/Kathmandu", "2026-06-01T03:14:00Z", false, "8:59 at UTC+5:45"],
    ["Australia/Lord_Howe", "2026-10-05T22:00:00Z", true, "9:00 at UTC+11, the summer of half an hour"],
    ["America/New_York", "2026-11-02T14:00:00Z", true, "9:00 after summer time"],
    ["Pacific/Auckland", "2026-06-01T21:00:00Z", true, "9:00 on the next day"],
    ["Europe/Berlin", "2026-06-01T11:00:00Z", false, "13:00, the break"],
  ] as const)
    it(`${zone}: ${why}`, () => {
      assert.equal(isActiveAt(hours(zone), new Date(at)), active);
      assert.equal(isActiveAt(hours(zone, { mode: "outside" }), new Date(at)), !active, "the other way round");
    });

  it("are always if none are set", () => assert.equal(isActiveAt(null, new Date(0)), true));

  it("identify each closed interval by its end: across a night, a weekend, a holiday", () => {
    const berlin = hours("Europe/Berlin", { holidays: ["2026-06-08"] });
    for (const [at, ends] of [
      ["2026-06-01T11:00:00Z", "2026-06-01T12:00:00.000Z"],
      ["2026-06-01T17:00:00Z", "2026-06-02T07:00:00.000Z"],
      ["2026-06-05T16:00:00Z", "2026-06-09T07:00:00.000Z"],
      ["2026-03-28T12:00:00Z", "2026-03-30T07:00:00.000Z"],
    ] as const)
      assert.equal(closedIntervalOf(berlin, new Date(at)), ends);
    assert.equal(closedIntervalOf(hours("UTC", { weekly: [] }), new Date(0)), "endless");
  });

  it("that never change are recognised immediately, however many times a week has", async () => {
    const two = (n: number) => String(n).padStart(2, "0");
    const weekly = [
      ...weekdays.map((day) => ({ day, from: "00:00", to: "24:00" })),
      ...Array.from({ length: 35 }, (_, i) => ({ day: weekdays[i % 7] ?? "monday", from: `00:${two(i + 1)}`, to: `12:${two(i + 1)}` })),
    ];
    for (const zone of ["Europe/Berlin", "Africa/Casablanca", "UTC"]) {
      const always = hours(zone, { mode: "outside", weekly });
      const ms = await leastCpuMsOf(100, () => assert.equal(closedIntervalOf(always, new Date("2026-06-01T12:00:00Z")), "endless"));
      assert.ok(ms < 100, `${ms} ms in ${zone}`);
    }
  });

  it("next change at the first minute at which the local clock says so", () => {
    const zones = ["America/Sao_Paulo", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/New_York", "Africa/Casablanca"];
    const time = fc
      .integer({ min: 0, max: 47 })
      .map((half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`);
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        // The weeks in which zones change their clocks.
        fc.constantFrom("2026-03-28", "2026-04-04", "2026-10-03", "2026-10-24", "2026-10-31", "2026-06-01"),
        fc.integer({ min: 0, max: 2 * 1_440 }),
        fc.array(fc.record({ day: fc.constantFrom("saturday", "sunday", "monday"), a: time, b: time }), { minLength: 1, maxLength: 3 }),
        (timezone, date, minute, intervals) => {
          const given = {
            timezone,
            weekly: intervals
              .filter(({ a, b }) => a !== b)
              .map(({ day, a, b }) => ({ day: day as "sunday", from: a < b ? a : b, to: a < b ? b : a })),
            holidays: [],
          };
          const at = new Date(Date.parse(`${date}T00:00:00Z`) + minute * 60_000);
          const now = isWithin(given, at);
          const next = nextChange(given, at);
          // Minute by minute, for two days.
          for (let n = 1; n <= 2_880; n += 1) {
            const then = new Date(at.getTime() + n * 60_000);
            if (isWithin(given, then) !== now) {
              assert.equal(next?.toISOString(), then.toISOString(), `${timezone} ${at.toISOString()} ${JSON.stringify(given.weekly)}`);
              return;
            }
          }
          assert.ok(next === null || next.getTime() > at.getTime() + 2_880 * 60_000);
        },
      ),
      { numRuns: 60, seed: 123 },
    );
  });
});
