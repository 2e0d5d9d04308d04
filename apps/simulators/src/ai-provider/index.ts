export { contextBrain, obedientBrain, said } from "./brains.ts";
export { startAiSimulator } from "./provider.ts";
export type {
  AiDialect,
  AiFault,
  AiFaultKind,
  AiSimulator,
  Brain,
  RecordedAiCall,
  SimulatedMessage,
  SimulatedReply,
  SimulatedRequest,
} from "./types.ts";
