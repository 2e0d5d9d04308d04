import type { FaultControls } from "../shared/faults.ts";
import type { LoadReport, LoadOptions as SharedLoadOptions } from "../shared/load.ts";
import type { CallbackAnswer, CallbackCounts, Clock, RecordedPlatformCall } from "../shared/types.ts";
import type { BusinessPhone, Customer } from "./customers.ts";
import type { CallbackBehaviour, Fault } from "./knobs.ts";

export type { LoadReport } from "../shared/load.ts";
export type { CallbackAnswer, Clock } from "../shared/types.ts";

export interface ShortVideoSimulatorOptions {
  /** 0 or absent: a free one. */
  port?: number;
  host?: "127.0.0.1";
  /** The provider app: its key goes through OAuth and into callbacks, its secret signs them. */
  clientKey?: string;
  clientSecret: string;
  /** Where callbacks go until `business/webhook/update/` says otherwise. Absent: they are dropped and counted. */
  callbackUrl?: string;
  /** Same seed, same ids. Absent: random, so that ids never repeat against a database that outlives the simulator. */
  seed?: number;
  clock?: Clock;
  /** From the acceptance of a send to its echo and to the customer's reading. Default 50 and 400. */
  delaysMs?: { echo: number; read: number };
  /** Accepted sends come back as echoes. Default true. */
  echoes?: boolean;
  /** Customers read what they get. Default true. */
  reads?: boolean;
  /** 10 per second and 600 per minute (40100). Default true. */
  enforceLimits?: boolean;
  /** The rules of channel-protocols.md 4.7 (40064). Default true. */
  windows?: boolean;
  /** Endings 0001 to 0005 of a user id mean something. Default true. */
  magicRecipients?: boolean;
  /** Connections per callback host. Default 32. */
  concurrency?: number;
  /** A refresh prolongs the tokens instead of replacing them, for a caller that registers the account anew after a restart. */
  keepTokens?: boolean;
  /** Gaps between attempts of a callback that was not answered 200; their count bounds the retries. */
  retryGapsMs?: readonly number[];
  /** An unanswered callback counts as failed after this. Default 10,000. */
  callbackTimeoutMs?: number;
  /** Off for load tests. Default true. */
  recordCalls?: boolean;
  /** The oldest are forgotten beyond this. Default 10,000. */
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
  /** Lives until it is registered anew, refreshed or killed by a fault. Absent: the account is there to be connected by OAuth. */
  accessToken?: string;
  refreshToken?: string;
  username?: string;
  displayName?: string;
  /** A provider app of its own: its secret and address. */
  clientSecret?: string;
  callbackUrl?: string;
  /** False: the region takes no pictures from this account. Default true. */
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
  /** Sets how callbacks behave from now on; fields not named keep their value. */
  callbackBehaviour(change: Partial<CallbackBehaviour>): void;
  /** The same person each time for the same `userId`; a given name replaces the old one. */
  customer(userId: string, username?: string): Customer;
  /** Somebody with the business's phone in hand. */
  phone(businessId: string): BusinessPhone;
  conversationId(businessId: string, userId: string): string;
  /** The customer wrote before, at `at` (default now), and nobody was told. */
  openConversation(businessId: string, userId: string, at?: number): void;
  /** An event of any name with any content, in a good envelope. A string is the content as it is. */
  postEvent(businessId: string, event: string, content: unknown): Promise<CallbackAnswer>;
  /** A string is sent as it is, anything else as JSON. `good` (default) signs with the global or the given secret. */
  postCallback(
    body: unknown,
    options?: { signature?: "good" | "bad" | "none"; ageSeconds?: number; url?: string; clientSecret?: string; retry?: boolean },
  ): Promise<CallbackAnswer>;
  /** Accepted sends to this person or conversation, oldest first. */
  sentTo(recipient: string): RecordedCall[];
  /** A code for `tt_user/oauth2/token/`; lives 10 minutes, works once. */
  issueCode(businessId: string, redirectUri: string, scopes?: readonly string[]): string;
  stats(): SimulatorStats;
  waitFor<T>(probe: (simulator: ShortVideoSimulator) => T, timeoutMs?: number): Promise<NonNullable<T>>;
  /** Resolves when no echo, read mark, callback or retry is due any more. */
  settled(timeoutMs?: number): Promise<void>;
  load(options: LoadOptions): Promise<LoadReport>;
  /** Forgets calls, counters, faults, conversations, limits and behaviours; accounts stay. */
  reset(): void;
  /** Takes no more calls, drops what is only scheduled, waits for callbacks under way. */
  close(): Promise<void>;
}
