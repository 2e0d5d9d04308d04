/** The parts of the voice screens, and their names in URLs. */
export const voiceParts = ["calls", "agents", "telephone"] as const;
export type VoicePart = (typeof voiceParts)[number];

export const callStatuses = ["ringing", "in_progress", "completed", "transferred", "failed", "no_answer"] as const;
export type CallStatus = (typeof callStatuses)[number];

export const callDirections = ["inbound", "outbound"] as const;
export type CallDirection = (typeof callDirections)[number];

/** The sections of a voice agent's settings, in page order. */
export const agentSections = [
  "persona",
  "opening",
  "speech",
  "scope",
  "tools",
  "transfer",
  "hours",
  "limits",
  "recording",
  "afterCall",
] as const;
export type AgentSection = (typeof agentSections)[number];
