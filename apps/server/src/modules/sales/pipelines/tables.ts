import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("sales/pipelines", {
  pipelines: {
    holds: "pipelines",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name"),
    onExport: exported("pip"),
  },
  pipeline_stages: {
    holds: "stages of pipelines",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name color kind"),
    onExport: exported("stg"),
  },
});
