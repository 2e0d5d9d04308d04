import type { Allowance } from "#modules/organizations/entitlements/index.ts";
import { countFlows } from "./flows.queries.ts";

export const flowAllowance: Allowance = {
  name: "flows",
  description: "Automation flows, including drafts",
  per: null,
  async used(tx) {
    const [row] = await countFlows(tx);
    return row?.count ?? 0;
  },
};
