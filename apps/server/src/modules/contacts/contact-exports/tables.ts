import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("contacts/contact-exports", {
  contact_exports: {
    holds: "files of contacts being written",
    personal: "nobody",
    onContactErasure: kept(
      "what was asked for; unfinished files begin anew, finished ones expire",
      "state segment_name rules fields error created_by",
    ),
    onExport: exported("exp", { refs: { after_id: null } }),
    alsoWrittenBy: {
      "administration/privacy": "files that were made before an erasure are made anew or expire",
    },
  },
  contact_export_chunks: {
    holds: "those files, in pieces",
    personal: "contacts",
    onContactErasure: deleted("all files of the tenant made before: a file tells not of whom it is"),
    onExport: leftOut(reasons.files),
    keptFor: "until the file expires",
  },
});
