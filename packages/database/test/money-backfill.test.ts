import assert from "node:assert/strict";
import { test } from "node:test";
import { ensureRoles, migrate, silentLog, withClient } from "../src/index.ts";
import { makeEmptyDatabase } from "./support.ts";

test("0017_money gives tenants that exist already an app and a subscription, and leaves row-level security forced", async () => {
  const database = await makeEmptyDatabase();
  try {
    await withClient(database.admin, (client) => ensureRoles(client, {}));
    await migrate(database.admin, { log: silentLog, targetVersion: 16 });
    const ask = (sql: string) => withClient(database.admin, async (client) => (await client.query(sql)).rows);
    await ask(`insert into tenants (tenant_id, name, kind, created_at, updated_at)
      select gen_random_uuid(), 'Tenant ' || n, 'business', now() - interval '1 year', now() from generate_series(1, 3) n`);
    await migrate(database.admin, { log: silentLog, targetVersion: 17 });
    const rows = await ask(`
      select t.name, a.name as app, a.is_active, a.balance, s.status, s.billing_amount, s.next_billing > now() as ahead, s.due_at = s.next_billing as due
        from tenants t join apps a on a.tenant_id = t.tenant_id join subscriptions s on s.tenant_id = t.tenant_id order by 1`);
    assert.deepEqual(
      rows,
      [1, 2, 3].map((n) => ({
        name: `Tenant ${n}`,
        app: `Tenant ${n}`,
        is_active: true,
        balance: "0.000000",
        status: "active",
        billing_amount: "0.000000",
        ahead: true,
        due: true,
      })),
    );
    assert.deepEqual(await ask("select relname::text from pg_class where relrowsecurity and not relforcerowsecurity"), []);
  } finally {
    await database.drop();
  }
});
