import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("voice/telephony", {
  telephony_accounts: {
    holds: "accounts at telephony providers, their tokens sealed",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "provider name provider_account_id base_url auth_token last_four state last_error"),
    onExport: exported("tla"),
  },
  phone_numbers: {
    holds: "the tenant's telephone numbers, and the voice agents that answer them",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "number name"),
    onExport: exported("pnr"),
  },
});
