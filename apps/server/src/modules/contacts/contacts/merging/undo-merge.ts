import { isDeepStrictEqual } from "node:util";
import { laterOf, type MergeGains, type MergeValues, regain, revertMerge, strongerOptIn } from "./contact-merge.ts";

/** What a contact has said about messages, and when; instants are texts. */
export interface OptIn {
  optIn: MergeValues["optIn"];
  at: string | null;
}

/** A merge into a survivor that has not been undone, as the journal has it. */
export interface StandingMerge {
  id: string;
  gave: MergeGains;
  /** The survivor's, immediately before and after the merge. */
  before: OptIn;
  after: OptIn;
  /** What the merged contact has now. */
  merged: { values: MergeValues; optInAt: string | null };
}

type JournalEntry = Pick<StandingMerge, "id" | "gave" | "before" | "after">;

export interface UndoneMerge {
  values: MergeValues;
  optInAt: string | null;
  /** What was stated about the survivor itself since the merge being undone; null: nothing. */
  stated: OptIn | null;
  /** Before the other merges gave it again. */
  reverted: MergeGains;
  /** The entries that read differently now. */
  entries: JournalEntry[];
}

export function combineOptIn(survivor: OptIn, merged: OptIn): OptIn {
  return { optIn: strongerOptIn(survivor.optIn, merged.optIn), at: laterOf(survivor.at, merged.at) };
}

/**
 * Undoes in a survivor what the merge `undone` gave it (`back`), and gives it what the others would have given without that merge.
 * `standing`: all merges into the survivor, oldest first, including `undone`; `ends`: that one no longer stands, otherwise its contact
 * stays merged with other values. Pure.
 */
export function undoMerge(
  survivor: { values: MergeValues; optInAt: string | null },
  standing: StandingMerge[],
  undone: string,
  back: MergeGains,
  ends: boolean,
): UndoneMerge {
  const rest = standing.filter(({ id }) => !ends || id !== undone);
  const now = { optIn: survivor.values.optIn, at: survivor.optInAt };
  const { optIn, stated, steps } = replayOptIn(now, standing, undone, ends);
  const { values: left, reverted } = revertMerge(survivor.values, back);
  let values = left;
  const entries: JournalEntry[] = [];
  for (const merge of rest) {
    const again = regain(values, reverted, merge.merged.values);
    values = again.values;
    const { before, after } = steps.get(merge.id) ?? merge;
    const gains = { ...addGains(merge.gave, again.gains), optIn: optInGain(before, after) };
    const entry = { id: merge.id, gave: gains, before, after };
    const { merged: _, ...stored } = merge;
    if (!isDeepStrictEqual(entry, stored)) entries.push(entry);
  }
  // In the order that people know.
  const order = (tag: string) => survivor.values.tags.indexOf(tag);
  const tags = values.tags.toSorted((a, b) => order(a) - order(b));
  return { values: { ...values, tags, optIn: optIn.optIn }, optInAt: optIn.at, stated, reverted, entries };
}

/**
 * The strongest of the survivor's own opt-in and those that are still merged into it. Its own is what was last stated about it: a merge
 * before which it differs from the one after the previous merge shows that it was stated in between.
 */
function replayOptIn(
  now: OptIn,
  standing: StandingMerge[],
  undone: string,
  ends: boolean,
): { optIn: OptIn; stated: OptIn | null; steps: Map<string, { before: OptIn; after: OptIn }> } {
  const steps = new Map<string, { before: OptIn; after: OptIn }>();
  const befores = [...standing.map(({ before }) => before), now];
  const start = befores.findLastIndex((before, i) => i === 0 || !isDeepStrictEqual(before, standing[i - 1]?.after));
  const own = befores[start] as OptIn;
  if (standing.findIndex(({ id }) => id === undone) < start) return { optIn: now, stated: own, steps };
  let optIn = own;
  for (const { id, merged } of standing.slice(start)) {
    if (ends && id === undone) continue;
    const after = combineOptIn(optIn, { optIn: merged.values.optIn, at: merged.optInAt });
    steps.set(id, { before: optIn, after });
    optIn = after;
  }
  return { optIn, stated: null, steps };
}

function optInGain(before: OptIn, after: OptIn): MergeGains["optIn"] {
  return before.optIn === after.optIn ? null : { from: before.optIn, to: after.optIn };
}

function addGains(gains: MergeGains, more: MergeGains): MergeGains {
  return {
    fields: { ...gains.fields, ...more.fields },
    tags: [...new Set([...gains.tags, ...more.tags])],
    customFields: Object.fromEntries([...Object.entries(gains.customFields), ...Object.entries(more.customFields)]),
    optIn: gains.optIn,
  };
}
