import type { Tx } from "#platform/db/database.ts";

/**
 * Something that can be limited. The module that owns what is counted provides it, and composition/organizations.ts
 * lists it; then agencies can set it, responses show it with its usage, and every caller of `claim` or `take` enforces
 * it.
 */
export interface Allowance {
  /** As in the API: `seats`, `messagesPerMonth`. */
  name: string;
  /** A second name accepted in requests. */
  alias?: string;
  /** What is counted, for the API reference. */
  description: string;
  /** null: how many exist at once. "month": how many in a calendar month (UTC), starting from zero each month. */
  per: "month" | null;
  /** How many exist now, or were used in the month of `now`, as far as that is known without a limit. */
  used(tx: Tx, now: Date): Promise<number>;
  /** Called in the transaction that adds or removes a limit, for modules that must know without a query. */
  limited?(tx: Tx, limited: boolean): Promise<void>;
}
