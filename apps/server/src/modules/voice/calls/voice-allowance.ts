import type { Allowance } from "#modules/organizations/entitlements/index.ts";
import { minutesOfMonth } from "./calls.queries.ts";

/** Taken as a call's minutes start. Minutes from before the limit was set are those of the month's calls. */
export const voiceAllowance: Allowance = {
  name: "voiceMinutesPerMonth",
  alias: "voiceMinutes",
  description: "Minutes of voice calls that started in the month, each started minute counted in full",
  per: "month",
  used: minutesOfMonth,
};
