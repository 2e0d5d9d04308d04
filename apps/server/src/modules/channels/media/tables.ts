import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("channels/media", {
  media: {
    holds: "files of messages, canned replies, knowledge and brands: what they are, and which content they have",
    personal: "contacts",
    onContactErasure: deleted("what the contact sent, and what was sent to nobody else"),
    onExport: exported("med"),
    retention: "mediaDays",
    alsoWrittenBy: {
      "administration/retention": "files of removed messages, and contents past their time",
    },
  },
  media_contents: {
    holds: "contents in the media storage, one for each organization and checksum",
    personal: "contacts",
    onContactErasure: deleted("with its file, where no other media has it"),
    onExport: exported(null),
    keptFor: "a while after nothing has it any more",
    alsoWrittenBy: {
      "administration/retention": "contents of removed messages wait for their removal",
    },
  },
  media_fetches: {
    holds: "downloads from platforms that are still to be made",
    personal: "contacts",
    onContactErasure: deleted("with the media"),
    onExport: leftOut(reasons.passing),
    keptFor: "until it is made or given up",
  },
  public_files: {
    holds: "which media anybody may see who knows the address",
    personal: "nobody",
    onContactErasure: kept("pictures of the agency", "token"),
    onExport: exported(null),
  },
});
