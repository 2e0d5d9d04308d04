/** Constructed races: a row is held until the others are seen waiting for it. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@parley/database/testing";
import pg from "pg";

/** A database whose clients wait longer for a lock than a test takes, even on a slow machine. */
export async function patientDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  return { ...database, app: { ...database.app, lock_timeout: 60_000, statement_timeout: 60_000 } };
}

export interface HeldTransaction {
  query(text: string, values?: unknown[]): Promise<any[]>;
  /** Commits and disconnects. */
  release(): Promise<void>;
}

/** A transaction of the superuser, or of a tenant under its row-level security, open until it is released. */
export async function openTransaction(database: TestDatabase, tenantId?: string): Promise<HeldTransaction> {
  const client = new pg.Client({ ...(tenantId === undefined ? database.admin : database.app), options: "-c search_path=public" });
  await client.connect();
  await client.query(tenantId === undefined ? "begin" : `begin; set local app.tenant_id = '${tenantId}'`);
  return {
    query: async (text, values = []) => (await client.query(text, values)).rows,
    async release() {
      await client.query("commit");
      await client.end();
    },
  };
}

/** Resolves once this many clients of the database are waiting for a lock. */
export function untilWaiting(database: TestDatabase, count: number): Promise<void> {
  return until(database, `${count} clients wait for a lock`, {
    text: `select count(*) >= $1 as yes from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    values: [count],
  });
}

/** Resolves once no inbound event is waiting. With another transaction open, `drain` would never end: the event log waits for it. */
export function untilProcessed(database: TestDatabase): Promise<void> {
  return until(database, "every inbound event is processed", {
    text: "select not exists (select 1 from inbound_events where state in ('ready', 'leased')) as yes",
    values: [],
  });
}

async function until(database: TestDatabase, what: string, probe: { text: string; values: unknown[] }): Promise<void> {
  const client = new pg.Client(database.admin);
  await client.connect();
  try {
    const deadline = Date.now() + 30_000;
    while (!(await client.query(probe)).rows[0].yes) {
      assert.ok(Date.now() < deadline, `not so after 30 s: ${what}`);
      await sleep(10);
    }
  } finally {
    await client.end();
  }
}
