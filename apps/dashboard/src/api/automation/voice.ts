/** Voice agents, their telephone numbers, and calls. Only calls have events; the turns of a live call have none. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  Call,
  CallsListQuery,
  CallSummary,
  CallsSummaryQuery,
  CallWithTurns,
  CreateCall,
  PhoneNumber,
  TelephonyAccount,
  TelephonyAccountTest,
  TestVoiceAgent,
  UpdatePhoneNumber,
  UpdateTelephonyAccount,
  UpdateVoiceAgent,
  VoiceAgent,
  VoiceAgentTest,
} from "@parley/sdk";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";
import { defineResource, whole } from "../resource.ts";

const liveMs = 1_000;
const idleMs = 30_000;
/** A summary is created within moments, or not at all. */
const summaryMs = 120_000;

export const voiceAgents = defineResource<VoiceAgent, object, UpdateVoiceAgent>("voice-agents", () => api.voiceAgents, whole);
export const phoneNumbers = defineResource<PhoneNumber, object, UpdatePhoneNumber>("phone-numbers", () => api.phoneNumbers, whole);
export const telephonyAccounts = defineResource<TelephonyAccount, object, UpdateTelephonyAccount>(
  "telephony-accounts",
  () => api.telephonyAccounts,
  whole,
);
export const calls = defineResource<Call, CallsListQuery>("calls", () => ({ list: (query, options) => api.calls.list(query, options) }));

export const voiceAgentsQuery = () => ({ ...voiceAgents.listQuery(), staleTime: 0, throwOnError: false });
export const phoneNumbersQuery = () => ({ ...phoneNumbers.listQuery(), staleTime: 0, throwOnError: false });
export const telephonyAccountsQuery = () => ({ ...telephonyAccounts.listQuery(), staleTime: 0, throwOnError: false });

/** Newest first. A ringing call has no event yet. */
export const callsQuery = (filters: CallsListQuery) => ({
  ...calls.listQuery(filters),
  staleTime: 0,
  refetchInterval: idleMs,
  throwOnError: false,
});

/** Of the last 30 days. It has no events, so it is polled while it is shown. */
export const callSummaryQuery = (filters: CallsSummaryQuery) =>
  queryOptions({
    queryKey: ["call-summary", filters] as const,
    queryFn: ({ signal }): Promise<CallSummary> => api.calls.summary(filters, { signal }),
    staleTime: 0,
    refetchInterval: idleMs,
    throwOnError: false,
  });

export const isLive = ({ status }: Pick<Call, "status">): boolean => status === "ringing" || status === "in_progress";

/** Its summary may still be created. */
export const awaitsSummary = ({ status, summary, endedAt }: Call, nowMs: number): boolean =>
  summary === null && status !== "no_answer" && endedAt !== null && nowMs - Date.parse(endedAt) < summaryMs;

export const callQuery = (id: string) =>
  queryOptions({
    queryKey: ["calls", "detail", id] as const,
    queryFn: ({ client, signal }): Promise<CallWithTurns> => fresh(client, "calls", id, () => api.calls.get(id, { signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      return isLive(data) ? liveMs : awaitsSummary(data, Date.now()) || data.recording?.status === "processing" ? 2 * liveMs : false;
    },
  });

/** The form shows the errors that this throws. */
export async function saveVoiceAgent(client: QueryClient, id: string, patch: UpdateVoiceAgent): Promise<VoiceAgent> {
  return cacheResult(client, await api.voiceAgents.update(id, patch));
}

export async function switchVoiceAgent(client: QueryClient, id: string, on: boolean): Promise<VoiceAgent> {
  return cacheResult(client, await (on ? api.voiceAgents.activate(id) : api.voiceAgents.deactivate(id)));
}

function cacheResult(client: QueryClient, agent: VoiceAgent): VoiceAgent {
  client.setQueryData(voiceAgents.detailQuery(agent.id).queryKey, agent);
  voiceAgents.invalidate(client, agent.id);
  return agent;
}

export async function makeCall(client: QueryClient, body: CreateCall, options: { idempotencyKey?: string }): Promise<Call> {
  const made = await api.calls.create(body, options);
  calls.invalidate(client);
  return made;
}

/** Each answer is charged as a started minute. */
export const tryVoiceAgent = (id: string, body: TestVoiceAgent): Promise<VoiceAgentTest> => api.voiceAgents.test(id, body);

export async function testAccount(client: QueryClient, id: string): Promise<TelephonyAccountTest> {
  try {
    return await api.telephonyAccounts.test(id);
  } finally {
    telephonyAccounts.invalidate(client, id);
  }
}

/** Opening it is recorded in the audit log. */
export const recordingUrl = (callId: string): string => `/api/v1/calls/${callId}/recording`;

export async function deleteRecording(client: QueryClient, callId: string): Promise<void> {
  await api.calls.recording.delete(callId);
  calls.invalidate(client, callId);
}

/** Takes effect within seconds, by the process that has the call. */
export async function askOfCall(client: QueryClient, id: string, what: "hangUp" | "transfer"): Promise<void> {
  await (what === "hangUp" ? api.calls.hangUp(id) : api.calls.transfer(id));
  calls.invalidate(client, id);
}
