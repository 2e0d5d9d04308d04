import type { Start, StartFacts } from "./starts.queries.ts";

const dayMs = 86_400_000;
/** How long a repeated idempotency-key at a flow's address starts nothing, regardless of what happened to its run. */
export const callRetentionDays = 365;
/** An occurrence has processed its audience at most a day after its instant. */
const occurrenceRetentionDays = 7;
const eventCheckDays = 7;
const silenceCheckDays = 30;

/**
 * What started a run, and could start it again. event: in the log, for as long as it is there. silence: reported for as long as it lasts.
 * call: to the flow's address, whose key its caller may repeat. occurrence: of a schedule. hand: nothing that repeats.
 */
export type Cause = "event" | "silence" | "call" | "occurrence" | "hand";

/** `trigger`: the trigger type of the run's version. */
export function causeOfStart(trigger: string, start: Pick<Start, "trigger_event_id">): Cause {
  if (start.trigger_event_id === null) return "hand";
  switch (trigger) {
    case "webhook":
      return "call";
    case "schedule":
      return "occurrence";
    case "no_reply_for":
      return "silence";
    default:
      return "event";
  }
}

/**
 * Whether a start still prevents a run from starting; null: no. `lookAt`: when to check again, later than now; null: it
 * is needed for as long as flow and contact exist. `once`: a version of the flow is once per contact. Pure.
 */
export function retentionOf(
  start: Start,
  { cause, once, facts }: { cause: Cause; once: boolean; facts: StartFacts },
  now: Date,
): { lookAt: Date | null } | null {
  if (once && !facts.remembered) return { lookAt: null };
  const until = (from: Date, days: number) => new Date(from.getTime() + days * dayMs);
  const asLongAs = (needed: boolean, days: number) => (needed ? { lookAt: until(now, days) } : null);
  const upTo = (end: Date) => (end > now ? { lookAt: end } : null);
  switch (cause) {
    case "event":
      return asLongAs(facts.logged, eventCheckDays);
    case "silence":
      return asLongAs(facts.silent, silenceCheckDays);
    case "call":
      return upTo(until(start.started_at, callRetentionDays));
    case "occurrence":
      return upTo(until(start.started_at, occurrenceRetentionDays));
    case "hand":
      return null;
  }
}
