import type { Allowance } from "#modules/organizations/entitlements/index.ts";
import { countDomains } from "./domains.queries.ts";

export const domainAllowance: Allowance = {
  name: "domains",
  alias: "domain",
  description: "Custom domains",
  per: null,
  used: (tx) => countDomains(tx),
};
