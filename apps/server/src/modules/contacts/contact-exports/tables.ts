import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("contacts/contact-exports", {
  contact_exports: {
    holds: "exports of contacts",
    personal: "nobody",
    onContactErasure: kept(
      "the request; unfinished files are started again, finished ones expire",
      "state segment_name rules fields error created_by",
    ),
    onExport: exported("exp", { refs: { after_id: null } }),
    alsoWrittenBy: {
      "administration/privacy": "files written before an erasure are written again or expire",
    },
  },
  contact_export_chunks: {
    holds: "those files, in pieces",
    personal: "contacts",
    onContactErasure: deleted("all files of the tenant written before: a file does not say whose data it contains"),
    onExport: leftOut(reasons.files),
    keptFor: "until the file expires",
  },
});
