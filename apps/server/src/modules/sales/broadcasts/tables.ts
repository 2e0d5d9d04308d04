import { deleted, exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("sales/broadcasts", {
  broadcasts: {
    holds: "messages to an audience: content, audience, pace, progress",
    personal: "nobody",
    onContactErasure: kept(
      "of the tenant; an audience by list holds ids, which name nobody any more",
      "title content audience status quiet_hours auto_pause limits_from pause_reason error state rules created_by",
    ),
    onExport: exported("brd", { refs: { after_id: null } }),
  },
  broadcast_recipients: {
    holds: "who gets a broadcast, and what became of it",
    personal: "contacts",
    onContactErasure: deleted("with the contact"),
    onExport: exported(null),
  },
  broadcast_counts: {
    holds: "how many recipients have which status",
    personal: "nobody",
    onContactErasure: kept("numbers", "status reason"),
    onExport: exported(null),
  },
});
