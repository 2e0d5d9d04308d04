import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import type pg from "pg";
import { createTestDatabase, type TestDatabase } from "@parley/database/testing";
import { noFlattening, plannerSettings } from "./plans.ts";

interface Plan {
  "Node Type": string;
  "Plan Rows": number;
  Plans?: Plan[];
}

describe("planner settings", () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  /** On a connection opened as the pools do, with the `options` of its URL. */
  const opened = <T>(options: string | undefined, work: (client: pg.Client) => Promise<T>) =>
    withClient({ ...database.app, ...(options === undefined ? {} : { options }) }, async (client) => {
      await client.query(plannerSettings(options));
      return await work(client);
    });
  const planOf = (sql: string, options?: string) =>
    opened(options, async (client) => {
      const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`explain (format json) ${sql}`);
      return rows[0]?.["QUERY PLAN"][0].Plan as Plan;
    });
  const setting = (name: string, options?: string) =>
    opened(options, async (client) => (await client.query(`select current_setting('${name}') as value`)).rows[0].value);

  it("one_expected() makes the planner expect one row for the items of a batch, in every role", async () => {
    const items = `select * from jsonb_to_recordset('[]'::jsonb) as x (n integer)`;
    assert.equal((await planOf(items))["Plan Rows"], 100);
    const plan = await planOf(`${items} where one_expected(x.n)`);
    assert.equal(plan["Plan Rows"], 1);
    assert.doesNotMatch(JSON.stringify(plan), /one_expected/, "it is part of the statement, not called");
  });

  it("a subquery with noFlattening is never joined with all of the tenant's rows", async () => {
    const sql = (fence: string) =>
      `select m.id from unnest('{}'::uuid[]) x (id) cross join lateral (select m.id from messages m where m.tenant_id = '${"0".repeat(32)}' and m.id = x.id ${fence}) m`;
    const kinds = (plan: Plan): string[] => [plan["Node Type"], ...(plan.Plans ?? []).flatMap(kinds)];
    // On its own the planner would not choose nested loops.
    const options = "-c enable_nestloop=off";
    assert.ok(!kinds(await planOf(sql(""), options)).includes("Nested Loop"));
    assert.ok(kinds(await planOf(sql(noFlattening), options)).includes("Nested Loop"));
  });

  it("settings in a connection's URL are kept, and take precedence", async () => {
    assert.equal(await setting("enable_seqscan"), "off");
    const given = "-c search_path=pg_catalog -c jit=on";
    assert.equal(await setting("enable_seqscan", given), "off");
    assert.equal(await setting("search_path", given), "pg_catalog");
    assert.equal(await setting("jit", given), "on");
  });
});
