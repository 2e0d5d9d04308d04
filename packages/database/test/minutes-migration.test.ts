/** Migration 0082 on the database of a busy server: usage_months.ai_requests without the minutes of calls. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type pg from "pg";
import { migrate, silentLog, withClient } from "../src/index.ts";
import { createTestDatabase } from "../src/testing.ts";

const database = await createTestDatabase();
after(() => database.drop());

/** With an entry of the ledger per line: month, reference, requests. */
async function tenant(client: pg.Client, hasCalls: boolean, entries: [month: string, reference: string, requests: number][]) {
  const [id, app] = [randomUUID(), randomUUID()];
  await client.query("insert into tenants (tenant_id, name, kind, created_at, updated_at) values ($1, 'T', 'business', now(), now())", [
    id,
  ]);
  await client.query(
    `insert into apps (tenant_id, id, name, is_active, balance, reserved, allow_negative, entries, created_at, updated_at)
     values ($1, $2, 'T', true, 0, 0, false, 0, now(), now())`,
    [id, app],
  );
  if (hasCalls)
    await client.query(
      `insert into voice_agents (tenant_id, id, name, is_active, settings, version, created_at, updated_at, deleted_at)
       values ($1, $2, 'V', false, '{}', 1, now(), now(), now())`,
      [id, randomUUID()],
    );
  for (const [n, [month, reference, requests]] of entries.entries()) {
    await client.query(
      `insert into ledger_entries (tenant_id, id, app_id, number, type, amount, balance_after, reference, actor_kind, actor_id, created_at,
         model_name, cost_per_request, requests)
       values ($1, $2, $3, $4, 'usage', 0, 0, $5, 'system', 'x', $6, 'm', 0, $7)`,
      [id, randomUUID(), app, n + 1, reference, `${month}-01T00:00:00Z`, requests],
    );
    await client.query(
      `insert into usage_months as u (tenant_id, month, ai_requests) values ($1, $2, $3)
       on conflict (tenant_id, month) do update set ai_requests = u.ai_requests + excluded.ai_requests`,
      [id, `${month}-01`, requests],
    );
  }
  return id;
}

const answersOf = async (client: pg.Client, id: string) => {
  const { rows } = await client.query(
    "select to_char(month, 'YYYY-MM') as month, ai_requests::int as n from usage_months where tenant_id = $1 order by 1",
    [id],
  );
  return rows.map(({ month, n }) => [month, n]);
};

test("minutes are taken out of every month beside open transactions of the ledger, and a repetition changes nothing", async () => {
  await withClient(database.admin, async (client) => {
    const caller = await tenant(client, true, [
      ["2026-09", "answer-1", 2],
      ["2026-10", "voice:a", 7],
      ["2026-11", "answer-2", 3],
      ["2026-11", "voice:b", 5],
      ["2026-11", "answer-3", 1],
    ]);
    const other = await tenant(client, false, [["2026-11", "answer-4", 4]]);
    const again = async () => {
      await client.query("delete from schema_migrations where version >= 82");
      return migrate(database.admin, { log: silentLog, targetVersion: 82 });
    };
    await withClient(database.admin, async (busy) => {
      await busy.query("begin");
      await tenant(busy, false, [["2026-11", "answer-5", 1]]);
      assert.deepEqual((await again()).applied, ["0082_minutes_are_not_answers"]);
      await busy.query("rollback");
    });
    for (let runs = 1; runs <= 2; runs++) {
      assert.deepEqual(await answersOf(client, caller), [
        ["2026-09", 2],
        ["2026-10", 0],
        ["2026-11", 4],
      ]);
      assert.deepEqual(await answersOf(client, other), [["2026-11", 4]]);
      if (runs === 1) await again();
    }
    const { rows } = await client.query(
      "select relname::text as name from pg_class where relname in ('voice_agents', 'usage_months', 'ledger_entries') and not relforcerowsecurity",
    );
    assert.deepEqual(rows, []);
  });
});
