/** How a delivery is answered. */
export type Answer =
  /** A status, at once or after `delayMs`. */
  | {
      kind: "status";
      status: number;
      delayMs?: number;
      headers?: Record<string, string>;
      body?: string;
      retryAfter?: string;
    }
  /** Read, never answered. */
  | { kind: "hang" }
  /** 200 and a body that trickles: one byte every `gapMs`, `bytes` of them, then the end. */
  | { kind: "drip"; bytes: number; gapMs: number }
  | { kind: "redirect"; location: string; status?: 301 | 302 | 303 | 307 | 308 }
  /** The connection dies before an answer. */
  | { kind: "cut" }
  /** The connection dies in the middle of one. */
  | { kind: "cut_mid_response" }
  /** 200 and this much body. */
  | { kind: "huge"; sizeBytes: number };

export type Verdict = "good" | "bad" | "missing" | "unchecked";

export interface Delivery {
  /** Milliseconds since 1970, when the last byte was read. */
  receivedAt: number;
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  rawBody: Buffer;
  webhookId: string | undefined;
  /** `X-Service-Signature`. */
  serviceSignature: Verdict;
  /** `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  standardSignature: Verdict;
  /** Receive time minus `webhook-timestamp`, in seconds; absent without that header. */
  timestampAgeSeconds?: number;
  /** The body as JSON; throws when it is none. */
  json(): unknown;
}

export interface ReceiverOptions {
  port?: number;
  /** As the product shows it (`whsec_…`, and `whpk_…` of Ed25519). Several while a secret is being rotated: one must fit. Absent: not checked. */
  secret?: string | string[];
  /** Off for load tests: counters only. Default true. */
  recordDeliveries?: boolean;
  /** The oldest are forgotten beyond this. Default 10,000. */
  recordedMax?: number;
  /** Count deliveries by `webhook-id`, for finding repeats and losses. Default true. */
  trackIds?: boolean;
  /** Checking costs two HMACs per delivery. Default true when there is a secret. */
  verify?: boolean;
  onDelivery?: (delivery: Delivery) => void;
}

export interface ReceiverStats {
  received: number;
  goodSignatures: number;
  badSignatures: number;
  /** Distinct `webhook-id`s, and deliveries beyond the first of each. */
  distinctIds: number;
  repeats: number;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Bounded, oldest first; empty with `recordDeliveries: false`. */
  readonly deliveries: readonly Delivery[];
  /** How often each `webhook-id` came. */
  readonly byId: ReadonlyMap<string, number>;
  /** How every delivery is answered from now on. Default 200 with an empty body. */
  answer(answer: Answer): void;
  /** For the next deliveries, one each, before the standing answer. */
  answerNext(...answers: Answer[]): void;
  /** For one path (query excluded), before the standing answer. */
  answerFor(path: string, answer: Answer): void;
  /** Changes what signatures are checked against. */
  setSecret(secret: string | string[] | undefined): void;
  waitFor<T>(probe: (receiver: Receiver) => T, timeoutMs?: number): Promise<NonNullable<T>>;
  stats(): ReceiverStats;
  /** Forgets deliveries, counters and answers. */
  reset(): void;
  /** Ends hanging connections too. */
  close(): Promise<void>;
}
