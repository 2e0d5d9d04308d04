/** Scheduled flows whose audience takes several pages. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { ok } from "../../../../../test/responses.ts";
import { startTestApp } from "../../../../../test/harness.ts";
import { setScheduleStage } from "../../../../../test/stages/schedule-stage.ts";

const t = await startTestApp();
after(() => t.stop());
const { make, soon, until, crowd, count, schedule } = setScheduleStage(t);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
describe("an occurrence processing its audience", () => {
  it("reaches every contact once, page by page, even if its worker dies and another resumes from its progress", async () => {
    const own = await t.tenant();
    await crowd(own, 1_203);
    const { time, at } = soon();
    await make(own, { at: { time }, timezone: "UTC", audience: { all: true } }, { steps: [{ type: "wait", seconds: 3_600 }] });
    const change = (set: string) =>
      withClient(t.database.admin, (admin) =>
        admin.query(
          `update flow_schedules set ${set} where tenant_id = $1 and $2::timestamptz is not null and $3::timestamptz is not null`,
          [own.id, at, t.clock.now()],
        ),
      );
    const walk = async () => {
      for (let i = 0; i < 10 && (await schedule(own)).occurrence_at !== null; i++) {
        await Promise.all([t, t].map((one) => one.drain(["flow schedules", "flow runs"])));
        t.clock.advance(2 * minute);
      }
    };
    t.clock.advance(at.getTime() - t.clock.now().getTime());
    await t.drain(["flow schedules"]);
    assert.deepEqual(await count(own), [500, 500]);
    // Claimed by a worker that died.
    await change("state = 'leased', attempts = attempts + 1, lease_until = $3");
    t.clock.advance(1_000);
    await walk();
    assert.deepEqual(await count(own), [1_203, 1_203]);
    // From the beginning, as if no progress had been stored: no run starts twice, not even for contacts whose runs have
    // ended.
    await until(at.getTime() + 2 * hour);
    await change("occurrence_at = $2, after_at = $2, after_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff', run_at = $3");
    await walk();
    assert.deepEqual(await count(own), [1_203, 1_203]);
    const [{ open } = { open: -1 }] = await t.app.database.worker<{ open: number }>({
      text: "select count(*)::int as open from flow_runs where tenant_id = $1 and ended_at is null",
      values: [own.id],
    });
    assert.deepEqual([open, (await schedule(own)).occurrence_at], [0, null]);
  });

  it("waits while too many runs of the organization are due, and then continues", async () => {
    const own = await t.tenant();
    await crowd(own, 1_203);
    const { time, at } = soon();
    await make(own, { at: { time }, timezone: "UTC", audience: { all: true } });
    t.clock.advance(at.getTime() - t.clock.now().getTime());
    await t.drain(["flow schedules"]);
    const [first] = await count(own);
    assert.ok(first !== undefined && first >= 500 && first < 1_203, `${first}`);
    await t.drain();
    // It may find the runs of its last page still due, and wait once more.
    for (let waits = 0; waits < 2; waits++) {
      t.clock.advance(minute);
      await t.drain();
    }
    assert.deepEqual(await count(own), [1_203, 1_203]);
  });

  it("ends when the flow is deactivated, and continues with a new version of the same schedule", async () => {
    const own = await t.tenant();
    await crowd(own, 1_203);
    const { time, at } = soon();
    const flow = await make(own, { at: { time }, timezone: "UTC", audience: { all: true } }, { steps: [{ type: "stop" }] });
    t.clock.advance(at.getTime() - t.clock.now().getTime());
    await t.drain(["flow schedules"]);
    const [started] = await count(own);
    assert.ok((started ?? 0) < 1_203);
    await ok(own.api.patch(`/api/v1/flows/${flow.id}`, { steps: [{ type: "add_tag", tag: "late" }] }));
    await ok(own.api.post(`/api/v1/flows/${flow.id}/activate`));
    await t.drain(["flow runs"]);
    t.clock.advance(minute);
    await t.drain(["flow schedules"]);
    const [more] = await count(own);
    assert.ok((more ?? 0) > (started ?? 0), "the occurrence has gone on");
    const versions = new Set((await own.api.get(`/api/v1/flows/${flow.id}/runs?limit=100`)).body.data.map((run: any) => run.version));
    assert.deepEqual([...versions], [2]);
    await ok(own.api.post(`/api/v1/flows/${flow.id}/deactivate`));
    await t.drain();
    t.clock.advance(minute);
    await t.drain();
    assert.deepEqual([(await count(own))[0], (await schedule(own)).state], [more, "idle"]);
  });
});

describe("an occurrence for one date", () => {
  it("continues with a new version, and ends after a day", async () => {
    const own = await t.tenant();
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into contacts (tenant_id, id, name, source, created_at, updated_at)
         select $1, gen_random_uuid(), 'Person ' || n, 'api', $2::timestamptz - n * interval '1 s', $2 from generate_series(1, 1203) n`,
        [own.id, t.clock.now()],
      ),
    );
    const { time, at } = soon();
    const once = { at: { time, date: at.toISOString().slice(0, 10) }, timezone: "UTC", audience: { all: true } };
    const flow = await make(own, once);
    const versions = async () =>
      t.app.database.worker<{ version: number; n: number }>({
        text: "select version, count(*)::int as n from flow_runs where tenant_id = $1 group by version order by version",
        values: [own.id],
      });
    t.clock.advance(at.getTime() - t.clock.now().getTime());
    await t.drain(["flow schedules"]);
    const [first] = await versions();
    assert.ok(first !== undefined && first.n < 1_203);
    await ok(own.api.patch(`/api/v1/flows/${flow.id}`, { steps: [{ type: "add_tag", tag: "late" }] }));
    const { valid } = await ok(own.api.post(`/api/v1/flows/${flow.id}/validate`));
    const changed = await ok(own.api.post(`/api/v1/flows/${flow.id}/activate`));
    assert.deepEqual([valid, changed.activeVersion, changed.nextRunAt], [true, 2, null]);
    await t.drain(["flow runs"]);
    t.clock.advance(minute);
    await t.drain(["flow schedules"]);
    const versionsBefore = await versions();
    assert.deepEqual([versionsBefore.length, versionsBefore[0]], [2, first]);
    const left = 1_203 - versionsBefore.reduce((sum, { n }) => sum + n, 0);
    assert.ok(left > 0, "somebody is left");
    t.clock.advance(day);
    await t.drain();
    t.clock.advance(minute);
    await t.drain();
    assert.deepEqual(await versions(), versionsBefore, "nobody is begun more than a day late");
    const [row] = await t.app.database.worker<any>({ text: "select * from flow_schedules where tenant_id = $1", values: [own.id] });
    assert.deepEqual([row.state, row.occurrence_at, row.rules], ["idle", null, null]);
  });
});
