import { usageOfMonth } from "#modules/money/billing/index.ts";
import type { Allowance } from "#modules/organizations/entitlements/index.ts";
import { setMessagesLimited } from "./messages.queries.ts";

/** Counted by `countSent` (messages.service.ts). Messages from before the limit are taken from usage, which lags a few seconds. */
export const messageAllowance: Allowance = {
  name: "messagesPerMonth",
  alias: "messages",
  description: "Messages accepted for sending in a calendar month (UTC), without reactions and notes",
  per: "month",
  used: async (tx, now) => (await usageOfMonth(tx, now)).messages_out,
  /** Lets sends of a tenant without a limit do without additional queries (acceptOutbound). */
  async limited(tx, limited) {
    await setMessagesLimited(tx, limited);
  },
};
