export { signTiktok } from "../shared/signing.ts";
export type { BusinessPhone, Customer, InboundResult } from "./customers.ts";
export type { InboundContent, InboundModifiers } from "./inbound.ts";
export type { CallbackBehaviour, Fault } from "./knobs.ts";
export { conversationIdOf } from "./ids.ts";
export { startShortVideoSimulator } from "./simulator.ts";
export type {
  AccountRegistration,
  CallbackResponse,
  Clock,
  LiveOptions,
  LoadOptions,
  LoadReport,
  RecordedCall,
  ShortVideoSimulator,
  ShortVideoSimulatorOptions,
  SimulatorStats,
} from "./types.ts";
