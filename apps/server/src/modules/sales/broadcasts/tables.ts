import { deleted, exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("sales/broadcasts", {
  broadcasts: {
    holds: "messages to an audience: content, audience, rate, progress",
    personal: "nobody",
    onContactErasure: kept(
      "of the tenant; an audience by list contains only ids, which identify nobody any more",
      "title content audience status quiet_hours auto_pause limits_from pause_reason error state rules created_by",
    ),
    onExport: exported("brd", { refs: { after_id: null } }),
    alsoWrittenBy: {
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  broadcast_recipients: {
    holds: "recipients of broadcasts, with the outcome",
    personal: "contacts",
    onContactErasure: deleted("with the contact"),
    onExport: exported(null),
    alsoWrittenBy: {
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  broadcast_counts: {
    holds: "the number of recipients by status",
    personal: "nobody",
    onContactErasure: kept("numbers", "status reason"),
    onExport: exported(null),
    alsoWrittenBy: {
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
});
