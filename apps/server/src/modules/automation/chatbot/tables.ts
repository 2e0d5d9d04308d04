import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("automation/chatbot", {
  chatbots: {
    holds: "chatbots and their settings",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name settings"),
    onExport: exported("bot", { omit: ["turns_counted_before"] }),
  },
  chatbot_channels: {
    holds: "the chatbot of a channel",
    personal: "nobody",
    onContactErasure: kept("of the tenant"),
    onExport: exported(null),
  },
  chatbot_sessions: {
    holds: "conversations that a chatbot has or had, with its next turn",
    personal: "contacts",
    onContactErasure: deleted("with the conversation"),
    onExport: exported(null),
  },
  chatbot_turns: {
    holds: "decisions of a chatbot, with the reasons",
    personal: "contacts",
    onContactErasure: deleted("with the conversation"),
    onExport: exported("btn"),
    alsoWrittenBy: {
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  chatbot_turn_days: {
    holds: "how many turns of a chatbot decided what on a day",
    personal: "nobody",
    onContactErasure: kept("numbers, without the turns that are deleted", "decision"),
    onExport: leftOut(reasons.derived),
    alsoWrittenBy: {
      "administration/privacy": "turns that go with their conversation are taken off in the same transaction",
    },
  },
  chatbot_evaluations: {
    holds: "cases that a chatbot must answer well",
    personal: "nobody",
    onContactErasure: kept("questions written by the tenant", "name cases"),
    onExport: exported("bev"),
  },
  chatbot_evaluation_runs: {
    holds: "runs of the cases, with the answers",
    personal: "nobody",
    onContactErasure: kept("answers to the tenant's own questions", "settings cases results state"),
    onExport: exported("brn"),
  },
});
