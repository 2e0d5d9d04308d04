import type { Allowance } from "#modules/organizations/entitlements/index.ts";
import { countStartedInMonth } from "./broadcasts.queries.ts";

/** Taken once, when a broadcast starts. Pausing, resuming and retrying failed recipients take nothing more. */
export const broadcastAllowance: Allowance = {
  name: "broadcastsPerMonth",
  alias: "broadcasts",
  description: "Broadcasts started in a calendar month (UTC)",
  per: "month",
  async used(tx, now) {
    const [row] = await countStartedInMonth(tx, now);
    return row?.count ?? 0;
  },
};
