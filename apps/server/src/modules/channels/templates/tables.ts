import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("channels/templates", {
  templates: {
    holds: "message templates, as on the platform",
    personal: "nobody",
    onContactErasure: kept(
      "of the tenant",
      "provider_template_id name language category status platform_status quality rejected_reason parameter_format variables components",
    ),
    onExport: exported("tpl"),
  },
});
