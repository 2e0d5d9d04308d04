import type { KeyObject } from "node:crypto";
import { Faults } from "../shared/faults.ts";
import { type Media, MediaSources, type PhoneFaults, ShiftableClock, Swaps, Transcripts } from "../shared/phone/index.ts";
import { Poster } from "../shared/poster.ts";
import { TokenBucket } from "../shared/token-bucket.ts";
import { Secrets } from "../shared/signing.ts";
import { recordCall } from "../shared/simulation.ts";
import { Waiters } from "../shared/waiters.ts";
import { Conversation } from "./conversations.ts";
import { conversationIdOf, Ids } from "./ids.ts";
import type { Fault } from "./knobs.ts";
import { CallbackOutbox, type Destination } from "./outbox.ts";
import { createPhoneFaults } from "./phone/phone-faults.ts";
import type { AccountRegistration, RecordedCall, ShortVideoSimulatorOptions } from "./types.ts";

export const TOKEN_LIFE_MS = 24 * 3_600_000;
export const REFRESH_TOKEN_LIFE_MS = 365 * 24 * 3_600_000;
const PER_SECOND = 10;
const PER_MINUTE = 600;

/** Every permission that can be requested. */
export const ALL_SCOPES = [
  "user.info.basic",
  "user.info.username",
  "user.info.stats",
  "user.info.profile",
  "user.account.type",
  "user.insights",
  "message.list.read",
  "message.list.send",
  "message.list.manage",
  "comment.list",
  "comment.list.manage",
] as const;

export interface Account {
  businessId: string;
  username: string;
  displayName: string;
  takesImages: boolean;
  destination: Destination;
  /** It has its own URL, which the app's does not replace. */
  ownAddress: boolean;
}

export interface Grant {
  account: Account;
  scopes: readonly string[];
  expiresAt: number;
}

export interface Person {
  userId: string;
  username: string;
  displayName: string;
}

interface Budget {
  second: TokenBucket;
  minute: { startedAt: number; used: number };
}

/** All state of the simulated platform, and the parts that act on it. */
export class PlatformState {
  readonly options: ShortVideoSimulatorOptions;
  readonly clock: ShiftableClock;
  readonly clientKey: string;
  readonly ids: Ids;
  readonly waiters = new Waiters();
  readonly faults = new Faults<Fault>();
  readonly poster: Poster;
  readonly outbox: CallbackOutbox;
  /** What customers see on their phones. */
  readonly transcripts: Transcripts;
  readonly swaps = new Swaps();
  readonly mediaSources: MediaSources;
  readonly phoneFaults: PhoneFaults;

  readonly accounts = new Map<string, Account>();
  readonly tokens = new Map<string, Grant>();
  readonly refreshTokens = new Map<string, Grant>();
  /** The accounts' tokens before they were revoked, so that they can be restored. */
  readonly #revoked = new Map<string, { tokens: [string, Grant][]; refreshTokens: [string, Grant][] }>();
  readonly codes = new Map<string, { account: Account; redirectUri: string; scopes: readonly string[]; expiresAt: number }>();
  readonly people = new Map<string, Person>();
  readonly conversations = new Map<string, Conversation>();
  readonly media = new Map<string, Media>();
  /** The app's callback URL, by event type; message events need DIRECT_MESSAGE. */
  readonly webhooks = new Map<string, string>();
  /** The simulator's own URL, known once it listens. */
  baseUrl = "";

  readonly counts = { calls: 0, sends: 0, accepted: 0, refused: 0 };
  readonly calls: RecordedCall[] = [];
  readonly scheduled = new Set<NodeJS.Timeout>();
  readonly #budgets = new Map<string, Budget>();
  readonly #secrets = new Secrets();

  constructor(options: ShortVideoSimulatorOptions) {
    this.options = { ...options };
    this.clock = new ShiftableClock(options.clock ?? { now: Date.now });
    this.clientKey = options.clientKey ?? "7400000000000000001";
    this.ids = new Ids(options.seed);
    this.poster = new Poster({
      connections: options.concurrency ?? 32,
      timeoutMs: options.callbackTimeoutMs ?? 10_000,
      retryGapsMs: options.retryGapsMs ?? [1_000, 5_000, 15_000, 60_000, 300_000],
      changed: () => this.waiters.notify(),
      log: (event, fields) => this.log(event, fields),
    });
    this.outbox = new CallbackOutbox(this.poster, this.clock);
    this.transcripts = new Transcripts({ clock: this.clock, enabled: options.recordCalls !== false });
    this.mediaSources = new MediaSources(this.media, this.transcripts);
    this.phoneFaults = createPhoneFaults(this);
    if (options.callbackUrl !== undefined) this.webhooks.set("DIRECT_MESSAGE", options.callbackUrl);
  }

  log(event: string, fields: Record<string, unknown>): void {
    this.options.log?.(event, fields);
  }

  /** One object per secret, so that destinations can be compared by it. */
  secret(text: string): KeyObject {
    return this.#secrets.keyOf(text);
  }

