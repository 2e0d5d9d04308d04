export type { Line } from "./line.ts";
export { type CallOutcome, type SimulatedCall, startTelephony, type TelephonySimulator } from "./provider.ts";
