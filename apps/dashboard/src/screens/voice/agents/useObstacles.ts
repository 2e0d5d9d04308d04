import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { PhoneNumber, TelephonyAccount, VoiceAgent } from "@parley/sdk";
import { aiKeysQuery } from "../../../api/settings/ai-keys.ts";
import { can, meQuery } from "../../../api/session.ts";
import { phoneNumbersQuery, telephonyAccountsQuery } from "../../../api/automation/voice.ts";
import { usePhoneChannels } from "./usePhoneChannels.ts";

export type Obstacle = { kind: "key" } | { kind: "number" } | { kind: "channel" } | { kind: "account"; account: TelephonyAccount };

const speaking = new Set(["openai", "openai_compatible"]);

/** What prevents it from answering callers, as far as this person may see. */
export function useObstacles({ id, channelId, answersChannelIds }: VoiceAgent): { obstacles: Obstacle[]; numbers: PhoneNumber[] | null } {
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: keys } = useQuery({ ...aiKeysQuery(), enabled: can(me, "ai:read"), throwOnError: false });
  const { data: numberList } = useQuery(phoneNumbersQuery());
  const { data: accounts } = useQuery(telephonyAccountsQuery());
  const channels = usePhoneChannels();
  const numbers = numberList?.items.filter(({ voiceAgentId }) => voiceAgentId === id) ?? null;
  const obstacles: Obstacle[] = [];
  if (keys !== undefined && !keys.some(({ provider, isActive }) => isActive && speaking.has(provider))) obstacles.push({ kind: "key" });
  if (channels !== undefined && !channels.some((each) => each.id === channelId)) obstacles.push({ kind: "channel" });
  if (numbers?.length === 0 && answersChannelIds.length === 0) obstacles.push({ kind: "number" });
  for (const account of accounts?.items ?? [])
    if (account.status !== "tested" && numbers?.some(({ telephonyAccountId }) => telephonyAccountId === account.id) === true)
      obstacles.push({ kind: "account", account });
  return { obstacles, numbers };
}
