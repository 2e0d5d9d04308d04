import type { FaultControls } from "../shared/faults.ts";
import type { LoadReport, LoadOptions as SharedLoadOptions } from "../shared/load.ts";
import type { CallbackResponse, CallbackCounts, Clock, RecordedPlatformCall } from "../shared/types.ts";
import type { BusinessPhone, Customer } from "./customers.ts";
import type { CallbackBehaviour, Fault } from "./knobs.ts";

export type { LoadReport } from "../shared/load.ts";
export type { CallbackResponse, Clock } from "../shared/types.ts";

export interface ShortVideoSimulatorOptions {
  /** 0 or absent: any free port. */
  port?: number;
  host?: "127.0.0.1";
  /** The provider app: its key is used in OAuth and in callbacks, its secret signs them. */
  clientKey?: string;
  clientSecret: string;
  /** Where callbacks are posted until `business/webhook/update/` changes it. Absent: they are dropped and counted. */
  callbackUrl?: string;
  /**
   * The same seed gives the same ids. Absent: random, so that ids never repeat in a database that outlives the
   * simulator.
   */
  seed?: number;
  clock?: Clock;
  /** From the acceptance of a send to its echo and to the customer's reading. Default 50 and 400. */
  delaysMs?: { echo: number; read: number };
  /** Accepted sends are returned as echoes. Default true. */
  echoes?: boolean;
  /** Customers read incoming messages. Default true. */
  reads?: boolean;
  /** 10 per second and 600 per minute (40100). Default true. */
  enforceLimits?: boolean;
  /** The rules of channel-protocols.md 4.7 (40064). Default true. */
  windows?: boolean;
  /** The endings 0001 to 0005 of a user id have effects. Default true. */
  magicRecipients?: boolean;
  /** Connections per callback host. Default 32. */
  concurrency?: number;
  /**
   * A refresh extends the tokens instead of replacing them, for a caller that registers the account again after a
   * restart.
   */
  keepTokens?: boolean;
  /** Gaps between attempts of a callback that did not get a 200; their number limits the retries. */
  retryGapsMs?: readonly number[];
  /** An unanswered callback counts as failed after this. Default 10,000. */
  callbackTimeoutMs?: number;
  /** Off for load tests. Default true. */
  recordCalls?: boolean;
  /** The oldest beyond this number are dropped. Default 10,000. */
  recordedCallsMax?: number;
  log?: (event: string, fields: Record<string, unknown>) => void;
}

/** Options that may change while the simulator runs. */
export type LiveOptions = Pick<
  ShortVideoSimulatorOptions,
  "echoes" | "reads" | "enforceLimits" | "windows" | "magicRecipients" | "recordCalls"
>;

export interface AccountRegistration {
  businessId: string;
  /**
   * Valid until it is registered again, refreshed or revoked by a fault. Absent: the account can be connected by OAuth.
   */
  accessToken?: string;
  refreshToken?: string;
  username?: string;
  displayName?: string;
  /** Its own provider app: that app's secret and URL. */
  clientSecret?: string;
  callbackUrl?: string;
  /** False: the region accepts no images from this account. Default true. */
  takesImages?: boolean;
}

/** `errorCode` is the envelope's code when it is not 0. */
export interface RecordedCall extends RecordedPlatformCall {
  /** Present for sends. */
  businessId?: string;
  conversationId?: string;
  userId?: string;
  messageId?: string;
}

export interface SimulatorStats {
  /** Every platform call, sends included. */
  calls: number;
  /** Sends of a message (no sender actions). */
  sends: number;
  accepted: number;
  refused: number;
  callbacks: CallbackCounts;
  /** Echoes and read marks still waiting for their delay. */
  scheduled: number;
}

/** Without `makeBody`: texts from many customers of the first account. */
export interface LoadOptions extends Omit<SharedLoadOptions, "appSecret"> {
  clientSecret?: string;
}

export interface ShortVideoSimulator {
  readonly url: string;
  readonly port: number;
  /** Bounded, oldest first; empty with `recordCalls: false`. */
  readonly calls: readonly RecordedCall[];
  readonly faults: FaultControls<Fault>;
  registerAccount(registration: AccountRegistration): void;
  configure(change: LiveOptions): void;
  /** Sets how callbacks are delivered from now on; omitted fields keep their values. */
  callbackBehaviour(change: Partial<CallbackBehaviour>): void;
  /** The same person each time for the same `userId`; a given name replaces the old one. */
  customer(userId: string, username?: string): Customer;
  /** A person who uses the business's phone. */
  phone(businessId: string): BusinessPhone;
  conversationId(businessId: string, userId: string): string;
  /** The customer wrote before, at `at` (default now), without any callback. */
  openConversation(businessId: string, userId: string, at?: number): void;
  /** An event of any name with any content, in a valid envelope. A string is the content as it is. */
  postEvent(businessId: string, event: string, content: unknown): Promise<CallbackResponse>;
  /** A string is sent as it is, anything else as JSON. `good` (default) signs with the global or the given secret. */
  postCallback(
    body: unknown,
    options?: { signature?: "good" | "bad" | "none"; ageSeconds?: number; url?: string; clientSecret?: string; retry?: boolean },
  ): Promise<CallbackResponse>;
  /** Accepted sends to this person or conversation, oldest first. */
  sentTo(recipient: string): RecordedCall[];
  /** A code for `tt_user/oauth2/token/`; valid for 10 minutes, once. */
  issueCode(businessId: string, redirectUri: string, scopes?: readonly string[]): string;
  stats(): SimulatorStats;
  waitFor<T>(probe: (simulator: ShortVideoSimulator) => T, timeoutMs?: number): Promise<NonNullable<T>>;
  /** Resolves when no echo, read mark, callback or retry is due any more. */
  settled(timeoutMs?: number): Promise<void>;
  load(options: LoadOptions): Promise<LoadReport>;
  /** Clears calls, counters, faults, conversations, limits and behaviours; accounts stay. */
  reset(): void;
  /** Accepts no more calls, drops what is only scheduled, waits for callbacks in progress. */
  close(): Promise<void>;
}
