import type { SlaTarget, TargetMinutes, Terms } from "./clock.ts";
import { normalForm } from "#platform/text/normal.ts";

export const slaPriorities = ["low", "medium", "high", "urgent"] as const;
export type SlaPriority = (typeof slaPriorities)[number];

export const slaSubjects = ["tickets", "conversations"] as const;
export type SlaSubject = (typeof slaSubjects)[number];

/**
 * The subjects that a policy applies to. An empty list sets no condition; any other must contain the subject's value.
 * Ids are stored ones.
 */
export interface Conditions {
  appliesTo: SlaSubject[];
  priorities: SlaPriority[];
  channelIds: string[];
  divisionIds: string[];
  labels: string[];
}

export interface Policy {
  id: string;
  business_hours_only: boolean;
  targets: Partial<Record<SlaPriority, Record<SlaTarget, number | null>>>;
  conditions: Conditions;
  position: number;
  is_default: boolean;
}

/** The facts that decide which policy is chosen. */
export interface Facts {
  id: string;
  priority: SlaPriority;
  /** For a ticket, the channel of its conversation. */
  channel_id: string | null;
  division_id: string | null;
  labels: string[];
}

const key = (label: string) => normalForm("NFC", label).toLowerCase();

function matches(policy: Policy, subject: SlaSubject, facts: Facts): boolean {
  const { appliesTo, priorities, channelIds, divisionIds, labels } = policy.conditions;
  if (!appliesTo.includes(subject)) return false;
  if (priorities.length > 0 && !priorities.includes(facts.priority)) return false;
  if (channelIds.length > 0 && (facts.channel_id === null || !channelIds.includes(facts.channel_id))) return false;
  if (divisionIds.length > 0 && (facts.division_id === null || !divisionIds.includes(facts.division_id))) return false;
  const has = new Set(facts.labels.map(key));
  return labels.length === 0 || labels.some((label) => has.has(key(label)));
}

/**
 * The first policy by order whose conditions the subject meets, else the default if it applies to the subject; returns
 * its terms for the priority. Pure.
 */
export function chooseTerms(policies: Policy[], subject: SlaSubject, facts: Facts): Terms | null {
  const inOrder = policies.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  const chosen =
    inOrder.find((policy) => !policy.is_default && matches(policy, subject, facts)) ??
    inOrder.find((policy) => policy.is_default && policy.conditions.appliesTo.includes(subject));
  if (chosen === undefined) return null;
  const none: TargetMinutes = { first_response: null, next_response: null, resolution: null };
  return { policyId: chosen.id, businessHoursOnly: chosen.business_hours_only, minutes: { ...none, ...chosen.targets[facts.priority] } };
}
