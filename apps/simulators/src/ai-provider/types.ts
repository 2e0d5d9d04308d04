/** The interfaces that are simulated. openai: responses and chat completions; openai_compatible: chat completions alone. */
export type AiDialect = "openai" | "openai_compatible" | "anthropic" | "google";

/** A generation as any dialect asks for it. */
export interface SimulatedRequest {
  dialect: AiDialect;
  apiKey: string;
  model: string;
  system: string;
  messages: SimulatedMessage[];
  tools: { name: string; description: string; schema: unknown }[];
  /** The caller allows no call of a tool. */
  toolsForbidden: boolean;
  /** JSON Schema of the answer; null: plain text. */
  schema: Record<string, unknown> | null;
  maxOutputTokens: number | null;
  /** The answer is to be the input of a tool made for it. */
  answerByTool?: boolean;
}

export interface SimulatedMessage {
  role: "user" | "assistant" | "tool";
  text: string;
  /** Of an assistant's message. */
  toolCalls: { name: string; input: unknown }[];
}

/** What a model says. `toolCalls` with or without a text; `refusal` alone. */
export interface SimulatedReply {
  text?: string;
  toolCalls?: { name: string; input: unknown }[];
  refusal?: string;
  /** It stopped because it may not say more. */
  cut?: boolean;
}

/** The mind of a simulated model. */
export type Brain = (request: SimulatedRequest) => SimulatedReply;

export type AiFaultKind =
  /** 401 whose words repeat the key, as providers do. */
  | "invalid_key"
  /** 402, or the provider's own way to say that there is no money. */
  | "no_quota"
  | "rate_limited"
  /** 404 for the model. */
  | "model_not_found"
  | "server_error"
  /** 529 */
  | "overloaded"
  /** 400, which nobody else would answer either. */
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
  /** Only where all that is named fits. */
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
  url: string;
  /** Base addresses as the API's `baseUrl` takes them. */
  baseUrls: Record<AiDialect, string>;
  calls: RecordedAiCall[];
  /** Generations only, oldest first. */
  generations(): RecordedAiCall[];
  /** Answers from now on; default: `contextBrain`. */
  brain: Brain;
  /** Keys it knows; null: any. */
  keys: Set<string> | null;
  /** What is listed; any other name is answered all the same. */
  models: string[];
  addFault(fault: AiFault): void;
  clearFaults(): void;
  /** Resolves once there were that many calls. */
  called(count: number): Promise<void>;
  close(): Promise<void>;
}
