import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("administration/request-logs", {
  request_logs: {
    holds: "requests made with API keys: what was asked for and answered, without what people wrote",
    personal: "people",
    onContactErasure: kept(
      "of a contact it has ids alone: values of bodies and paths are kept only where the API's document closes them",
      "method operation route path query error_code reference address user_agent request_id request_body answer_body",
    ),
    // Redacted bodies are of little use without context, and name fields such as "secret".
    onExport: exported("rql", { refs: { key_id: "key" }, omit: ["request_body", "answer_body"] }),
    keptFor: "seven days",
  },
});
