import type { Allowance } from "./allowance.ts";

/** Minutes are known by the limit alone: whoever makes a call takes them (`take`), and nothing else counts them. */
export const voiceAllowance: Allowance = {
  name: "voiceMinutesPerMonth",
  alias: "voiceMinutes",
  description: "Minutes of voice calls that began in the month, each begun minute counted whole",
  per: "month",
  used: async () => 0,
};
