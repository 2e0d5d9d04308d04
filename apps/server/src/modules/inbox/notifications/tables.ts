import { deleted, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/notifications", {
  notifications: {
    holds: "what a member should see: a mention, an assignment, a missed target",
    personal: "both",
    onContactErasure: deleted("with the conversation"),
    onExport: exported("ntf"),
  },
});
