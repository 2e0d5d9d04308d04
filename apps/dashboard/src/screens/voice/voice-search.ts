/** The address of the voice screens: search parameters of GET /calls, and what is open in a part. */
import type { AgentSection, CallDirection, CallStatus } from "./voice-parts.ts";

export interface VoiceSearch {
  /** Of the calls. */
  status?: CallStatus | undefined;
  direction?: CallDirection | undefined;
  voiceAgentId?: string | undefined;
  /** The second of a call that is marked. */
  t?: number | undefined;
  /** Of a voice agent's settings. */
  section?: AgentSection | undefined;
}
