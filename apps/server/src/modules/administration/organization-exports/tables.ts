import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("administration/organization-exports", {
  organization_exports: {
    holds: "exports of an organization as one file",
    personal: "nobody",
    onContactErasure: kept(
      "what was asked for; unfinished files begin anew, finished ones expire",
      "state position counts error created_by",
    ),
    onExport: exported("oex"),
    alsoWrittenBy: {
      "administration/privacy": "files that were made before an erasure are made anew or expire",
    },
  },
  organization_export_pieces: {
    holds: "pieces of those files in the media storage",
    personal: "both",
    onContactErasure: deleted("with their objects, all made before: a file tells not of whom it is"),
    onExport: leftOut(reasons.files),
    keptFor: "until the file expires",
  },
});
