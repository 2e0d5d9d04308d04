import type { Scope } from "@parley/sdk";
import type { PlainKey } from "../../../i18n/catalogue.ts";

/** Its name, and the scope that applying it takes. */
const parts = {
  labels: { label: "snapshots.part.labels", scope: "labels:write" },
  contactFields: { label: "snapshots.part.contactFields", scope: "contacts:write" },
  ticketFields: { label: "snapshots.part.ticketFields", scope: "tickets:write" },
  pipelines: { label: "snapshots.part.pipelines", scope: "pipeline:write" },
  cannedReplies: { label: "snapshots.part.cannedReplies", scope: "conversations:write" },
  macros: { label: "snapshots.part.macros", scope: "conversations:write" },
  views: { label: "snapshots.part.views", scope: "conversations:write" },
  ticketCategories: { label: "snapshots.part.ticketCategories", scope: "tickets:write" },
  divisions: { label: "snapshots.part.divisions", scope: "divisions:write" },
  knowledgeCategories: { label: "snapshots.part.knowledgeCategories", scope: "knowledge:write" },
  faqs: { label: "snapshots.part.faqs", scope: "knowledge:write" },
  flows: { label: "snapshots.part.flows", scope: "flows:write" },
  voiceAgents: { label: "snapshots.part.voiceAgents", scope: "voice:write" },
  agentSettings: { label: "snapshots.part.agentSettings", scope: "agents:write" },
  settings: { label: "snapshots.part.settings", scope: "organization:write" },
} as const satisfies Record<string, { label: PlainKey; scope: Scope }>;

const known = (part: string) => (Object.hasOwn(parts, part) ? parts[part as keyof typeof parts] : null);

/** Null: an unknown part; its name is shown. */
export const partKey = (part: string): PlainKey | null => known(part)?.label ?? null;

/** Whether a grant allows the part. The server decides about unknown parts. */
export function isGranted(part: string, scopes: readonly string[]): boolean {
  const scope = known(part)?.scope;
  return scope === undefined || scopes.includes(scope);
}

/** Their scopes cannot be granted: only the client itself may change them. */
export const ofClientOnly: readonly string[] = ["settings", "agentSettings"];
