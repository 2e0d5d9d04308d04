import type { Allowance } from "#modules/organizations/entitlements/index.ts";
import { countChatbots } from "./chatbots.queries.ts";

export const chatbotAllowance: Allowance = {
  name: "chatbots",
  description: "Chatbots, including inactive ones",
  per: null,
  async used(tx) {
    const [row] = await countChatbots(tx);
    return row?.count ?? 0;
  },
};
