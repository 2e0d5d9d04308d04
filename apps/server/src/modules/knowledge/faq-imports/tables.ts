import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("knowledge/faq-imports", {
  faq_imports: {
    holds: "files of FAQs being brought in",
    personal: "nobody",
    onContactErasure: kept(
      "what the tenant publishes",
      "state filename delimiter encoding columns mapping on_existing error actor_kind actor_id",
    ),
    onExport: exported("fim"),
  },
  faq_import_rows: {
    holds: "their rows, and what became of each",
    personal: "nobody",
    onContactErasure: kept("what the tenant publishes, gone from here when it is read", "cells outcome field issue message"),
    onExport: exported(null, { refs: { import_id: "fim", faq_id: "kfq" } }),
  },
});
