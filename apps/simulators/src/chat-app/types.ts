import type { Captions } from "../shared/captions.ts";
import type { CustomerCalls } from "./calls/calls.ts";
import type { Customer } from "./customers.ts";
import type { CallbackBehaviour, FaultControl } from "./knobs.ts";
import type { LoadOptions, LoadReport } from "../shared/load.ts";
import type { RawCallback } from "../shared/raw-callback.ts";
import type { CallbackResponse, CallbackCounts, Clock, RecordedPlatformCall } from "../shared/types.ts";
import type { TemplateInput } from "./templates/templates.ts";

export interface StatusDelays {
  /** Each counted from when the send was accepted. */
  sent: number;
  delivered: number;
  read: number;
}

export interface ChatAppSimulatorOptions {
  /** 0 or absent: any free port. */
  port?: number;
  host?: "127.0.0.1";
  /** Signs callbacks for numbers without their own secret. */
  appSecret: string;
  /** The provider app's id in sign-ups and tokens. Default 670000000000001. */
  appId?: string;
  /** Where a sign-up may send the browser. Absent: anywhere. */
  redirectUris?: readonly string[];
  /** Lifetime of a token from a sign-up; null: it never expires. Default 60 days. */
  businessTokenSeconds?: number | null;
  /** Used by `verifyCallback` when none is given. */
  verifyToken?: string;
  /** Where callbacks go for numbers without an address of their own. Absent: such callbacks are dropped and counted. */
  callbackUrl?: string;
  /** Where callbacks go for numbers without their own URL. Absent: such callbacks are dropped and counted. */
  seed?: number;
  clock?: Clock;
  statusDelaysMs?: StatusDelays;
  /** False: accepted sends cause no statuses automatically. Default true. */
  autoStatuses?: boolean;
  /** Statuses of accepted sends wait for `releaseStatuses`, so that a test decides when they arrive. Default false. */
  holdStatuses?: boolean;
  /** Connections per callback host. Default 32. */
  concurrency?: number;
  /** Throughput of numbers without their own. Default 80. */
  messagesPerSecond?: number;
  /** Throughput (130429) and pair (131056) limits. Default true. */
  enforceLimits?: boolean;
  /** HTTP status of throttling responses; the platform uses both. Default 429. */
  throttleStatus?: 400 | 429;
  /** How a free-form send outside the 24 hours is refused. Default `status`. */
  windowCheck?: "off" | "call" | "status";
  /** The window of a customer without any earlier message. Default `open`. */
  unknownWindow?: "open" | "closed";
  /** A Brazilian number is returned as `wa_id` without its ninth digit, as on the platform. Default true. */
  rewriteWaIds?: boolean;
  /** The endings 0001 to 0005 have effects. Off for load tests, whose numbers have them by chance. Default true. */
  magicRecipients?: boolean;
  /** From creation to APPROVED. Default 50. */
  templateReviewMs?: number;
  /** Gaps between attempts of a callback that did not get a 200; their number limits the retries. */
  retryGapsMs?: readonly number[];
  /** An unanswered callback counts as failed after this. Default 10,000. */
  callbackTimeoutMs?: number;
  /** Off for load tests. Default true. */
  recordCalls?: boolean;
  /** The oldest beyond this number are dropped. Default 10,000. */
  recordedCallsMax?: number;
  /** Both directions as customers see them, for the phone. Default: as `recordCalls`. */
  transcripts?: boolean;
  /** Keeps accepted references in order to find double sends. Default true. */
  trackReferences?: boolean;
  /**
   * Keeps the time and recipient of each send in little memory, for load tests that count afterwards. Default false.
   */
  logSends?: boolean;
  /** What is said in calls, for display on the phone. */
  captions?: Captions;
  /** What a caller at the phone is assumed to say, turn by turn; shown to that person. */
  callLines?: readonly string[];
  log?: (event: string, fields: Record<string, unknown>) => void;
}

/** Options that may change while the simulator runs. */
export type LiveOptions = Pick<
  ChatAppSimulatorOptions,
  | "autoStatuses"
  | "enforceLimits"
  | "throttleStatus"
  | "windowCheck"
  | "unknownWindow"
  | "rewriteWaIds"
  | "magicRecipients"
  | "templateReviewMs"
  | "recordCalls"
  | "trackReferences"
  | "businessTokenSeconds"
  | "redirectUris"
>;

