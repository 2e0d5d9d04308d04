import { deleted, exported, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("voice/calls", {
  voice_calls: {
    holds: "calls with contacts, their outcome and cost",
    personal: "contacts",
    onContactErasure: deleted("before the contact"),
    onExport: exported("call", { refs: { callback_ticket_id: "tkt" } }),
    retention: "messagesDays",
  },
  voice_channel_calls: {
    holds: "what a call of a channel takes while it rings and goes on, such as its session description",
    personal: "contacts",
    onContactErasure: deleted("with the call"),
    onExport: leftOut(reasons.passing),
    retention: "messagesDays",
  },
  voice_recordings: {
    holds: "whether a call was recorded, when, and as which file",
    personal: "contacts",
    onContactErasure: deleted("with the call, and its file with it"),
    onExport: exported(null, { omit: ["peaks"] }),
    retention: "messagesDays",
  },
  voice_recording_pieces: {
    holds: "what a recording consists of until it is one file in the media storage",
    personal: "contacts",
    onContactErasure: deleted("with the call"),
    onExport: leftOut(reasons.passing),
    keptFor: "until the file is stored, seconds after the call",
  },
  voice_call_turns: {
    holds: "what was said in a call, and which tools were used",
    personal: "contacts",
    onContactErasure: deleted("with the call"),
    onExport: exported(null),
    retention: "messagesDays",
  },
});
