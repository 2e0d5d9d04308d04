import type { KeyObject } from "node:crypto";
import { Faults } from "../shared/faults.ts";
import type { Destination } from "../shared/outbox.ts";
import { type MediaSource, MediaSources, type PhoneFaults, ShiftableClock, Swaps, Transcripts } from "../shared/phone/index.ts";
import { Poster } from "../shared/poster.ts";
import { TokenBucket } from "../shared/token-bucket.ts";
import { Secrets } from "../shared/signing.ts";
import { recordCall } from "../shared/simulation.ts";
import { Waiters } from "../shared/waiters.ts";
import { Delivery } from "./delivery.ts";
import { Ids } from "./ids.ts";
import type { Fault } from "./knobs.ts";
import { createPhoneFaults } from "./phone-faults.ts";
import type { AccountRegistration, AppRegistration, PhotoSocialSimulatorOptions, RecordedCall } from "./types.ts";

const MEDIA_PER_SECOND = 10;

export interface Account {
  accountId: string;
  appScopedId: string;
  username: string;
  name: string;
  page: { id: string; name: string; accessToken: string; tasks: string[] } | undefined;
  subscribedFields: Set<string>;
  messagesPerSecond: number;
  bucket: TokenBucket;
  mediaBucket: TokenBucket;
  /** A person's last message, in milliseconds. */
  windows: Map<string, number>;
  destination: Destination;
  /** Since when callbacks have been failing; after an hour without a success, delivery is switched off. */
  failingSince: number | undefined;
}

/** What a token gives access to: an account by itself, one through its page, or the pages of a person. */
export interface Token {
  kind: "account" | "page" | "user";
  accounts: Set<string>;
  issuedAt: number;
  expiresAt: number | undefined;
  dead: boolean;
  /** A one-hour token, valid only for the exchange. */
  short: boolean;
}

export interface Person {
  id: string;
  name: string | null;
  username: string;
}

export interface IssuedCode {
  app: AppRegistration;
  redirectUri: string;
  accountIds: string[];
  scopes: string[];
  kind: "account" | "user";
  expiresAt: number;
}

/** All state of the simulated platform, and the parts that act on it. */
export class PlatformState {
  readonly options: PhotoSocialSimulatorOptions;
  readonly clock: ShiftableClock;
  readonly ids: Ids;
  readonly waiters = new Waiters();
  readonly faults = new Faults<Fault>();
  readonly poster: Poster;
  readonly delivery: Delivery;
  /** What customers see on their phones. */
  readonly transcripts: Transcripts;
  readonly swaps = new Swaps();
  readonly mediaSources: MediaSources;
  readonly phoneFaults: PhoneFaults;

  readonly accounts = new Map<string, Account>();
  readonly pages = new Map<string, Account>();
  readonly apps = new Map<string, AppRegistration>();
  readonly tokens = new Map<string, Token>();
  readonly codes = new Map<string, IssuedCode>();
  readonly people = new Map<string, Person>();
  /** Ids of messages in either direction; reactions and read receipts refer to one of them. */
  readonly messages = new Map<string, { accountId: string; person: string; outbound: boolean }>();
  readonly media = new Map<string, { mimeType: string; bytes: Buffer }>();
  /** The simulator's own URL, known once it listens. */
  baseUrl = "";

  readonly counts = { calls: 0, sends: 0, accepted: 0, refused: 0 };
  readonly calls: RecordedCall[] = [];
  readonly #secrets = new Secrets();

  constructor(options: PhotoSocialSimulatorOptions) {
    this.options = { ...options };
    this.clock = new ShiftableClock(options.clock ?? { now: Date.now });
    this.ids = new Ids(options.seed);
    this.poster = new Poster({
      connections: options.concurrency ?? 32,
      timeoutMs: options.callbackTimeoutMs ?? 5_000,
      retryGapsMs: options.retryGapsMs ?? [1_000, 5_000, 15_000, 60_000, 300_000],
      changed: () => this.waiters.notify(),
      log: (event, fields) => this.log(event, fields),
    });
    this.delivery = new Delivery(this.poster, this.clock, () => this.waiters.notify());
    this.transcripts = new Transcripts({ clock: this.clock, enabled: options.recordCalls !== false });
    this.mediaSources = new MediaSources(this.media, this.transcripts);
    this.phoneFaults = createPhoneFaults(this);
  }

