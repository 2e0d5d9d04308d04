import { blanked, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("contacts/contact-imports", {
  contact_imports: {
    holds: "imports of contacts, with examples of their columns",
    personal: "contacts",
    onContactErasure: blanked(
      "examples of cells, of all earlier imports, because they do not say whose data they are",
      "columns",
      "state filename delimiter encoding mapping on_existing default_country tags error actor_kind actor_id",
    ),
    onExport: exported("imp"),
    retention: "importsDays",
  },
  contact_import_chunks: {
    holds: "rows of those files that are not processed yet",
    personal: "contacts",
    onContactErasure: kept("unprocessed rows, deleted when processed: they create new contacts", "rows"),
    onExport: leftOut(reasons.passing),
    keptFor: "until the import ends",
  },
  contact_import_rows: {
    holds: "the outcome of each row",
    personal: "contacts",
    onContactErasure: blanked("the row no longer names its contact", "message", "outcome field issue"),
    onExport: exported(null),
    retention: "importsDays",
  },
});
