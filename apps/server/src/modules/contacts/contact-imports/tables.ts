import { blanked, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("contacts/contact-imports", {
  contact_imports: {
    holds: "files of contacts being brought in, with examples of their columns",
    personal: "contacts",
    onContactErasure: blanked(
      "examples of cells, of all imports before: of whom they are cannot be seen",
      "columns",
      "state filename delimiter encoding mapping on_existing default_country tags error actor_kind actor_id",
    ),
    onExport: exported("imp"),
    retention: "importsDays",
  },
  contact_import_chunks: {
    holds: "rows of those files that are still to be read",
    personal: "contacts",
    onContactErasure: kept("rows still to be read, gone when they are: what they bring begins afresh", "rows"),
    onExport: leftOut(reasons.passing),
    keptFor: "until the import ends",
  },
  contact_import_rows: {
    holds: "what became of each row",
    personal: "contacts",
    onContactErasure: blanked("the report's row forgets whom it brought", "message", "outcome field issue"),
    onExport: exported(null),
    retention: "importsDays",
  },
});
