import assert from "node:assert/strict";
import type { TestApp, TestTenant } from "../../harness.ts";

/** What tests of calls do with a tenant, however its calls arrive. */
export function deskTools(t: TestApp, tenant: TestTenant) {
  return {
    async faq(question: string, answer: string, who: TestTenant = tenant): Promise<void> {
      const made = await who.api.post("/api/v1/knowledge/faqs", { question, answer, status: "published", language: "en" });
      assert.equal(made.status, 200, made.text);
      await t.drain();
    },
    /** Credits, and the price of a minute of speech. */
    async fund(amount: number): Promise<void> {
      await t.app.database.withTenant(tenant.id, (tx) =>
        t.app.ledger.credit(
          { tx, now: t.clock.now(), actor: { kind: "system", id: "test" } },
          { amount, reference: `fund ${amount}`, adminId: null },
        ),
      );
    },
    async events(type: string): Promise<any[]> {
      const rows = await t.app.database.worker<{ data: any }>({
        text: "select data from event_log where tenant_id = $1 and type = $2 order by xid, id",
        values: [tenant.id, type],
      });
      return rows.map((row) => row.data);
    },
  };
}
