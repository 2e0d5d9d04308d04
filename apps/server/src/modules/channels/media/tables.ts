import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("channels/media", {
  media: {
    holds: "files of messages, canned replies, knowledge and brands, with a reference to their content",
    personal: "contacts",
    onContactErasure: deleted("files that the contact sent, and files sent to nobody else"),
    onExport: exported("med"),
    retention: "mediaDays",
    alsoWrittenBy: {
      "administration/retention": "files of deleted messages, and expired contents",
    },
  },
  media_contents: {
    holds: "contents in the media storage, one for each organization and checksum",
    personal: "contacts",
    onContactErasure: deleted("with its file, unless another media has it"),
    onExport: exported(null),
    keptFor: "some time after the last media with it was deleted",
    alsoWrittenBy: {
      "administration/retention": "contents of deleted messages are marked for deletion",
    },
  },
  media_fetches: {
    holds: "pending downloads from platforms",
    personal: "contacts",
    onContactErasure: deleted("with the media"),
    onExport: leftOut(reasons.passing),
    keptFor: "until it is done or given up",
  },
  public_files: {
    holds: "media that anybody with their URL may see",
    personal: "nobody",
    onContactErasure: kept("pictures of the agency", "token"),
    onExport: exported(null),
  },
});
