import type { Tx } from "#platform/db/database.ts";

export function findTenantName(tx: Tx): Promise<{ name: string }[]> {
  return tx.query({
    name: "chatbot_trial_tenant",
    text: "select name from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
}
