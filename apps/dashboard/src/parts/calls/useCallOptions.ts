import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { Contact, PhoneNumber, VoiceAgent } from "@parley/sdk";
import { can, meQuery } from "../../api/session.ts";
import { phoneNumbersQuery, voiceAgentsQuery } from "../../api/automation/voice.ts";

export interface CallOptions {
  /** The active ones. */
  agents: VoiceAgent[];
  numbers: PhoneNumber[];
}

/** They have no events. Cached, so that stepping through conversations does not request them for each. */
const staleTime = 60_000;

/** The server calls nobody who is blocked or has opted out. */
export function isCallable({ phone, blockedAt, optIn }: Pick<Contact, "phone" | "blockedAt" | "optIn">): boolean {
  return phone !== null && blockedAt === null && optIn !== "opted_out";
}

/** What is needed to call a contact; null: this person may not, they cannot be called, or there is no number or no active voice agent. */
export function useCallOptions(contact: Contact | undefined): CallOptions | null {
  const { data: me } = useSuspenseQuery(meQuery);
  const enabled = contact !== undefined && isCallable(contact) && can(me, "voice:write") && can(me, "voice:read");
  const { data: agents } = useQuery({ ...voiceAgentsQuery(), staleTime, enabled });
  const { data: numbers } = useQuery({ ...phoneNumbersQuery(), staleTime, enabled });
  const active = agents?.items.filter(({ isActive }) => isActive) ?? [];
  return enabled && active.length > 0 && numbers !== undefined && numbers.items.length > 0
    ? { agents: active, numbers: numbers.items }
    : null;
}
