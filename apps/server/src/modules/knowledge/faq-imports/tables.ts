import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("knowledge/faq-imports", {
  faq_imports: {
    holds: "imports of FAQs",
    personal: "nobody",
    onContactErasure: kept(
      "what the tenant publishes",
      "state filename delimiter encoding columns mapping on_existing error actor_kind actor_id",
    ),
    onExport: exported("fim"),
  },
  faq_import_rows: {
    holds: "their rows, with the outcome of each",
    personal: "nobody",
    onContactErasure: kept("what the tenant publishes, deleted here when it is processed", "cells outcome field issue message"),
    onExport: exported(null, { refs: { import_id: "fim", faq_id: "kfq" } }),
  },
});
