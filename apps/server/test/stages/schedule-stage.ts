/** Flows with a schedule: creating them, and advancing to their occurrences. */
import { withClient } from "@parley/database";
import { makeFlow } from "../flows.ts";
import type { TestApp, TestTenant } from "../harness.ts";

const minute = 60_000;
export const steps = [{ type: "add_tag", tag: "greeted" }];

export function setScheduleStage(t: TestApp) {
  return {
    /** An active flow with this schedule. */
    make: (
      own: TestTenant,
      trigger: object,
      { steps: given = steps, ...more }: { steps?: object[]; [field: string]: unknown } = {},
    ): Promise<any> => makeFlow(own, { type: "schedule", ...trigger }, given, more),
    /** A time of day some minutes from now, and its instant. */
    soon(minutes = 5): { time: string; at: Date } {
      const at = new Date(Math.floor((t.clock.now().getTime() + minutes * minute) / minute) * minute);
      return { time: at.toISOString().slice(11, 16), at };
    },
    async until(at: Date | number): Promise<void> {
      t.clock.advance(new Date(at).getTime() - t.clock.now().getTime());
      await t.drain();
      await t.settle();
    },
    /** Contacts, created at once. */
    async crowd(own: TestTenant, size: number): Promise<void> {
      await withClient(t.database.admin, (admin) =>
        admin.query(
          `insert into contacts (tenant_id, id, name, source, created_at, updated_at)
           select $1, gen_random_uuid(), 'Person ' || n, 'api', $2::timestamptz - (n / 3) * interval '1 s', $2 from generate_series(1, $3::int) n`,
          [own.id, t.clock.now(), size],
        ),
      );
    },
    /** Counts runs, and contacts who have one. */
    async count(own: TestTenant) {
      const [row] = await t.app.database.worker<{ runs: number; contacts: number }>({
        text: "select count(*)::int as runs, count(distinct contact_id)::int as contacts from flow_runs where tenant_id = $1",
        values: [own.id],
      });
      return [row?.runs, row?.contacts];
    },
    async schedule(own: TestTenant) {
      const [row] = await t.app.database.worker<any>({ text: "select * from flow_schedules where tenant_id = $1", values: [own.id] });
      return row;
    },
  };
}
