/** SQL and the evaluator give the same result for the same contacts and rules; audience.full.test.ts has ten times as many. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { compareAudiences, t } from "../../../../test/stages/audience-stage.ts";

describe("an audience", () => {
  it("property: the database and the evaluator agree for any rules", () => compareAudiences(40));

  it("is empty without a tenant, regardless of the rules", async () => {
    const asked = await withClient(t.database.app, async (client) => [
      (await client.query(`select * from list_audience('{"all": []}', '{}', null, null, 10)`)).rows,
      (await client.query(`select total, sample from count_audience('{"all": []}', '{}', 10)`)).rows,
    ]);
    assert.deepEqual(asked, [[], [{ total: 0, sample: [] }]]);
  });
});
