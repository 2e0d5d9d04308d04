import { sqlState, type Tx } from "#platform/db/database.ts";
import type { AudienceNode } from "./audience-compile.ts";
import { type AudiencePlan, countAudience, planOf, countUpTo, survivingContacts, countDeliverable } from "./audience.queries.ts";

export interface DeliverabilityOptions {
  /**
   * Where a message would go: the kind of channel, our account if addresses are bound to one, and whether a contact's phone is an address.
   */
  kind: string;
  account: string;
  byPhone: boolean;
  /** Only people whose window on this channel is open at that time; null: anybody. */
  openAt: { channelId: string; at: Date } | null;
  sample: number;
}

export interface Deliverability {
  count: number;
  exact: boolean;
  /** The range of the exact count, with 95 % confidence. */
  range: { from: number; to: number };
  /** Each contact counts for the first reason that applies. */
  optedOut: number;
  blocked: number;
  noIdentity: number;
  windowClosed: number;
  /** Contact ids. */
  sample: string[];
}

/** A tenant with fewer contacts is always counted exactly. */
const smallTenant = 20_000;
/** How long an exact count of a larger tenant may take: with the estimate after it, a preview stays within 300 ms. */
const exactMsMax = 100;
const estimateEvery = 50;

/** The number of contacts in an audience. `sample`: the ids of the newest; for an estimate, of those it looked at. */
export interface AudienceCount {
  count: number;
  exact: boolean;
  /** The range of the exact count, with 95 % confidence. */
  range: { from: number; to: number };
  sample: string[];
}

/** Counts the contacts of an audience: exactly, or estimated if that would take long. */
export async function measureAudience(tx: Tx, node: AudienceNode, sample: number): Promise<AudienceCount> {
  const plan = planOf(node);
  return exactOrEstimated(tx, async (every) => {
    const found = await countAudience(tx, plan, every, sample);
    return { ...found, exact: every === 1, range: rangeOf(found.count, every) };
  });
}

/** The same, plus how many of them could not be written to. */
export async function measureDeliverability(
  tx: Tx,
  audience: { node: AudienceNode } | { contactIds: string[] },
  options: DeliverabilityOptions,
): Promise<Deliverability> {
  if ("contactIds" in audience) return countDeliverability(tx, await nodeOf(tx, audience.contactIds), 1, options);
  const plan = planOf(audience.node);
  return exactOrEstimated(tx, (every) => countDeliverability(tx, plan, every, options));
}

/**
 * Queries all contacts (1). For a large tenant, a query that takes too long is replaced by one over every fiftieth: a rule without an index
 * would otherwise read every contact (bench/RESULTS.md, segments).
 */
async function exactOrEstimated<T>(tx: Tx, ask: (every: number) => Promise<T>): Promise<T> {
  const [size] = await countUpTo(tx, smallTenant + 1);
  if ((size?.n ?? 0) <= smallTenant) return ask(1);
  await tx.query({ text: "savepoint exact_count" });
  try {
    await tx.query({ text: `set local statement_timeout = ${exactMsMax}` });
    return await ask(1);
  } catch (error) {
    if (sqlState(error) !== "57014") throw error;
  } finally {
    // Also resets the time-out.
    await tx.query({ text: "rollback to savepoint exact_count" });
  }
  return ask(estimateEvery);
}

/** Contacts by id as a plan; merged ones are replaced by their survivors. */
async function nodeOf(tx: Tx, ids: string[]): Promise<AudiencePlan> {
  const rows = await survivingContacts(tx, ids);
  return { plan: { ids: true }, values: rows.map(({ id }) => id) };
}

/** `every` above 1: samples one contact in that many. */
export async function countDeliverability(
  tx: Tx,
  { plan, values }: AudiencePlan,
  every: number,
  options: DeliverabilityOptions,
): Promise<Deliverability> {
  const [row] = await countDeliverable(
    tx,
    JSON.stringify(plan),
    values,
    options.kind,
    options.account,
    options.byPhone,
    options.openAt?.channelId ?? null,
    options.openAt?.at ?? null,
    every,
    options.sample,
  );
  if (row === undefined) throw new Error("a survey without a row");
  return {
    count: row.total,
    exact: every === 1,
    range: rangeOf(row.total, every),
    optedOut: row.opted_out,
    blocked: row.blocked,
    noIdentity: row.no_identity,
    windowClosed: row.window_closed,
    sample: row.sample ?? [],
  };
}

/** The range of an estimate: 95 % of a Poisson count (the usual square-root approximation). Pure. */
export function rangeOf(count: number, every: number): { from: number; to: number } {
  if (every === 1) return { from: count, to: count };
  const seen = count / every;
  const half = 1.96 * Math.sqrt(seen);
  return { from: Math.max(0, Math.floor((seen - half) * every)), to: Math.ceil((seen + half + 4) * every) };
}
