import type { Allowance } from "#modules/organizations/entitlements/index.ts";
import { countChannels } from "./channels.queries.ts";

export const channelAllowance: Allowance = {
  name: "channels",
  description: "Channels in any status",
  per: null,
  async used(tx) {
    const [row] = await countChannels(tx);
    return row?.count ?? 0;
  },
};
