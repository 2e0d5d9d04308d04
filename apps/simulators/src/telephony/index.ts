export type { Line } from "./line.ts";
export { type CallOutcome, type DialPlan, type SimulatedCall, startTelephony, type TelephonySimulator } from "./provider.ts";
