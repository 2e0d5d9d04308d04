import { isDeepStrictEqual } from "node:util";
import { type OptIn, optInOfAll, optInsExcept, optInsOf, optInWith } from "../opting-out/opt-in.ts";
import { laterOf, type MergeGains, type MergeValues, regain, revertMerge, strongerOptIn } from "./contact-merge.ts";

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
  optIn: OptIn;
  /** What was stated about the whole survivor since the merge being undone; null: nothing. */
  stated: OptIn | null;
  /** After that, the opt-ins through the identities that leave, by identity (uuid). */
  said: Record<string, string>;
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
 * stays merged with other values; `identityIds`: what leaves the survivor. Pure.
 */
export function undoMerge(
  survivor: { values: MergeValues; optIn: OptIn },
  standing: StandingMerge[],
  undone: string,
  back: MergeGains,
  ends: boolean,
  identityIds: ReadonlySet<string>,
): UndoneMerge {
  const rest = standing.filter(({ id }) => !ends || id !== undone);
  const { optIn, steps } = replayOptIn(survivor.optIn, standing, undone, ends, identityIds);
  const since = statedSince(survivor.optIn, standing, undone, identityIds);
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
  return { values: { ...values, tags, optIn: optIn.optIn }, optIn, ...since, reverted, entries };
}

const isSame = (a: OptIn, b: OptIn | undefined) => a.optIn === b?.optIn && a.at === b.at;

/**
 * The strongest of the survivor's own opt-in and those that are still merged into it, and on top what was said through the addresses that
 * stay. Its own is what was last stated about the whole survivor: a merge before which it differs from the one after the previous merge
 * shows that it was stated in between.
 */
function replayOptIn(
  now: OptIn,
  standing: StandingMerge[],
  undone: string,
  ends: boolean,
  identityIds: ReadonlySet<string>,
): { optIn: OptIn; steps: Map<string, { before: OptIn; after: OptIn }> } {
  const steps = new Map<string, { before: OptIn; after: OptIn }>();
  const befores = [...standing.map(({ before }) => before), now];
  const start = befores.findLastIndex((before, i) => i === 0 || !isSame(optInOfAll(before), standing[i - 1]?.after));
  const loses = befores.slice(start).some((before) => Object.keys(optInsOf(before, identityIds)).length > 0);
  if (!loses && standing.findIndex(({ id }) => id === undone) < start) return { optIn: now, steps };
  let all = optInOfAll(befores[start] as OptIn);
  for (const merge of standing.slice(start)) {
    const before = optInWith(all, optInsExcept(merge.before, identityIds));
    const isUndone = ends && merge.id === undone;
    const after = isUndone ? before : combineOptIn(before, { optIn: merge.merged.values.optIn, at: merge.merged.optInAt });
    if (!isUndone) steps.set(merge.id, { before, after });
    all = after;
  }
  return { optIn: optInWith(all, optInsExcept(now, identityIds)), steps };
}

/** What was stated since the merge: of the whole survivor, and afterwards through the identities that leave. */
function statedSince(
  now: OptIn,
  standing: StandingMerge[],
  undone: string,
  identityIds: ReadonlySet<string>,
): Pick<UndoneMerge, "stated" | "said"> {
  const befores = [...standing.map(({ before }) => before), now];
  const index = standing.findIndex(({ id }) => id === undone);
  let said: UndoneMerge["said"] = {};
  for (let i = standing.length; i > index; i--) {
    const before = befores[i] as OptIn;
    const theirs = optInsOf(before, identityIds);
    if (Object.keys(said).length === 0) said = theirs;
    const stated = optInOfAll(before);
    if (!isSame(stated, standing[i - 1]?.after)) return { stated, said };
  }
  return { stated: null, said };
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
