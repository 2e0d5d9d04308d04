/** Direct access to the ledger. */
import { after } from "node:test";
import { withClient } from "@parley/database";
import type { LedgerContext } from "../../src/modules/money/billing/ledger.ts";
import { patientDatabase } from "../database/locks.ts";
import { startTestApp, type TestTenant } from "../harness.ts";

export const t = await startTestApp({ database: await patientDatabase() });
after(async () => {
  await t.stop();
  await t.database.drop();
});
export const { ledger } = t.app;
export const actor = { kind: "system", id: "test" } as const;

export const write = <T>(tenant: TestTenant, verb: (ctx: LedgerContext) => Promise<T>): Promise<T> =>
  t.app.database.withTenant(tenant.id, (tx) => verb({ tx, now: t.clock.now(), actor }));
export const entriesOf = async (tenant: TestTenant) =>
  (
    await withClient(t.database.admin, (admin) =>
      admin.query("select * from ledger_entries where tenant_id = $1 order by number", [tenant.id]),
    )
  ).rows as { type: string; amount: string; balance_after: string; reference: string; number: number }[];

export async function withCredit(amount: number): Promise<TestTenant> {
  const tenant = await t.tenant();
  if (amount > 0) await write(tenant, (ctx) => ledger.topUp(ctx, { amount, reference: "start" }));
  return tenant;
}
