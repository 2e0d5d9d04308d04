import type { Allowance } from "#modules/organizations/entitlements/index.ts";
import { countSeats } from "./invitations.queries.ts";

export const seatAllowance: Allowance = {
  name: "seats",
  description: "Active members and open invitations",
  per: null,
  async used(tx, now) {
    const [row] = await countSeats(tx, now);
    return row?.count ?? 0;
  },
};
