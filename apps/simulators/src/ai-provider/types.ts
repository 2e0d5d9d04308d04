import type { Server } from "node:http";
/** The simulated interfaces. openai: responses and chat completions; openai_compatible: only chat completions. */
export type AiDialect = "openai" | "openai_compatible" | "anthropic" | "google";

/** A generation request in terms common to all dialects. */
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
  /** The answer must be the input of a tool created for that purpose. */
  answerByTool?: boolean;
}

export interface SimulatedMessage {
  role: "user" | "assistant" | "tool";
  text: string;
  /** For an assistant's message. */
  toolCalls: { name: string; input: unknown }[];
}

/** A model's reply. `toolCalls` with or without text; `refusal` alone. */
export interface SimulatedReply {
  text?: string;
  toolCalls?: { name: string; input: unknown }[];
  refusal?: string;
  /** It stopped at the maximum length. */
  cut?: boolean;
}

/** Decides how a simulated model replies. */
export type Brain = (request: SimulatedRequest) => SimulatedReply;

export type AiFaultKind =
  /** 401 with a text that repeats the key, as providers do. */
  | "invalid_key"
  /** 402, or the provider's own way of reporting that the credit is used up. */
  | "no_quota"
  | "rate_limited"
  /** 404 for the model. */
  | "model_not_found"
  | "server_error"
  /** 529 */
  | "overloaded"
  /** 400, as every other provider returns. */
  | "bad_request"
  /** Accepts the request and never responds. */
  | "stall"
  /** Half a response, then the connection breaks. */
  | "cut"
  /** 200 with something that is not JSON. */
  | "garbage"
  /** 200 with nothing in it. */
  | "empty"
  /** 200 with a text that matches no schema. */
  | "off_schema"
  | "refusal"
  /** 302 to an internal address. */
  | "redirect";

export interface AiFault {
  kind: AiFaultKind;
  /** Only if all given fields match. */
  apiKey?: string;
  model?: string;
  dialect?: AiDialect;
  /** The type of calls it applies to; default: generations. */
  of?: "generate" | "models";
  /** Default: 1; Infinity until `clear`. */
  times?: number;
  /** In seconds, for rate_limited. */
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
  /** For the provider's further interfaces. */
  server: Server;
  url: string;
  /** Base URLs in the form of the API's `baseUrl`. */
  baseUrls: Record<AiDialect, string>;
  calls: RecordedAiCall[];
  /** Generations only, oldest first. */
  generations(): RecordedAiCall[];
  /** Produces the answers from now on; default: `contextBrain`. */
  brain: Brain;
  /** Known keys; null: any. */
  keys: Set<string> | null;
  /** The models in its list; any other name is accepted too. */
  models: string[];
  addFault(fault: AiFault): void;
  clearFaults(): void;
  /** Resolves once there have been that many calls. */
  called(count: number): Promise<void>;
  close(): Promise<void>;
}
