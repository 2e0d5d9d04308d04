import { exported, kept, leftOut, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("money/billing", {
  ledger_entries: {
    holds: "entries of balances, permanent",
    personal: "nobody",
    onContactErasure: kept("the tenant's account", "type reference reason admin_id model_name actor_kind actor_id"),
    onExport: exported("txn"),
  },
  reservations: {
    holds: "money that is reserved for work under way",
    personal: "nobody",
    onContactErasure: kept("the tenant's account", "reference status billing_mode"),
    onExport: exported(null),
    keptFor: "90 days after it ended",
  },
  usage_contacts: {
    holds: "contacts already counted as active in a month",
    personal: "contacts",
    onContactErasure: kept("how many contacts were active"),
    onExport: leftOut("the state of a count"),
    keptFor: "until the months after it are over",
  },
  usage_months: {
    holds: "usage by month",
    personal: "nobody",
    onContactErasure: kept("numbers"),
    onExport: exported(null),
  },
  usage_periods: {
    holds: "messages by hour and by day, for limits",
    personal: "nobody",
    onContactErasure: kept("numbers", "period"),
    onExport: exported(null),
    keptFor: "two days by the hour, 32 days by the day",
  },
  agency_client_months: {
    holds: "an agency's totals by client and month",
    personal: "nobody",
    onContactErasure: kept("numbers"),
    onExport: exported(null),
  },
});
