import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("knowledge/ai", {
  ai_requests: {
    holds: "what was asked of models and what it cost, without a word of it",
    personal: "nobody",
    onContactErasure: kept("what was asked of whom, without a word of it", "purpose reference outcome provider model attempts"),
    onExport: exported("air"),
    keptFor: "AI_REQUEST_DAYS",
  },
});
