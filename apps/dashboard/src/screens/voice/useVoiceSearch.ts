import { useSearch } from "@tanstack/react-router";
import { type AgentSection, agentSections, type CallDirection, callDirections, type CallStatus, callStatuses } from "./voice-parts.ts";

interface Read {
  status: CallStatus | undefined;
  direction: CallDirection | undefined;
  voiceAgentId: string | undefined;
  t: number | undefined;
  section: AgentSection;
}

/** The URL's search parameters; invalid values are ignored. */
export function useVoiceSearch(): Read {
  const { status, direction, voiceAgentId, t, section } = useSearch({ from: "/app/voice/$part" });
  return {
    status: callStatuses.find((each) => each === status),
    direction: callDirections.find((each) => each === direction),
    voiceAgentId: typeof voiceAgentId === "string" && voiceAgentId !== "" ? voiceAgentId : undefined,
    t: typeof t === "number" && t >= 0 ? t : undefined,
    section: agentSections.find((each) => each === section) ?? "persona",
  };
}
