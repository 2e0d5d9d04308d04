import { deleted, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("voice/calls", {
  voice_calls: {
    holds: "telephone calls with contacts, their outcome and cost",
    personal: "contacts",
    onContactErasure: deleted("with the contact"),
    onExport: exported("call", { refs: { callback_ticket_id: "tkt" } }),
    retention: "messagesDays",
  },
  voice_call_turns: {
    holds: "what was said in a call, and which tools were used",
    personal: "contacts",
    onContactErasure: deleted("with the call"),
    onExport: exported(null),
    retention: "messagesDays",
  },
});
