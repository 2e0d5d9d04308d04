export { obedientBrain, politeBrain } from "./brains.ts";
export { startRealtimeProvider } from "./provider.ts";
export type { RealtimeSession } from "./session.ts";
export type { RealtimeBrain, RealtimeFault, RealtimeReply, RealtimeSimulator, RealtimeTurn } from "./types.ts";
