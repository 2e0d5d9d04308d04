export type { CallbackResponse, Clock } from "../shared/types.ts";
export type { Customer, CustomerProfile, InboundResult } from "./customers.ts";
export type { InboundContent, InboundModifiers } from "./inbound.ts";
export type { CallbackBehaviour, Fault, FaultControl } from "./knobs.ts";
export { startPhotoSocialSimulator } from "./simulator.ts";
export type {
  AccountRegistration,
  AppRegistration,
  LiveOptions,
  PhotoSocialSimulator,
  PhotoSocialSimulatorOptions,
  RecordedCall,
  SimulatorStats,
} from "./types.ts";
