import { deleted, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("inbox/push", {
  push_subscriptions: {
    holds: "browsers of members that web push reaches, their addresses and keys sealed",
    personal: "people",
    onContactErasure: kept("browsers of people of the tenant", "endpoint_hash sealed language"),
    onExport: leftOut(reasons.credential),
    keptFor: "until its session ends",
  },
  push_messages: {
    holds: "web push messages on their way; not what they say",
    personal: "both",
    onContactErasure: deleted("with the notification"),
    onExport: leftOut(reasons.passing),
    keptFor: "two days",
    alsoWrittenBy: {
      "administration/maintenance": "removes what is past its time",
    },
  },
});
