import type { Tx } from "#platform/db/database.ts";

/**
 * What a limit can be set on. The module whose things it counts brings it, and composition/organizations.ts lists it: from then on it can be set, is shown with its
 * usage, and is held to by whoever calls `claim` or `take` with it.
 */
export interface Allowance {
  /** As on the wire: `seats`, `messagesPerMonth`. */
  name: string;
  /** Another name by which a limit may be set, too. */
  alias?: string;
  /** What is counted, for the reference. */
  description: string;
  /** null: what there is at a time. "month": what happens in a calendar month, UTC; it begins anew with each. */
  per: "month" | null;
  /** What there is now, or what was used in the month of `now` as far as it is known without a limit. */
  used(tx: Tx, now: Date): Promise<number>;
  /** Told in the transaction in which a limit comes or goes, for what must know without asking. */
  limited?(tx: Tx, limited: boolean): Promise<void>;
}
