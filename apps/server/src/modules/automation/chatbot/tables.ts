import { deleted, exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("automation/chatbot", {
  chatbots: {
    holds: "chatbots and their settings",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name settings"),
    onExport: exported("bot"),
  },
  chatbot_channels: {
    holds: "which chatbot serves a channel",
    personal: "nobody",
    onContactErasure: kept("of the tenant"),
    onExport: exported(null),
  },
  chatbot_sessions: {
    holds: "conversations that a chatbot has or had, and its next turn",
    personal: "contacts",
    onContactErasure: deleted("with the conversation"),
    onExport: exported(null),
  },
  chatbot_turns: {
    holds: "what a chatbot decided and why",
    personal: "contacts",
    onContactErasure: deleted("with the conversation"),
    onExport: exported("btn"),
  },
  chatbot_evaluations: {
    holds: "cases that a chatbot must answer well",
    personal: "nobody",
    onContactErasure: kept("questions that the tenant makes up", "name cases"),
    onExport: exported("bev"),
  },
  chatbot_evaluation_runs: {
    holds: "what it answered to them",
    personal: "nobody",
    onContactErasure: kept("answers to them", "settings cases results state"),
    onExport: exported("brn"),
  },
});
