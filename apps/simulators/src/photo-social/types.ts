import type { LoadOptions, LoadReport } from "../shared/load.ts";
import type { RawCallback } from "../shared/raw-callback.ts";
import type { CallbackResponse, CallbackCounts, Clock, RecordedPlatformCall } from "../shared/types.ts";
import type { Customer, CustomerProfile, InboundResult } from "./customers.ts";
import type { InboundContent } from "./inbound.ts";
import type { CallbackBehaviour, FaultControl } from "./knobs.ts";

export interface PhotoSocialSimulatorOptions {
  /** 0 or absent: any free port. */
  port?: number;
  host?: "127.0.0.1";
  /** Signs callbacks for accounts without their own secret. */
  appSecret: string;
  /** Used by `verifyCallback` when none is given. */
  verifyToken?: string;
  /** Where callbacks go for accounts without their own URL. Absent: such callbacks are dropped and counted. */
  callbackUrl?: string;
  /**
   * The same seed gives the same ids. Absent: random, so that ids never repeat in a database that outlives the
   * simulator.
   */
  seed?: number;
  clock?: Clock;
  /** Every accepted message is returned as an echo. Default true. */
  echoes?: boolean;
  /** From acceptance to the echo. Default 20. */
  echoDelayMs?: number;
  /** From acceptance to the customer's reading; absent: nobody reads automatically. */
  seenDelayMs?: number;
  /** Connections per callback host. Default 32. */
  concurrency?: number;
  /** Send calls per second for accounts without their own rate. Default 100; audio and video 10. */
  messagesPerSecond?: number;
  /** Default true. */
  enforceLimits?: boolean;
  /** 24 hours, seven days with the tag, and never the first message. Default true. */
  enforceWindow?: boolean;
  /** Accepts messages that quote, which is not documented. Default false. */
  quotes?: boolean;
  /** Media is fetched from the given URL, and refused when that fails. Default true. */
  fetchMedia?: boolean;
  /** The endings 0001 to 0005 have effects. Default true. */
  magicRecipients?: boolean;
  /**
   * A refresh extends the tokens instead of replacing them, for a caller that registers the account again after a
   * restart.
   */
  keepTokens?: boolean;
  /** Gaps between attempts of a callback that did not get a 200; their number limits the retries. */
  retryGapsMs?: readonly number[];
  /** An unanswered callback counts as failed after this. Default 5,000. */
  callbackTimeoutMs?: number;
  /** Off for load tests. Default true. */
  recordCalls?: boolean;
  /** The oldest beyond this number are dropped. Default 10,000. */
  recordedCallsMax?: number;
  log?: (event: string, fields: Record<string, unknown>) => void;
}

/** Options that may change while the simulator runs. */
export type LiveOptions = Pick<
  PhotoSocialSimulatorOptions,
  "echoes" | "quotes" | "echoDelayMs" | "seenDelayMs" | "enforceLimits" | "enforceWindow" | "fetchMedia" | "magicRecipients" | "recordCalls"
>;

export interface AccountRegistration {
  /** The professional account's id, by which callbacks name it. */
  accountId: string;
  accessToken: string;
  username?: string;
  name?: string;
  /** The `id` in `/me`; differs from the account's id as on the platform. Default: derived from it. */
  appScopedId?: string;
  /**
   * Gives access to the account through a page as well. `tasks`: what its owner may do there; only with MODERATE can it be subscribed.
   * Default: all.
   */
  page?: { id: string; accessToken: string; name?: string; tasks?: string[] };
  appSecret?: string;
  callbackUrl?: string;
  messagesPerSecond?: number;
  /** False: nothing is delivered until `subscribed_apps` requests it. Default true. */
  subscribed?: boolean;
}

export interface AppRegistration {
  id: string;
  secret: string;
  /** Any other redirect URL is refused, compared exactly. */
  redirectUris: string[];
}

export interface RecordedCall extends RecordedPlatformCall {
  /** Present for sends. */
  accountId?: string;
  recipient?: string;
  messageId?: string;
}

export interface SimulatorStats {
  /** Every platform call, sends included. */
  calls: number;
  /** POST …/messages with a message (not an action). */
  sends: number;
  accepted: number;
  refused: number;
  callbacks: CallbackCounts;
}

export interface PhotoSocialSimulator {
  readonly url: string;
  readonly port: number;
  /** Bounded, oldest first; empty with `recordCalls: false`. */
  readonly calls: readonly RecordedCall[];
  readonly faults: FaultControl;
  registerAccount(registration: AccountRegistration): void;
  /** An app whose owners log in through the authorize pages. */
  registerApp(registration: AppRegistration): void;
  configure(change: LiveOptions): void;
  /** Sets how callbacks are delivered from now on; omitted fields keep their values. */
  callbackBehaviour(change: Partial<CallbackBehaviour>): void;
  /** The same person each time for the same id; a given profile is merged into the old one. */
  customer(id: string, profile?: CustomerProfile): Customer;
  /** Opens the 24 hours without a message. `at` defaults to now. */
  openWindow(accountId: string, person: string, at?: number): void;
  /** A message that a person of the business writes in the platform's own app. */
  typeInApp(accountId: string, person: string, content: InboundContent): Promise<InboundResult>;
  /** Revokes a token, as a changed password does. */
  killToken(accessToken: string): void;
  /** A string is sent as it is; anything else as escaped JSON. `good` (default) signs with the global or the given secret. */
  postCallback(body: unknown, options?: RawCallback): Promise<CallbackResponse>;
  /** Accepted messages to this person, oldest first; actions are not among them. */
  sentTo(person: string): RecordedCall[];
  /** The platform stops delivering the account's callbacks, as after an hour of failures. */
  unsubscribe(accountId: string): void;
  /** Whether messages of the account are delivered now. */
  isSubscribed(accountId: string): boolean;
  stats(): SimulatorStats;
  waitFor<T>(probe: (simulator: PhotoSocialSimulator) => T, timeoutMs?: number): Promise<NonNullable<T>>;
  /** Resolves when no echo, callback or retry is due any more. */
  settled(timeoutMs?: number): Promise<void>;
  /** The platform's GET handshake; true when the challenge was returned with 200. */
  verifyCallback(url: string, verifyToken?: string): Promise<boolean>;
  load(options: LoadOptions): Promise<LoadReport>;
  /** Clears calls, counters, faults, windows, limits and behaviours; accounts and apps stay. */
  reset(): void;
  /** Accepts no more calls, drops what is only scheduled, waits for callbacks in progress. */
  close(): Promise<void>;
}
