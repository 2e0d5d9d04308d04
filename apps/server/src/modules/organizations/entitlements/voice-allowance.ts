import type { Allowance } from "./allowance.ts";

/** Minutes are counted by the limit alone: whoever makes a call takes them (`take`). */
export const voiceAllowance: Allowance = {
  name: "voiceMinutesPerMonth",
  alias: "voiceMinutes",
  description: "Minutes of voice calls that started in the month, each started minute counted in full",
  per: "month",
  used: async () => 0,
};
