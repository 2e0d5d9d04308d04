import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("knowledge/ai", {
  ai_requests: {
    holds: "requests to models and their cost, without their content",
    personal: "nobody",
    onContactErasure: kept("requests without their content", "purpose reference outcome provider model attempts"),
    onExport: exported("air"),
    keptFor: "AI_REQUEST_DAYS",
  },
});
