import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { startTestApp } from "../../../../test/harness.ts";
import { compileAudience } from "./audience-compile.ts";
import { countAudience, planOf } from "./audience.queries.ts";
import { rangeOf, countDeliverability } from "./audience-count.ts";

const t = await startTestApp();
after(() => t.stop());
const options = { kind: "chat_app", account: "", byPhone: true, openAt: null, sample: 10 };

describe("an estimate of an audience", () => {
  it("made from every fiftieth contact has the exact count in its range, and counts no other tenant's contacts", async () => {
    const [own, other] = [await t.tenant(), await t.tenant()];
    for (const [n, tenant] of [own, other].entries())
      await t.app.database.withTenant(tenant.id, (tx) =>
        tx.query({
          text: `insert into contacts (tenant_id, id, name, phone, phone_key, source, tags, country, opt_in, blocked_at, created_at, updated_at)
                 select $1, md5($2 || '/' || n)::uuid, 'Person ' || n, case when n % 5 > 0 then '+44' || 7000000000 + n end,
                        case when n % 5 > 0 then '44' || 7000000000 + n end, 'import', case when n % 3 = 0 then '{vip}'::text[] else '{}' end,
                        case when n % 4 = 0 then 'GB' else 'DE' end, case when n % 10 = 1 then 'opted_out' else 'unknown' end,
                        case when n % 10 = 2 then now() end, now() - n * interval '1 s', now()
                   from generate_series(1, 6000) n`,
          values: [tenant.id, String(n)],
        }),
      );
    const plan = (rules: object) => planOf(compileAudience(rules as never, { definitions: [], now: t.clock.now(), at: "rules" }));
    const survey = (rules: object, every: number) =>
      t.app.database.withTenant(own.id, (tx) => countDeliverability(tx, plan(rules), every, options));
    const all = { rules: [{ field: "name", op: "exists" }] };
    const exact = await survey(all, 1);
    assert.deepEqual(
      [exact.count, exact.exact, exact.optedOut, exact.blocked, exact.noIdentity, exact.windowClosed, exact.sample.length],
      [6000, true, 600, 600, 1200, 0, 10],
    );
    for (const [rules, count] of [
      [all, 6000],
      [{ rules: [{ field: "country", op: "eq", value: "GB" }] }, 1500],
      [{ rules: [{ field: "tags", op: "has_any", value: ["vip"] }] }, 2000],
      [{ rules: [{ field: "name", op: "eq", value: "nobody" }] }, 0],
    ] as const) {
      assert.equal((await survey(rules, 1)).count, count);
      const estimate = await survey(rules, 50);
      assert.equal(estimate.exact, false);
      assert.ok(estimate.range.from <= count && count <= estimate.range.to, `${JSON.stringify(estimate.range)} of ${count}`);
      assert.ok(estimate.range.from <= estimate.count && estimate.count <= estimate.range.to);
      const counted = await t.app.database.withTenant(own.id, (tx) => countAudience(tx, plan(rules), 50, 10));
      assert.deepEqual([counted.count, counted.sample], [estimate.count, estimate.sample], "a count alone looks at the same contacts");
    }
    const newest = (await survey(all, 1)).sample[0];
    const [first] = await t.app.database.worker<{ id: string }>({ text: "select md5('0/1')::uuid::text as id" });
    assert.equal(newest, first?.id, "the sample begins with the newest");
  });

  it("has no range if it is exact", () => {
    assert.deepEqual(rangeOf(7, 1), { from: 7, to: 7 });
    assert.deepEqual(rangeOf(0, 50), { from: 0, to: 200 });
  });
});
