import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("voice/voice-agents", {
  voice_agents: {
    holds: "voice agents and their settings",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name settings"),
    onExport: exported("vag"),
  },
});
