import { isDeepStrictEqual } from "node:util";
import { type CustomValue, customFieldsMax } from "#modules/contacts/custom-fields/index.ts";
import { type optInWords, tagsMax } from "../contacts.schema.ts";

/** The values that a merge compares, in JSON form: instants are texts. */
export interface MergeValues {
  name: string | null;
  phone: string | null;
  email: string | null;
  ownerId: string | null;
  /** uuid */
  stageId: string | null;
  language: string | null;
  timezone: string | null;
  country: string | null;
  blockedAt: string | null;
  lastInboundAt: string | null;
  tags: string[];
  customFields: Record<string, CustomValue>;
  optIn: (typeof optInWords)[number];
}

const filledFields = ["name", "phone", "email", "ownerId", "stageId", "language", "timezone", "country", "blockedAt"] as const;
type Filled = (typeof filledFields)[number];

/** What a survivor got from the merged contact: fields that it lacked, and additional tags and custom fields. */
export interface MergeGains {
  fields: Partial<Record<Filled, string>>;
  tags: string[];
  customFields: Record<string, CustomValue>;
  optIn: { from: MergeValues["optIn"]; to: MergeValues["optIn"] } | null;
}

const strength: Record<MergeValues["optIn"], number> = { unknown: 0, opted_in: 1, opted_out: 2 };

/** An opt-out outranks an opt-in, and an opt-in outranks neither. */
export function strongerOptIn(a: MergeValues["optIn"], b: MergeValues["optIn"]): MergeValues["optIn"] {
  return strength[a] >= strength[b] ? a : b;
}

/**
 * The survivor after a merge, and what it got. Its own values win; tags and custom fields are added up to their limits, the rest stays on
 * the merged contact. Blocked and opted out override everything else. Pure.
 */
export function combine(survivor: MergeValues, merged: MergeValues): { values: MergeValues; gave: MergeGains } {
  const values: MergeValues = { ...survivor };
  const gave: MergeGains = { fields: {}, tags: [], customFields: {}, optIn: null };
  for (const field of filledFields) {
    const given = merged[field];
    if (values[field] !== null || given === null) continue;
    values[field] = given;
    gave.fields[field] = given;
  }
  gave.tags = merged.tags.filter((tag) => !survivor.tags.includes(tag)).slice(0, Math.max(0, tagsMax - survivor.tags.length));
  values.tags = [...survivor.tags, ...gave.tags];
  const more = Object.entries(merged.customFields)
    .filter(([key]) => !Object.hasOwn(survivor.customFields, key))
    .slice(0, Math.max(0, customFieldsMax - Object.keys(survivor.customFields).length));
  gave.customFields = Object.fromEntries(more);
  values.customFields = Object.fromEntries([...Object.entries(survivor.customFields), ...more]);
  values.optIn = strongerOptIn(survivor.optIn, merged.optIn);
  if (values.optIn !== survivor.optIn) gave.optIn = { from: survivor.optIn, to: values.optIn };
  values.lastInboundAt = later(survivor.lastInboundAt, merged.lastInboundAt);
  return { values, gave };
}

/**
 * Reverts what a merge gave if it is unchanged; what somebody changed since stays. `keepOptIn`: the customer has opted in or out since.
 * `taken` is what was actually reverted. Pure.
 */
export function revertMerge(values: MergeValues, gave: MergeGains, keepOptIn: boolean): { values: MergeValues; taken: MergeGains } {
  const left: MergeValues = { ...values };
  const taken: MergeGains = { fields: {}, tags: [], customFields: {}, optIn: null };
  for (const field of filledFields) {
    const given = gave.fields[field];
    if (given === undefined || left[field] !== given) continue;
    left[field] = null;
    taken.fields[field] = given;
  }
  taken.tags = gave.tags.filter((tag) => values.tags.includes(tag));
  left.tags = values.tags.filter((tag) => !gave.tags.includes(tag));
  const isReverted = (key: string, value: CustomValue) =>
    Object.hasOwn(gave.customFields, key) && isDeepStrictEqual(gave.customFields[key], value);
  taken.customFields = Object.fromEntries(Object.entries(values.customFields).filter(([key, value]) => isReverted(key, value)));
  left.customFields = Object.fromEntries(Object.entries(values.customFields).filter(([key, value]) => !isReverted(key, value)));
  if (gave.optIn !== null && !keepOptIn && values.optIn === gave.optIn.to) {
    left.optIn = gave.optIn.from;
    taken.optIn = gave.optIn;
  }
  return { values: left, taken };
}

/**
 * For a survivor that was itself merged before its own merge is undone: splits what it gave onward (`gave`) into what
 * it had only from the merge being undone (`taken`), which has to be reverted as well, and what it still gives. Pure.
 */
export function splitGains(gave: MergeGains, taken: MergeGains): { back: MergeGains; rest: MergeGains } {
  const back: MergeGains = { fields: {}, tags: [], customFields: {}, optIn: null };
  const rest: MergeGains = { fields: {}, tags: [], customFields: {}, optIn: gave.optIn };
  for (const field of filledFields) {
    const value = gave.fields[field];
    if (value !== undefined) (taken.fields[field] === value ? back : rest).fields[field] = value;
  }
  for (const tag of gave.tags) (taken.tags.includes(tag) ? back : rest).tags.push(tag);
  const both = Map.groupBy(Object.entries(gave.customFields), ([key, value]) =>
    Object.hasOwn(taken.customFields, key) && isDeepStrictEqual(taken.customFields[key], value) ? "back" : "rest",
  );
  back.customFields = Object.fromEntries(both.get("back") ?? []);
  rest.customFields = Object.fromEntries(both.get("rest") ?? []);
  if (gave.optIn !== null && taken.optIn?.to === gave.optIn.to) {
    const to = strongerOptIn(gave.optIn.from, taken.optIn.from);
    if (to !== gave.optIn.to) {
      back.optIn = { from: to, to: gave.optIn.to };
      rest.optIn = to === gave.optIn.from ? null : { from: gave.optIn.from, to };
    }
  }
  return { back, rest };
}

function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
