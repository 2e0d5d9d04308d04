import { deleted, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/notifications", {
  notifications: {
    holds: "notifications of members: mentions, assignments, missed targets",
    personal: "both",
    onContactErasure: deleted("with the conversation"),
    onExport: exported("ntf"),
  },
});
