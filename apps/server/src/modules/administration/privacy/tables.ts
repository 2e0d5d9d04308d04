import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("administration/privacy", {
  privacy_requests: {
    holds: "exports and erasures of contacts, which are their own reports",
    personal: "nobody",
    onContactErasure: kept(
      "the report: counts and the contact's id",
      "kind state step position counts error created_by previous_seal seal",
    ),
    onExport: exported("prq"),
  },
  privacy_traces: {
    holds: "what identifies a person during their erasure",
    personal: "contacts",
    onContactErasure: deleted("with the last step"),
    onExport: leftOut(reasons.passing),
    keptFor: "until the last step",
  },
  privacy_export_chunks: {
    holds: "files about a contact, in pieces",
    personal: "contacts",
    onContactErasure: deleted("files about the contact"),
    onExport: leftOut(reasons.files),
    keptFor: "until the file expires",
  },
});
