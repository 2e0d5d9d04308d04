import type { PlainKey } from "../../../i18n/catalogue.ts";

const parts = {
  labels: "snapshots.part.labels",
  contactFields: "snapshots.part.contactFields",
  ticketFields: "snapshots.part.ticketFields",
  pipelines: "snapshots.part.pipelines",
  cannedReplies: "snapshots.part.cannedReplies",
  macros: "snapshots.part.macros",
  views: "snapshots.part.views",
  ticketCategories: "snapshots.part.ticketCategories",
  divisions: "snapshots.part.divisions",
  knowledgeCategories: "snapshots.part.knowledgeCategories",
  faqs: "snapshots.part.faqs",
  flows: "snapshots.part.flows",
  voiceAgents: "snapshots.part.voiceAgents",
  agentSettings: "snapshots.part.agentSettings",
  settings: "snapshots.part.settings",
} as const satisfies Record<string, PlainKey>;

/** Null: an unknown part; its name is shown. */
export const partKey = (part: string): PlainKey | null => (Object.hasOwn(parts, part) ? parts[part as keyof typeof parts] : null);

/** Their scopes cannot be granted: only the client itself may change them. */
export const ofClientOnly: readonly string[] = ["settings", "agentSettings"];
