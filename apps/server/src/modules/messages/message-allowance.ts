import type { Allowance } from "#modules/entitlements/index.ts";

/** Counted by `countSent` (messages.service.ts); what was sent before there was a limit is what usage says, a few seconds behind. */
export const messageAllowance: Allowance = {
  name: "messagesPerMonth",
  alias: "messages",
  description: "Messages accepted for sending in a calendar month (UTC), without reactions and notes",
  per: "month",
  async used(tx, now) {
    const [row] = await tx.query<{ messages_out: number }>({
      name: "messages_of_month",
      text: "select messages_out from usage_months where tenant_id = $1 and month = $2",
      values: [tx.tenantId, `${now.toISOString().slice(0, 7)}-01`],
    });
    return row?.messages_out ?? 0;
  },
  /** So that a send of a tenant without a limit asks nothing more than it did (acceptOutbound). */
  async limited(tx, limited) {
    await tx.query({
      name: "app_messages_limited",
      text: "update apps set messages_limited = $2 where tenant_id = $1",
      values: [tx.tenantId, limited],
    });
  },
};
