/** What one version of a flow does differently from another. Pure. */
import { type Definition, locate, modelOf, slotNames } from "./model.ts";

export interface Difference {
  what: "added" | "removed" | "changed" | "moved" | "trigger" | "triggerChanged" | "conditions" | "once";
  /** The step's type, if it concerns a step. */
  type: string | null;
  /** In the later version; in the earlier one for a removed step. */
  path: string | null;
  /** The changed fields. */
  fields: string[];
}

interface Flat {
  type: string;
  path: string;
  /** Without its nested steps and its position. */
  text: string;
  fields: Record<string, unknown>;
}

const flat = (definition: Definition): Flat[] =>
  locate(modelOf(definition, () => "").steps).map(({ node, path }) => ({
    type: node.fields.type,
    path,
    text: JSON.stringify(node.fields) + slotNames.filter((slot) => node.slots[slot] !== undefined).join(),
    fields: node.fields,
  }));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const changedFields = (a: Record<string, unknown>, b: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((field) => field !== "type" && !same(a[field], b[field]));

/** The longest common subsequence of steps. */
function common(before: readonly Flat[], after: readonly Flat[]): [number, number][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      (lengths[i] as number[])[j] = before[i]?.text === after[j]?.text ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; )
    if (before[i]?.text === after[j]?.text) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return pairs;
}

export function differencesOf(before: Definition, after: Definition): Difference[] {
  const found: Difference[] = [];
  const add = (what: Difference["what"], step: Flat | null, fields: string[] = []) =>
    found.push({ what, type: step?.type ?? null, path: step?.path ?? null, fields });
  if (before.trigger.type !== after.trigger.type) add("trigger", null);
  else if (!same(before.trigger, after.trigger)) add("triggerChanged", null, changedFields({ ...before.trigger }, { ...after.trigger }));
  if (!same(before.conditions, after.conditions)) add("conditions", null);
  if (before.oncePerContact !== after.oncePerContact) add("once", null);
  const [old, next] = [flat(before), flat(after)];
  const kept = common(old, next);
  const gone = old.filter((_, i) => !kept.some(([each]) => each === i));
  const come = next.filter((_, j) => !kept.some(([, each]) => each === j));
  for (const [i, j] of kept) if (parentOf(old[i]?.path) !== parentOf(next[j]?.path)) add("moved", next[j] ?? null);
  for (const step of come) {
    const moved = gone.findIndex(({ text }) => text === step.text);
    const changed = moved >= 0 ? moved : gone.findIndex(({ type }) => type === step.type);
    const earlier = gone[changed];
    if (earlier === undefined) add("added", step);
    else {
      gone.splice(changed, 1);
      if (moved >= 0) add("moved", step);
      else add("changed", step, changedFields(earlier.fields, step.fields));
    }
  }
  for (const step of gone) add("removed", step);
  return found;
}

/** The list that contains it, regardless of its position there. */
const parentOf = (path = ""): string => path.replace(/\[\d+\]/g, "");