  register(registration: AccountRegistration): Account {
    const { businessId, callbackUrl } = registration;
    const username = registration.username ?? `business_${businessId.slice(-4).toLowerCase()}`;
    const account: Account = {
      businessId,
      username,
      displayName: registration.displayName ?? username,
      takesImages: registration.takesImages !== false,
      ownAddress: callbackUrl !== undefined,
      destination: {
        target: callbackUrl === undefined ? undefined : this.poster.target(callbackUrl),
        secret: this.secret(registration.clientSecret ?? this.options.clientSecret),
        clientKey: this.clientKey,
        businessId,
      },
    };
    this.accounts.set(businessId, account);
    const grant = { account, scopes: ALL_SCOPES, expiresAt: Number.POSITIVE_INFINITY };
    if (registration.accessToken !== undefined) this.tokens.set(registration.accessToken, grant);
    if (registration.refreshToken !== undefined) this.refreshTokens.set(registration.refreshToken, grant);
    this.#revoked.delete(businessId);
    this.route();
    this.transcripts.stateChanged();
    return account;
  }

  isRevoked(businessId: string): boolean {
    return this.#revoked.has(businessId);
  }

  /** The account's owner revokes every permission. */
  revoke(businessId: string): void {
    const takeFrom = (grants: Map<string, Grant>) => {
      const taken = [...grants].filter(([, grant]) => grant.account.businessId === businessId);
      for (const [token] of taken) grants.delete(token);
      return taken;
    };
    if (this.#revoked.has(businessId)) return;
    this.#revoked.set(businessId, { tokens: takeFrom(this.tokens), refreshTokens: takeFrom(this.refreshTokens) });
  }

  restore(businessId: string): void {
    const before = this.#revoked.get(businessId);
    for (const [token, grant] of before?.tokens ?? []) this.tokens.set(token, grant);
    for (const [token, grant] of before?.refreshTokens ?? []) this.refreshTokens.set(token, grant);
    this.#revoked.delete(businessId);
  }

  /** One URL per app, for all its accounts except those with their own app. */
  route(): void {
    const url = this.webhooks.get("DIRECT_MESSAGE");
    for (const account of this.accounts.values()) {
      if (!account.ownAddress) account.destination.target = url === undefined ? undefined : this.poster.target(url);
    }
  }

  account(businessId: string): Account {
    const account = this.accounts.get(businessId);
    if (!account) throw new Error(`account ${businessId} is not registered`);
    return account;
  }

  person(userId: string, username?: string): Person {
    let person = this.people.get(userId);
    if (!person) {
      person = { userId, username: username ?? `user_${userId.slice(-4).toLowerCase()}`, displayName: `Customer ${userId.slice(-4)}` };
      this.people.set(userId, person);
    } else if (username !== undefined) person.username = username;
    return person;
  }

  conversation(businessId: string, userId: string): Conversation {
    const id = conversationIdOf(businessId, userId);
    let conversation = this.conversations.get(id);
    if (!conversation) {
      conversation = new Conversation(id, businessId, userId);
      this.conversations.set(id, conversation);
    }
    return conversation;
  }

  /** False: the endpoint's budget is used up. */
  takeBudget(endpoint: string): boolean {
    if (this.options.enforceLimits === false) return true;
    const now = this.clock.now();
    let budget = this.#budgets.get(endpoint);
    if (!budget) {
      budget = { second: new TokenBucket(PER_SECOND, now), minute: { startedAt: now, used: 0 } };
      this.#budgets.set(endpoint, budget);
    }
    if (now - budget.minute.startedAt >= 60_000) budget.minute = { startedAt: now, used: 0 };
    if (budget.minute.used >= PER_MINUTE || !budget.second.take(now)) return false;
    budget.minute.used++;
    return true;
  }

  later(waitMs: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.scheduled.delete(timer);
      act();
      this.waiters.notify();
    }, waitMs);
    this.scheduled.add(timer);
  }

  record(call: RecordedCall): void {
    recordCall(this, call);
  }

  /** True if nothing is due, in progress or waiting for a retry. */
  get idle(): boolean {
    const { poster, outbox } = this;
    return this.scheduled.size + poster.open + poster.pendingRetries + outbox.waiting + this.swaps.waiting === 0;
  }

  dropScheduled(): void {
    for (const timer of this.scheduled) clearTimeout(timer);
    this.scheduled.clear();
    this.outbox.clear();
  }

  reset(): void {
    this.dropScheduled();
    this.poster.forgetRetries();
    this.faults.clear();
    this.swaps.clear();
    this.mediaSources.clear();
    this.transcripts.clear();
    this.calls.length = 0;
    this.conversations.clear();
    this.#budgets.clear();
    Object.assign(this.counts, { calls: 0, sends: 0, accepted: 0, refused: 0 });
    Object.assign(this.poster.counts, { posted: 0, ok: 0, failed: 0, retried: 0, givenUp: 0, dropped: 0 });
  }
}