export interface NumberRegistration {
  phoneNumberId: string;
  businessAccountId: string;
  accessToken: string;
  displayPhoneNumber: string;
  verifiedName?: string;
  appSecret?: string;
  callbackUrl?: string;
  messagesPerSecond?: number;
  /** Whether the app gets the account's callbacks from the beginning; counts for the account's first number. Default true. */
  subscribed?: boolean;
  /** Whether the number can send at once, or must be registered first. Default true. */
  registered?: boolean;
  /** Registration must give it. Absent: the first registration sets one. */
  twoStepPin?: string;
  /** Once an account has templates (given or created by the API), sends are checked against them. */
  templates?: TemplateInput[];
  /** Voice calls; `refused`: they cannot be switched on (138015). Default `off`. */
  calling?: "on" | "off" | "refused";
}

export interface RecordedCall extends RecordedPlatformCall {
  /** Present for sends. */
  phoneNumberId?: string;
  waId?: string;
  reference?: string;
  messageId?: string;
}

/**
 * A send that counted against the number's limit: milliseconds, wa_id or id as given, reference, whether it was
 * accepted.
 */
export type LoggedSend = [at: number, to: string, reference: string, accepted: boolean];

export interface SimulatorStats {
  /** Every platform call, sends included. */
  calls: number;
  /** POST …/messages with content (not mark-as-read). */
  sends: number;
  accepted: number;
  refused: number;
  /** Accepted sends by their biz_opaque_callback_data. A count above 1 is a message that the product sent twice. */
  byMessageCount: ReadonlyMap<string, number>;
  /** Accepted sends beyond the first of each reference. */
  doubleSends: number;
  callbacks: CallbackCounts;
  /** Status callbacks still waiting for their delay. */
  statusesScheduled: number;
}

export interface ChatAppSimulator {
  readonly url: string;
  readonly port: number;
  /** Bounded, oldest first; empty with `recordCalls: false`. */
  readonly calls: readonly RecordedCall[];
  readonly faults: FaultControl;
  registerNumber(registration: NumberRegistration): void;
  configure(change: LiveOptions): void;
  /** A code for `GET /oauth/access_token`; valid for 30 s, once. */
  issueCode(accessToken: string): string;
  /** What the platform's pop-up returns to a page after a person has allowed these accounts: a code for a new token. */
  signUp(businessAccountIds: string[], options?: { scopes?: string[] }): string;
  /** Sets how callbacks are delivered from now on; omitted fields keep their values. */
  callbackBehaviour(change: Partial<CallbackBehaviour>): void;
  /** The same person each time for the same `waId`; a given name replaces the old one. */
  customer(waId: string, name?: string, profile?: { userId?: string; username?: string; hidePhone?: boolean }): Customer;
  /** Customers' calls. */
  readonly customerCalls: CustomerCalls;
  /** Opens the 24 hours without a message. `at` defaults to now. */
  openWindow(phoneNumberId: string, waId: string, at?: number): void;
  /** Decides a template (APPROVED, REJECTED, PAUSED, DISABLED …) and sends the event. Throws when it is unknown. */
  decideTemplate(businessAccountId: string, name: string, language: string, status: string, reason?: string): void;
  /** Sends any status for any message id; `extra` is merged into the status object. */
  postStatus(
    phoneNumberId: string,
    messageId: string,
    status: "sent" | "delivered" | "read" | "played" | "failed",
    extra?: { waId?: string; reference?: string; errorCode?: number; extra?: Record<string, unknown> },
  ): Promise<CallbackResponse>;
  /** An account-level event (2.6), e.g. field `account_update`. */
  postAccountEvent(businessAccountId: string, field: string, value: unknown): Promise<CallbackResponse>;
  /** A string is sent as it is; anything else as escaped JSON. `good` (default) signs with the global or the given secret. */
  postCallback(body: unknown, options?: RawCallback): Promise<CallbackResponse>;
  /** Accepted sends to this person (by `wa_id`, as given, or BSUID), oldest first. */
  sentTo(recipient: string): RecordedCall[];
  stats(): SimulatorStats;
  /** References that were accepted more than once. */
  doubleSends(): { reference: string; count: number }[];
  waitFor<T>(probe: (simulator: ChatAppSimulator) => T, timeoutMs?: number): Promise<NonNullable<T>>;
  /** Posts the statuses that `holdStatuses` has held. */
  releaseStatuses(): void;
  /** Resolves when no status, callback or retry is due any more. */
  settled(timeoutMs?: number): Promise<void>;
  /** The platform's GET handshake; true when the challenge was returned with 200. */
  verifyCallback(url: string, verifyToken?: string): Promise<boolean>;
  load(options: LoadOptions): Promise<LoadReport>;
  /** Clears calls, counters, faults, windows, limits and behaviours; numbers and templates stay. */
  reset(): void;
  /** Accepts no more calls, drops what is only scheduled, waits for callbacks in progress. */
  close(): Promise<void>;
}