  log(event: string, fields: Record<string, unknown>): void {
    this.options.log?.(event, fields);
  }

  /** One object per secret, so that destinations can be compared by it. */
  secret(text: string): KeyObject {
    return this.#secrets.keyOf(text);
  }

  register(registration: AccountRegistration): Account {
    const { accountId, page } = registration;
    const callbackUrl = registration.callbackUrl ?? this.options.callbackUrl;
    const messagesPerSecond = registration.messagesPerSecond ?? this.options.messagesPerSecond ?? 100;
    const account: Account = {
      accountId,
      appScopedId: registration.appScopedId ?? `9${accountId.slice(1)}`,
      username: registration.username ?? "simulated.business",
      name: registration.name ?? "Simulated Business",
      page: page === undefined ? undefined : { name: "Simulated Page", tasks: ["MESSAGING", "MODERATE"], ...page },
      subscribedFields: new Set(registration.subscribed === false ? [] : ["messages"]),
      messagesPerSecond,
      bucket: new TokenBucket(messagesPerSecond, this.clock.now()),
      mediaBucket: new TokenBucket(MEDIA_PER_SECOND, this.clock.now()),
      windows: new Map(),
      destination: {
        target: callbackUrl ? this.poster.target(callbackUrl) : undefined,
        secret: this.secret(registration.appSecret ?? this.options.appSecret),
      },
      failingSince: undefined,
    };
    this.accounts.set(accountId, account);
    this.issue(registration.accessToken, "account", [accountId]);
    if (page !== undefined) {
      this.pages.set(page.id, account);
      this.issue(page.accessToken, "page", [accountId]);
    }
    this.transcripts.stateChanged();
    return account;
  }

  issue(token: string, kind: Token["kind"], accounts: string[], life: { expiresAt?: number; short?: boolean } = {}): string {
    this.tokens.set(token, {
      kind,
      accounts: new Set(accounts),
      issuedAt: this.clock.now(),
      expiresAt: life.expiresAt,
      short: life.short ?? false,
      dead: false,
    });
    return token;
  }

  accountNamed(accountId: string): Account {
    const account = this.accounts.get(accountId);
    if (!account) throw new Error(`account ${accountId} is not registered`);
    return account;
  }

  storeMedia(mimeType: string, bytes: Buffer): string {
    const id = this.ids.number();
    this.media.set(id, { mimeType, bytes });
    return `${this.baseUrl}/_media/${id}`;
  }

  /** Where the bytes behind a URL are: here, if the URL is our own. */
  sourceOf(url: string): MediaSource {
    const own = `${this.baseUrl}/_media/`;
    return url.startsWith(own) ? { id: url.slice(own.length) } : { link: url };
  }

  record(call: RecordedCall): void {
    recordCall(this, call);
  }

  /** True if nothing is due, in progress or waiting for a retry. */
  get idle(): boolean {
    return this.poster.open + this.poster.pendingRetries + this.delivery.waiting + this.swaps.waiting === 0;
  }

  reset(): void {
    this.delivery.clear();
    this.poster.forgetRetries();
    this.faults.clear();
    this.swaps.clear();
    this.mediaSources.clear();
    this.transcripts.clear();
    this.messages.clear();
    this.calls.length = 0;
    for (const token of this.tokens.values()) token.dead = false;
    Object.assign(this.counts, { calls: 0, sends: 0, accepted: 0, refused: 0 });
    Object.assign(this.poster.counts, { posted: 0, ok: 0, failed: 0, retried: 0, givenUp: 0, dropped: 0 });
    for (const account of this.accounts.values()) {
      account.windows.clear();
      account.bucket = new TokenBucket(account.messagesPerSecond, this.clock.now());
      account.mediaBucket = new TokenBucket(MEDIA_PER_SECOND, this.clock.now());
    }
  }
}
