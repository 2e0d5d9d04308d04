/** How to respond to a delivery. */
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
  /** Read, but never answered. */
  | { kind: "hang" }
  /** 200 with a slow body: one byte every `gapMs`, `bytes` of them, then the end. */
  | { kind: "drip"; bytes: number; gapMs: number }
  | { kind: "redirect"; location: string; status?: 301 | 302 | 303 | 307 | 308 }
  /** The connection breaks before a response. */
  | { kind: "cut" }
  /** The connection breaks in the middle of a response. */
  | { kind: "cut_mid_response" }
  /** 200 with a body of this size. */
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
  /** The body as JSON; throws when it is not JSON. */
  json(): unknown;
}

export interface ReceiverOptions {
  port?: number;
  /**
   * As the product shows it (`whsec_…`, or `whpk_…` for Ed25519). Several during a rotation: one must match. Absent:
   * not checked.
   */
  secret?: string | string[];
  /** Off for load tests: counters only. Default true. */
  recordDeliveries?: boolean;
  /** The oldest beyond this number are dropped. Default 10,000. */
  recordedMax?: number;
  /** Counts deliveries by `webhook-id`, to find repetitions and losses. Default true. */
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
  /** How often each `webhook-id` was received. */
  readonly byId: ReadonlyMap<string, number>;
  /** How every delivery is answered from now on. Default 200 with an empty body. */
  answer(answer: Answer): void;
  /** For the next deliveries, one each, before the general answer. */
  answerNext(...answers: Answer[]): void;
  /** For one path (query excluded), before the general answer. */
  answerFor(path: string, answer: Answer): void;
  /** Changes what signatures are checked against. */
  setSecret(secret: string | string[] | undefined): void;
  waitFor<T>(probe: (receiver: Receiver) => T, timeoutMs?: number): Promise<NonNullable<T>>;
  stats(): ReceiverStats;
  /** Clears deliveries, counters and answers. */
  reset(): void;
  /** Ends hanging connections too. */
  close(): Promise<void>;
}
