import type { BusinessHours } from "#modules/people/agent-settings/index.ts";
import { addBusinessMs, businessMsBetween } from "./business-time.ts";

/**
 * The clocks of one ticket or conversation. Pure: takes steps with their times, in order, and returns the next state
 * with what was missed. For the terms see docs/subsystems/service/service-levels.md. Instants are milliseconds since
 * 1970, durations milliseconds of the policy's kind of time.
 */

export const slaTargets = ["first_response", "next_response", "resolution"] as const;
export type SlaTarget = (typeof slaTargets)[number];

export type TargetMinutes = Record<SlaTarget, number | null>;

/** What a policy promises for the subject in its current state. */
export interface Terms {
  policyId: string;
  businessHoursOnly: boolean;
  minutes: TargetMinutes;
}

interface Running {
  /** Time counted up to `since`. */
  elapsedMs: number;
  /** null: paused. */
  since: number | null;
  /** null: nothing is promised, or the clock is paused. A missed clock keeps its due time. */
  dueAt: number | null;
  missed: boolean;
}

export interface Breach {
  target: SlaTarget;
  /** When the target was missed. */
  at: number;
}

/** A target that was met, and when. */
export interface MetTarget {
  target: SlaTarget;
  at: number;
}

export interface SlaState {
  policyId: string | null;
  businessHoursOnly: boolean;
  minutes: TargetMinutes;
  /** Neither resolved nor closed. */
  open: boolean;
  /** Open, and not waiting for the customer, a date or the chatbot. */
  running: boolean;
  /** The team has replied at least once. */
  answered: boolean;
  clocks: Record<SlaTarget, Running | null>;
  /** At most the newest `breachesMax`, oldest first. */
  breached: Breach[];
}

export const breachesMax = 20;

/** The steps at which a subject can come under a policy. */
export const governingSteps: ReadonlySet<Step["do"]> = new Set(["opened", "waits", "chosen"]);

export type Step = { at: number } & (
  | { do: "opened"; running: boolean }
  /** The customer wrote. */
  | { do: "waits" }
  /** The team replied. */
  | { do: "answered" }
  | { do: "paused" }
  | { do: "resumed" }
  | { do: "resolved" }
  /** Something that decides the policy or the targets has changed. */
  | { do: "chosen" }
  /** Time has passed. */
  | { do: "checked" }
);

/**
 * The state after a step, with what was missed and met in it. `terms`: what is promised now (null: nothing), adopted at
 * `opened`, at `chosen`, and at the first step. The state is null until something has been promised. `runs`: whether the
 * clocks of a subject that had no policy until now start running. A target is missed once it is past its due time; each
 * run of a clock is missed at most once, even when steps are repeated.
 */
export function stepSla(
  before: SlaState | null,
  step: Step,
  terms: Terms | null,
  hours: BusinessHours | null,
  runs: boolean,
): { state: SlaState | null; missed: Breach[]; met: MetTarget[] } {
  if (before === null && (terms === null || !governingSteps.has(step.do))) return { state: null, missed: [], met: [] };
  const state = before === null ? initialState() : structuredClone(before);
  // The clocks of a subject that had no policy until now start now.
  if (before === null && step.do !== "opened") {
    state.open = true;
    state.answered = true;
    state.clocks.resolution = fresh();
    promise(state, terms, hours, step.at);
    setRunning(state, runs, hours, step.at);
  }
  const missed = markMissed(state, step.at);
  const met: MetTarget[] = [];
  /** Promised and not missed, even while the clock is paused. */
  const keep = (target: SlaTarget) => {
    const clock = state.clocks[target];
    if (clock !== null && !clock.missed && state.minutes[target] !== null) met.push({ target, at: step.at });
  };
  switch (step.do) {
    case "opened":
      promise(state, terms, hours, step.at);
      state.open = true;
      state.clocks.resolution ??= fresh();
      setRunning(state, step.running, hours, step.at);
      break;
    case "waits":
      if (!state.open) break;
      if (state.answered) state.clocks.next_response ??= fresh();
      else state.clocks.first_response ??= fresh();
      setRunning(state, state.running, hours, step.at);
      break;
    case "answered":
      keep("first_response");
      keep("next_response");
      if (state.clocks.first_response !== null) state.answered = true;
      state.clocks.first_response = null;
      state.clocks.next_response = null;
      break;
    case "paused":
    case "resumed":
      if (state.open) setRunning(state, step.do === "resumed", hours, step.at);
      break;
    case "resolved":
      // A response that is still owed is neither met nor missed.
      keep("resolution");
      state.open = false;
      state.running = false;
      state.clocks = { first_response: null, next_response: null, resolution: null };
      break;
    case "chosen":
      promise(state, terms, hours, step.at);
      break;
    case "checked":
      break;
  }
  return { state, missed, met };
}

/** The next due time that has not been missed yet. */
export function nextCheck(state: SlaState): number | null {
  const due = slaTargets.flatMap((target) => {
    const clock = state.clocks[target];
    return clock === null || clock.missed || clock.dueAt === null ? [] : [clock.dueAt];
  });
  return due.length === 0 ? null : Math.min(...due);
}

function initialState(): SlaState {
  return {
    policyId: null,
    businessHoursOnly: false,
    minutes: { first_response: null, next_response: null, resolution: null },
    open: false,
    running: false,
    answered: false,
    clocks: { first_response: null, next_response: null, resolution: null },
    breached: [],
  };
}

const fresh = (): Running => ({ elapsedMs: 0, since: null, dueAt: null, missed: false });

function markMissed(state: SlaState, now: number): Breach[] {
  const missed: Breach[] = [];
  for (const target of slaTargets) {
    const clock = state.clocks[target];
    if (clock === null || clock.missed || clock.dueAt === null || clock.dueAt >= now) continue;
    clock.missed = true;
    missed.push({ target, at: clock.dueAt });
  }
  missed.sort((a, b) => a.at - b.at);
  state.breached = [...state.breached, ...missed].slice(-breachesMax);
  return missed;
}

/** New terms: elapsed time is kept and counts against them. */
function promise(state: SlaState, terms: Terms | null, hours: BusinessHours | null, at: number): void {
  const { running } = state;
  setRunning(state, false, hours, at);
  state.policyId = terms?.policyId ?? null;
  state.businessHoursOnly = terms?.businessHoursOnly ?? false;
  state.minutes = terms?.minutes ?? { first_response: null, next_response: null, resolution: null };
  setRunning(state, running, hours, at);
}

function setRunning(state: SlaState, running: boolean, hours: BusinessHours | null, at: number): void {
  state.running = running;
  const schedule = state.businessHoursOnly ? hours : null;
  for (const target of slaTargets) {
    const clock = state.clocks[target];
    if (clock === null || running === (clock.since !== null)) continue;
    if (clock.since !== null) {
      clock.elapsedMs += businessMsBetween(schedule, clock.since, at);
      clock.since = null;
      if (!clock.missed) clock.dueAt = null;
      continue;
    }
    clock.since = at;
    const minutes = state.minutes[target];
    if (!clock.missed) clock.dueAt = minutes === null ? null : addBusinessMs(schedule, at, minutes * 60_000 - clock.elapsedMs);
  }
}
