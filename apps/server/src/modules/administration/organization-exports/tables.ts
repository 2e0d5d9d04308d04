import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("administration/organization-exports", {
  organization_exports: {
    holds: "exports of an organization as one file",
    personal: "nobody",
    onContactErasure: kept(
      "the request; unfinished files are started again, finished ones expire",
      "state position counts error created_by",
    ),
    onExport: exported("oex"),
    alsoWrittenBy: {
      "administration/privacy": "files written before an erasure are written again or expire",
    },
  },
  organization_export_pieces: {
    holds: "pieces of those files in the media storage",
    personal: "both",
    onContactErasure: deleted("with their objects, all written before: a file does not say whose data it contains"),
    onExport: leftOut(reasons.files),
    keptFor: "until the file expires",
  },
});
