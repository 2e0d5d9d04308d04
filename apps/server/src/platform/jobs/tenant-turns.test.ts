import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { startTestApp } from "../../../test/harness.ts";
import { isConnectionFailure, type Tx } from "../db/database.ts";
import { createLog } from "../log/log.ts";
import { createTenantTurns } from "./tenant-turns.ts";

const t = await startTestApp();
after(() => t.stop());

const failure = "it stays due";

function createTurns() {
  const logged: { tenantId: string; msg: string }[] = [];
  const log = createLog("error", { write: (line) => void logged.push(JSON.parse(line)) });
  return { logged, ...createTenantTurns({ database: t.app.database, log }, failure) };
}

const statement = (tx: Tx, text: string) => tx.query<{ value: string }>({ text });

async function tenantSeen(tx: Tx): Promise<string | undefined> {
  const [row] = await statement(tx, "select current_setting('app.tenant_id') as value");
  return row?.value;
}

describe("the turns of tenants", () => {
  it("a tenant whose transaction failed stops nobody else, is logged, and is skipped for one round", async () => {
    const [a, b] = [(await t.tenant()).id, (await t.tenant()).id];
    const turns = createTurns();
    async function round(work: (tx: Tx) => Promise<string | undefined>) {
      const due = await turns.list(async (skipped) => [a, b].filter((id) => !skipped.includes(id)));
      const results = [];
      for (const id of due) results.push(await turns.run(id, work));
      return results;
    }
    const failFor = async (tx: Tx) =>
      tx.tenantId === a ? (await statement(tx, "select (1 / 0)::text as value"))[0]?.value : tenantSeen(tx);
    assert.deepEqual(await round(failFor), [undefined, b]);
    assert.deepEqual(
      turns.logged.map(({ tenantId, msg }) => [tenantId, msg]),
      [[a, failure]],
    );
    assert.deepEqual(await round(tenantSeen), [b]);
    assert.deepEqual(await round(tenantSeen), [a, b]);
  });

  it("a tenant is skipped until a round was listed", async () => {
    const { id } = await t.tenant();
    const turns = createTurns();
    await turns.run(id, (tx) => statement(tx, "select 1 / 0"));
    await assert.rejects(
      turns.list(() => Promise.reject(new Error("not listed"))),
      /not listed/,
    );
    assert.deepEqual(await turns.list(async (skipped) => skipped), [id]);
    assert.deepEqual(await turns.list(async (skipped) => skipped), []);
  });

  it("a transaction aborted by a conflict is repeated", async () => {
    const { id } = await t.tenant();
    const turns = createTurns();
    let attempts = 0;
    const result = await turns.run(id, async (tx) => {
      attempts += 1;
      if (attempts === 1) await statement(tx, "do $$ begin raise exception 'lost' using errcode = '40001'; end $$");
      return tenantSeen(tx);
    });
    assert.deepEqual([result, attempts, turns.logged.length], [id, 2, 0]);
  });

  it("a lost connection ends the round, and is nobody's failure", async () => {
    const { id } = await t.tenant();
    const turns = createTurns();
    await assert.rejects(
      turns.run(id, (tx) => statement(tx, "select pg_terminate_backend(pg_backend_pid())")),
      isConnectionFailure,
    );
    assert.deepEqual([await turns.list(async (skipped) => skipped), turns.logged.length], [[], 0]);
  });
});
