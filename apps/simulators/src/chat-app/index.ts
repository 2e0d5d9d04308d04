export { type Caller, type CallerOptions, callAs } from "./calls/caller.ts";
export type { CallEnd, CallState, CustomerCall } from "./calls/calls.ts";
export { escapeLikeMeta, signMeta } from "../shared/signing.ts";
export type { Customer, InboundResult } from "./customers.ts";
export type { InboundContent, InboundModifiers } from "./inbound.ts";
export type { CallbackBehaviour, Fault, FaultControl } from "./knobs.ts";
export type { LoadOptions, LoadReport } from "../shared/load.ts";
export { startChatAppSimulator } from "./simulator.ts";
export type { TemplateComponent, TemplateInput } from "./templates/templates.ts";
export type {
  ChatAppSimulator,
  ChatAppSimulatorOptions,
  LiveOptions,
  NumberRegistration,
  RecordedCall,
  SimulatorStats,
  StatusDelays,
} from "./types.ts";
export type { CallbackResponse, Clock } from "../shared/types.ts";
