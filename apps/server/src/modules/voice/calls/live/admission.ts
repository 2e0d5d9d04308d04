import { isWithin } from "#modules/people/agent-settings/index.ts";
import type { VoiceAgentRow } from "#modules/voice/voice-agents/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { EndReason } from "../calls.schema.ts";
import { loadOf } from "./live.queries.ts";

const dayMs = 86_400_000;

const loadNow = (tx: Tx, agent: VoiceAgentRow, now: Date) => loadOf(tx, agent.id, new Date(now.getTime() - dayMs));
const isUsedUp = ({ settings: { limits } }: VoiceAgentRow, minutes: number) =>
  limits.minutesPerDay !== null && minutes >= limits.minutesPerDay;

/** Why the agent cannot take an incoming call now, other than cost; null: it can. Under the agent's lock. */
export async function refusalOf(tx: Tx, agent: VoiceAgentRow, now: Date): Promise<EndReason | null> {
  if (!agent.is_active) return "inactive";
  const { activeHours, limits } = agent.settings;
  if (activeHours !== null && !isWithin(activeHours, now)) return "outside_hours";
  const load = await loadNow(tx, agent, now);
  if (load.live >= limits.maxConcurrentCalls) return "busy";
  return isUsedUp(agent, load.minutes) ? "minutes_per_day" : null;
}

/** Also stops calls in progress. Requires the agent's lock. */
export async function isDayUsedUp(tx: Tx, agent: VoiceAgentRow, now: Date): Promise<boolean> {
  return agent.settings.limits.minutesPerDay !== null && isUsedUp(agent, (await loadNow(tx, agent, now)).minutes);
}
