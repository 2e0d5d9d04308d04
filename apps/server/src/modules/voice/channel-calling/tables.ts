import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("voice/channel-calling", {
  channel_calling: {
    holds: "the voice agents that answer the calls of chat channels",
    personal: "nobody",
    onContactErasure: kept("of the tenant"),
    onExport: exported(null),
  },
});
