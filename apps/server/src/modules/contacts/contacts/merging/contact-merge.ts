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
type FilledField = (typeof filledFields)[number];

/** What a survivor got from the merged contact: fields that it lacked, and additional tags and custom fields. */
export interface MergeGains {
  fields: Partial<Record<FilledField, string>>;
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
export function combine(survivor: MergeValues, merged: MergeValues): { values: MergeValues; gains: MergeGains } {
  const values: MergeValues = { ...survivor };
  const gains: MergeGains = { fields: {}, tags: [], customFields: {}, optIn: null };
  for (const field of filledFields) {
    const given = merged[field];
    if (values[field] !== null || given === null) continue;
    values[field] = given;
    gains.fields[field] = given;
  }
  gains.tags = merged.tags.filter((tag) => !survivor.tags.includes(tag)).slice(0, Math.max(0, tagsMax - survivor.tags.length));
  values.tags = [...survivor.tags, ...gains.tags];
  const more = Object.entries(merged.customFields)
    .filter(([key]) => !Object.hasOwn(survivor.customFields, key))
    .slice(0, Math.max(0, customFieldsMax - Object.keys(survivor.customFields).length));
  gains.customFields = Object.fromEntries(more);
  values.customFields = Object.fromEntries([...Object.entries(survivor.customFields), ...more]);
  values.optIn = strongerOptIn(survivor.optIn, merged.optIn);
  if (values.optIn !== survivor.optIn) gains.optIn = { from: survivor.optIn, to: values.optIn };
  values.lastInboundAt = laterOf(survivor.lastInboundAt, merged.lastInboundAt);
  return { values, gains };
}

/**
 * Reverts what a merge gave if it is unchanged; what somebody changed since stays. `reverted` is what was actually reverted. The opt-in is
 * not a part of it (undo-merge.ts). Pure.
 */
export function revertMerge(values: MergeValues, gains: MergeGains): { values: MergeValues; reverted: MergeGains } {
  const left: MergeValues = { ...values };
  const reverted: MergeGains = { fields: {}, tags: [], customFields: {}, optIn: null };
  for (const field of filledFields) {
    const given = gains.fields[field];
    if (given === undefined || left[field] !== given) continue;
    left[field] = null;
    reverted.fields[field] = given;
  }
  reverted.tags = gains.tags.filter((tag) => values.tags.includes(tag));
  left.tags = values.tags.filter((tag) => !gains.tags.includes(tag));
  const isReverted = (key: string, value: CustomValue) =>
    Object.hasOwn(gains.customFields, key) && isDeepStrictEqual(gains.customFields[key], value);
  reverted.customFields = Object.fromEntries(Object.entries(values.customFields).filter(([key, value]) => isReverted(key, value)));
  left.customFields = Object.fromEntries(Object.entries(values.customFields).filter(([key, value]) => !isReverted(key, value)));
  return { values: left, reverted };
}

/** What a contact that is still merged has of what was reverted: the survivor gets it from that one. Pure. */
export function regain(values: MergeValues, reverted: MergeGains, merged: MergeValues): { values: MergeValues; gains: MergeGains } {
  const after: MergeValues = { ...values };
  const gains: MergeGains = { fields: {}, tags: [], customFields: {}, optIn: null };
  for (const field of filledFields) {
    const given = merged[field];
    if (reverted.fields[field] === undefined || values[field] !== null || given === null) continue;
    after[field] = given;
    gains.fields[field] = given;
  }
  gains.tags = reverted.tags.filter((tag) => merged.tags.includes(tag) && !values.tags.includes(tag));
  after.tags = [...values.tags, ...gains.tags];
  const again = Object.entries(merged.customFields).filter(
    ([key]) => Object.hasOwn(reverted.customFields, key) && !Object.hasOwn(values.customFields, key),
  );
  gains.customFields = Object.fromEntries(again);
  after.customFields = Object.fromEntries([...Object.entries(values.customFields), ...again]);
  return { values: after, gains };
}

/**
 * For a survivor that was itself merged before its own merge is undone: splits what it gave onward (`gains`) into what
 * it had only from the merge being undone (`reverted`), which has to be reverted as well, and what it still gives. The opt-in is not a part
 * of it (undo-merge.ts). Pure.
 */
export function splitGains(gains: MergeGains, reverted: MergeGains): { back: MergeGains; rest: MergeGains } {
  const back: MergeGains = { fields: {}, tags: [], customFields: {}, optIn: null };
  const rest: MergeGains = { fields: {}, tags: [], customFields: {}, optIn: gains.optIn };
  for (const field of filledFields) {
    const value = gains.fields[field];
    if (value !== undefined) (reverted.fields[field] === value ? back : rest).fields[field] = value;
  }
  for (const tag of gains.tags) (reverted.tags.includes(tag) ? back : rest).tags.push(tag);
  const both = Map.groupBy(Object.entries(gains.customFields), ([key, value]) =>
    Object.hasOwn(reverted.customFields, key) && isDeepStrictEqual(reverted.customFields[key], value) ? "back" : "rest",
  );
  back.customFields = Object.fromEntries(both.get("back") ?? []);
  rest.customFields = Object.fromEntries(both.get("rest") ?? []);
  return { back, rest };
}

/** Of two instants as text. */
export function laterOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
