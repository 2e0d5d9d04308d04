import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("money/payment-gateway", {
  gateway_settings: {
    holds: "the payment gateway of the installation, with sealed keys",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "base_url secret_key secret_key_last_four callback_token test_error"),
    onExport: exported(null),
  },
});
