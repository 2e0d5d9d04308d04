/** The search parameters of the voice screens: those of GET /calls, and what is open in a part. */
import type { AgentSection, CallDirection, CallStatus } from "./voice-parts.ts";

export interface VoiceSearch {
  /** For calls. */
  status?: CallStatus | undefined;
  direction?: CallDirection | undefined;
  voiceAgentId?: string | undefined;
  /** The marked second of a call. */
  t?: number | undefined;
  /** For a voice agent's settings. */
  section?: AgentSection | undefined;
}
