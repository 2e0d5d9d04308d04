import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { createTestDatabase, type TestDatabase } from "@parley/database/testing";
import { createManualClock } from "../clock/clock.ts";
import { createDatabase, type Database } from "../db/database.ts";
import { createLog } from "../log/log.ts";
import { createScheduler, nextTime, type ScheduledJob } from "./scheduler.ts";

describe("scheduled jobs", () => {
  let db: TestDatabase;
  let database: Database;
  const start = new Date("2030-01-01T00:00:00Z");
  const log = createLog("silent");
  before(async () => {
    db = await createTestDatabase();
    database = createDatabase({ ...db, connections: 2, workerConnections: 4, log });
  });
  beforeEach(() => sql("delete from scheduled_jobs"));
  after(async () => {
    await database.close();
    await db.drop();
  });

  const sql = (text: string) => withClient(db.admin, async (client) => (await client.query(text)).rows);
  const process = (holder: number, clock: { now(): Date }, ...jobs: ScheduledJob[]) =>
    createScheduler({ database, clock, wake: { on: () => () => undefined }, holding: { current: () => holder }, jobs, log });

  it("have times, and any other format is refused", () => {
    const at = (cron: string, after: string) => nextTime(cron, new Date(after)).toISOString();
    assert.equal(at("17 * * * *", "2030-01-01T10:16:59Z"), "2030-01-01T10:17:00.000Z");
    assert.equal(at("17 * * * *", "2030-01-01T10:17:00Z"), "2030-01-01T11:17:00.000Z");
    assert.equal(at("5 3 * * *", "2030-01-01T03:05:00Z"), "2030-01-02T03:05:00.000Z");
    assert.equal(at("5 3 * * *", "2029-12-31T23:59:00Z"), "2030-01-01T03:05:00.000Z");
    for (const cron of ["60 * * * *", "5 24 * * *", "*/5 * * * *", "5 3 1 * *", ""])
      assert.throws(() => nextTime(cron, start), /not a time/);
  });

  it("run once across all processes, at each of their times, and not before", async () => {
    const clock = createManualClock(start);
    const ran: string[] = [];
    const job = (name: string, cron: string) => ({ name, cron, run: async () => void ran.push(name) });
    const all = [job("hourly", "10 * * * *"), job("daily", "30 2 * * *")];
    const [one, two] = [process(1, clock, ...all), process(2, clock, ...all)];
    const both = () => Promise.all([one.loop.once(), two.loop.once()]);
    await both();
    assert.deepEqual(ran, []);
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(3_600_000);
      await both();
      await both();
    }
    // In the last hour both are due: one per process, in either order.
    assert.deepEqual(
      [ran.slice(0, 2), ran.slice(2).toSorted()],
      [
        ["hourly", "hourly"],
        ["daily", "hourly"],
      ],
    );
  });

  it("that fail are retried three times, then at their next time", async () => {
    const clock = createManualClock(start);
    let tries = 0;
    const run = async () => {
      tries += 1;
      throw new Error("not today");
    };
    const { loop } = process(1, clock, { name: "hourly", cron: "10 * * * *", run });
    await loop.once();
    clock.advance(600_000);
    for (let minute = 0; minute < 50; minute++) {
      await loop.once();
      clock.advance(60_000);
    }
    assert.equal(tries, 4);
    clock.advance(600_000);
    await loop.once();
    assert.equal(tries, 5);
  });

  it("whose process dies continue in another at once, and after the second death wait for their next time", async () => {
    const clock = createManualClock(start);
    const starts: number[] = [];
    const dying = (holder: number) =>
      process(holder, clock, {
        name: "hourly",
        cron: "10 * * * *",
        run() {
          starts.push(holder);
          return new Promise<void>(() => undefined);
        },
      });
    const living = process(9, clock, { name: "hourly", cron: "10 * * * *", run: async () => void starts.push(9) });
    await living.loop.once();
    clock.advance(600_000);
    for (const holder of [1, 2]) {
      void dying(holder).loop.once();
      while (starts.at(-1) !== holder) await new Promise(setImmediate);
      assert.equal(await living.loop.once(), false, "it is another's as long as that lives");
      await living.release([holder], true);
    }
    assert.equal(await living.loop.once(), false);
    assert.deepEqual(starts, [1, 2]);
    clock.advance(3_600_000);
    await living.loop.once();
    assert.deepEqual(starts, [1, 2, 9]);
  });

  it("whose process is stopped continue in another, however often", async () => {
    const clock = createManualClock(start);
    const starts: number[] = [];
    const job = (holder: number, run: () => Promise<void>) => process(holder, clock, { name: "hourly", cron: "10 * * * *", run });
    const last = job(9, async () => void starts.push(9));
    await last.loop.once();
    clock.advance(600_000);
    for (const holder of [1, 2, 3]) {
      const begins = new Promise<void>((resolve) => {
        const { loop } = job(holder, () => {
          starts.push(holder);
          resolve();
          return new Promise(() => undefined);
        });
        // Even if it has nothing to do.
        void loop.once().then(() => resolve());
      });
      await begins;
      await last.release([holder], false);
    }
    assert.equal(await last.loop.once(), true);
    assert.deepEqual(starts, [1, 2, 3, 9]);
  });

  it("that end while their process does not hold its number still count as ended", async () => {
    const clock = createManualClock(start);
    let current: number | null = 1;
    let ran = 0;
    const run = async () => {
      ran += 1;
      current = null;
    };
    const { loop } = createScheduler({
      database,
      clock,
      wake: { on: () => () => undefined },
      holding: { current: () => current },
      jobs: [{ name: "hourly", cron: "10 * * * *", run }],
      log,
    });
    await loop.once();
    clock.advance(600_000);
    await loop.once();
    assert.equal(ran, 1);
    assert.deepEqual(
      await sql("select state, run_at from scheduled_jobs"),
      [{ state: "ready", run_at: new Date("2030-01-01T01:10:00Z") }],
      "not held until its limit",
    );
  });

  it("that run longer than half an hour move to another process", async () => {
    const clock = createManualClock(start);
    let ran = 0;
    let end = () => {};
    const hanging = process(1, clock, {
      name: "hourly",
      cron: "10 * * * *",
      run: () => {
        ran += 1;
        return new Promise<void>((resolve) => (end = resolve));
      },
    });
    await hanging.loop.once();
    clock.advance(600_000);
    const first = hanging.loop.once();
    while (ran === 0) await new Promise(setImmediate);
    clock.advance(1_801_000);
    const other = process(2, clock, { name: "hourly", cron: "10 * * * *", run: async () => void (ran += 1) });
    assert.equal(await other.loop.once(), true);
    assert.equal(ran, 2);
    const [row] = await sql("select run_at from scheduled_jobs");
    end();
    await first;
    assert.deepEqual((await sql("select run_at from scheduled_jobs"))[0], row, "the late end of the first changes nothing");
  });
});
