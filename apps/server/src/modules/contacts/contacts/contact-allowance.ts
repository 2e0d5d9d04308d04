import type { Allowance } from "#modules/organizations/entitlements/index.ts";
import { countContacts } from "./contacts.queries.ts";

/** Contacts that are not merged into another. Both counts use index-only reads. */
export const contactAllowance: Allowance = {
  name: "contacts",
  description: "Contacts, without merged ones; people who write, or are written to, for the first time are always stored",
  per: null,
  async used(tx) {
    const [row] = await countContacts(tx);
    return row?.count ?? 0;
  },
};
