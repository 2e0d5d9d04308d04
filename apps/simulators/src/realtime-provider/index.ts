export { demoBrain, obedientBrain, politeBrain } from "./brains.ts";
export type { RealtimeCall } from "./calls.ts";
export { startRealtimeProvider } from "./provider.ts";
export { startSpeechProvider } from "./speech-provider.ts";
export type { RealtimeSession } from "./session.ts";
export type { RealtimeBrain, RealtimeFault, RealtimeOptions, RealtimeReply, RealtimeSimulator, RealtimeTurn } from "./types.ts";
