import type { Server } from "node:http";
/** The interfaces that are simulated. openai: responses and chat completions; openai_compatible: chat completions alone. */
export type AiDialect = "openai" | "openai_compatible" | "anthropic" | "google";

/** A generation request in the terms that all dialects share. */
export interface SimulatedRequest {
  dialect: AiDialect;
  apiKey: string;
  model: string;
  system: string;
  messages: SimulatedMessage[];
  tools: { name: string; description: string; schema: unknown }[];
  /** The caller forbids tool calls. */
  toolsForbidden: boolean;
  /** JSON Schema of the answer; null: plain text. */
  schema: Record<string, unknown> | null;
  maxOutputTokens: number | null;
  /** The answer must be the input of a tool made for it. */
  answerByTool?: boolean;
}

export interface SimulatedMessage {
  role: "user" | "assistant" | "tool";
  text: string;
  /** Of an assistant's message. */
  toolCalls: { name: string; input: unknown }[];
}

/** A model's reply. `toolCalls` with or without a text; `refusal` alone. */
export interface SimulatedReply {
  text?: string;
  toolCalls?: { name: string; input: unknown }[];
  refusal?: string;
  /** It stopped at the maximum length. */
  cut?: boolean;
}

/** Decides what a simulated model replies. */
export type Brain = (request: SimulatedRequest) => SimulatedReply;

export type AiFaultKind =
  /** 401 with a text that repeats the key, as providers do. */
  | "invalid_key"
  /** 402, or the provider's own way to report that the credit is used up. */
  | "no_quota"
  | "rate_limited"
  /** 404 for the model. */
  | "model_not_found"
  | "server_error"
  /** 529 */
  | "overloaded"
  /** 400, as from every other provider. */
  | "bad_request"
  /** Takes the request and never answers. */
  | "stall"
  /** Half an answer, then the connection breaks. */
  | "cut"
  /** 200 with something that is no JSON. */
  | "garbage"
  /** 200 with nothing in it. */
  | "empty"
  /** 200 with a text that fits no schema. */
  | "off_schema"
  | "refusal"
  /** 302 to an address inside. */
  | "redirect";

export interface AiFault {
  kind: AiFaultKind;
  /** Only if all given fields match. */
  apiKey?: string;
  model?: string;
  dialect?: AiDialect;
  /** Which calls; default: generations. */
  of?: "generate" | "models";
  /** Default: 1; Infinity until `clear`. */
  times?: number;
  /** Seconds, of rate_limited. */
  retryAfter?: number;
}

export interface RecordedAiCall {
  path: string;
  dialect: AiDialect;
  apiKey: string;
  kind: "generate" | "models";
  request: SimulatedRequest | null;
  body: unknown;
  headers: Record<string, string>;
  /** What the simulator did with it: a fault, or null. */
  fault: AiFaultKind | null;
}

export interface AiSimulator {
  /** For further interfaces of the provider. */
  server: Server;
  url: string;
  /** Base URLs as the API's `baseUrl` takes them. */
  baseUrls: Record<AiDialect, string>;
  calls: RecordedAiCall[];
  /** Generations only, oldest first. */
  generations(): RecordedAiCall[];
  /** Answers from now on; default: `contextBrain`. */
  brain: Brain;
  /** Known keys; null: any. */
  keys: Set<string> | null;
  /** The models in its list; any other name is answered too. */
  models: string[];
  addFault(fault: AiFault): void;
  clearFaults(): void;
  /** Resolves once there were that many calls. */
  called(count: number): Promise<void>;
  close(): Promise<void>;
}
