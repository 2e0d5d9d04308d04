import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("money/payment-requests", {
  payment_requests: {
    holds: "invoices at the gateway, and the work to be done for them",
    personal: "nobody",
    onContactErasure: kept(
      "of the tenant",
      "currency description status invoice_id invoice_url problem state last_error actor_kind actor_id",
    ),
    onExport: exported("pay"),
  },
});
