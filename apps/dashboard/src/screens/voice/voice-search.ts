/** The address of the voice screens: search parameters of GET /calls, and what is open in a part. */
import type { CallsListQuery } from "@parley/sdk";

export const voiceParts = ["calls", "agents", "telephone"] as const;
export type VoicePart = (typeof voiceParts)[number];

export const callStatuses = ["ringing", "in_progress", "completed", "transferred", "failed", "no_answer"] as const;

/** The sections of a voice agent's settings, in their order on the page. */
export const agentSections = ["persona", "opening", "speech", "scope", "tools", "transfer", "hours", "limits"] as const;
export type AgentSection = (typeof agentSections)[number];

export interface VoiceSearch extends Pick<CallsListQuery, "status" | "voiceAgentId"> {
  /** The second of a call that is marked. */
  t?: number | undefined;
  /** Of a voice agent's settings. */
  section?: AgentSection | undefined;
}

/** Reads an address; invalid values are ignored. */
export function readVoiceSearch(given: Record<string, unknown>): VoiceSearch {
  const { t, voiceAgentId } = given;
  return {
    status: callStatuses.find((each) => each === given["status"]),
    voiceAgentId: typeof voiceAgentId === "string" && voiceAgentId !== "" ? voiceAgentId : undefined,
    t: typeof t === "number" && Number.isInteger(t) && t >= 0 ? t : undefined,
    section: agentSections.find((each) => each === given["section"]),
  };
}
