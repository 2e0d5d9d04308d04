import type { KeyObject } from "node:crypto";
import { MediaSources, type PhoneFaults, Recent, ShiftableClock, Swaps, Transcripts } from "../shared/phone/index.ts";
import { metaJson, Secrets } from "../shared/signing.ts";
import { recordCall } from "../shared/simulation.ts";
import { Waiters } from "../shared/waiters.ts";
import { Ids } from "./ids.ts";
import { Faults } from "../shared/faults.ts";
import { CustomerCalls } from "./calls/calls.ts";
import { CallbackOutbox, type Destination } from "../shared/outbox.ts";
import { Poster } from "../shared/poster.ts";
import { TokenBucket } from "../shared/token-bucket.ts";
import { type CallbackBehaviour, DEFAULT_BEHAVIOUR, type Fault } from "./knobs.ts";
import { PairLimit } from "./limits.ts";
import { createPhoneFaults } from "./phone/phone-faults.ts";
import { recordStatus } from "./phone/phone-records.ts";
import { type StatusPlan, StatusRunner } from "./statuses.ts";
import { decideTemplate } from "./templates/template-api.ts";
import { type Template, TemplateStore } from "./templates/templates.ts";
import type { ChatAppSimulatorOptions, LoggedSend, NumberRegistration, RecordedCall } from "./types.ts";

export interface Account {
  id: string;
  subscribed: boolean;
  /** Set through `subscribed_apps`; covers message callbacks only. */
  overrideUrl: string | undefined;
  templates: TemplateStore;
  /** For account-level events. */
  destination: Destination;
}

export interface RegisteredNumber {
  phoneNumberId: string;
  account: Account;
  displayPhoneNumber: string;
  verifiedName: string;
  messagesPerSecond: number;
  bucket: TokenBucket;
  pairs: PairLimit;
  /** Last message of a customer by wa_id, in milliseconds. */
  windows: Map<string, number>;
  callbackUrl: string | undefined;
  overrideUrl: string | undefined;
  /** On this API: an unregistered number cannot send. */
  registered: boolean;
  twoStepPin: string | undefined;
  destination: Destination;
  /** Escaped JSON of an entry up to and including the metadata. */
  entryHead: string;
  /** Voice calls: whether they are enabled, whether they may be, and the other settings as given. */
  calling: { enabled: boolean; mayEnable: boolean; fields: Record<string, unknown> };
}

export interface Person {
  waId: string;
  name: string;
  userId: string;
  username?: string;
  hidePhone: boolean;
}

/** All state of the simulated platform, and the parts that act on it. */
export class PlatformState {
  readonly options: ChatAppSimulatorOptions;
  readonly clock: ShiftableClock;
  readonly ids: Ids;
  readonly waiters = new Waiters();
  readonly faults = new Faults<Fault>();
  readonly poster: Poster;
  readonly outbox: CallbackOutbox<CallbackBehaviour>;
  readonly statuses: StatusRunner;
  readonly voiceCalls: CustomerCalls;
  /** What customers see on their phones. */
  readonly transcripts: Transcripts;
  readonly swaps = new Swaps();
  readonly mediaSources: MediaSources;
  readonly phoneFaults: PhoneFaults;
  /** By message, for the read receipt that a customer gives later. */
  readonly plans = new Recent<string, StatusPlan>(2_000);

  readonly numbers = new Map<string, RegisteredNumber>();
  readonly accounts = new Map<string, Account>();
  /** Access token to the accounts it opens. */
  readonly tokens = new Map<string, Set<string>>();
  readonly deadTokens = new Set<string>();
  readonly codes = new Map<string, { token: string; redirectUri: string | null; expiresAt: number }>();
  /** Permissions and expiry of tokens from a sign-up; other tokens have every permission and never expire. */
  readonly grants = new Map<string, { scopes: string[]; expiresAt: number | null }>();
  readonly people = new Map<string, Person>();
  readonly peopleByUserId = new Map<string, Person>();
  /** The simulator's own URL, known once it listens. */
  baseUrl = "";
  readonly media = new Map<string, { mimeType: string; bytes: Buffer }>();
  /** Started uploads whose bytes have not arrived. */
  readonly uploads = new Map<string, { length: number; type: string }>();

  readonly counts = { calls: 0, sends: 0, accepted: 0, refused: 0, doubleSends: 0 };
  readonly references = new Map<string, number>();
  readonly calls: RecordedCall[] = [];
  /** With `logSends`. */
  readonly sends: LoggedSend[] = [];
  readonly #reviews = new Set<NodeJS.Timeout>();
  readonly #secrets = new Secrets();

  constructor(options: ChatAppSimulatorOptions) {
    this.options = { ...options };
    this.clock = new ShiftableClock(options.clock ?? { now: Date.now });
    this.ids = new Ids(options.seed);
    const changed = (): void => this.waiters.notify();
    this.poster = new Poster({
      connections: options.concurrency ?? 32,
      timeoutMs: options.callbackTimeoutMs ?? 10_000,
      retryGapsMs: options.retryGapsMs ?? [1_000, 5_000, 15_000, 60_000, 300_000],
      changed,
      log: (event, fields) => this.log(event, fields),
    });
    this.outbox = new CallbackOutbox(this.poster, DEFAULT_BEHAVIOUR, "whatsapp_business_account", "changes");
    const delays = options.statusDelaysMs ?? { sent: 50, delivered: 200, read: 600 };
    this.transcripts = new Transcripts({ clock: this.clock, enabled: options.transcripts ?? options.recordCalls !== false });
    this.voiceCalls = new CustomerCalls(this, options.captions);
    this.mediaSources = new MediaSources(this.media, this.transcripts);
    this.phoneFaults = createPhoneFaults(this);
    this.statuses = new StatusRunner(this.outbox, this.clock, delays, changed, (plan, status) => recordStatus(this, plan, status));
  }

  log(event: string, fields: Record<string, unknown>): void {
    this.options.log?.(event, fields);
  }

  /** The only provider app that the platform knows. */
  get appId(): string {
    return this.options.appId ?? "670000000000001";
  }

  /** Revoked or expired. */
  isRevoked(token: string): boolean {
    const expiresAt = this.grants.get(token)?.expiresAt;
    return this.deadTokens.has(token) || (expiresAt != null && expiresAt <= this.clock.now());
  }

  seconds(): number {
    return Math.floor(this.clock.now() / 1000);
  }

  /** One object per secret, so that destinations can be compared by it. */
  secret(text: string): KeyObject {
    return this.#secrets.keyOf(text);
  }

  register(registration: NumberRegistration): RegisteredNumber {
    const { phoneNumberId, businessAccountId, accessToken, displayPhoneNumber } = registration;
    const callbackUrl = registration.callbackUrl ?? this.options.callbackUrl;
    const secret = this.secret(registration.appSecret ?? this.options.appSecret);
    const destination = { target: callbackUrl ? this.poster.target(callbackUrl) : undefined, secret };
    let account = this.accounts.get(businessAccountId);
    if (!account) {
      account = {
        id: businessAccountId,
        subscribed: registration.subscribed ?? true,
        overrideUrl: undefined,
        templates: new TemplateStore(),
        destination,
      };
      this.accounts.set(businessAccountId, account);
    }
    account.destination = destination;
    if (registration.templates) for (const template of registration.templates) account.templates.put(template, this.ids);
    const opened = this.tokens.get(accessToken) ?? new Set<string>();
    this.tokens.set(accessToken, opened.add(businessAccountId));
    this.deadTokens.delete(accessToken);
    const messagesPerSecond = registration.messagesPerSecond ?? this.options.messagesPerSecond ?? 80;
    const metadata = metaJson({ display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId });
    const known = registration.calling === undefined ? this.numbers.get(phoneNumberId)?.calling : undefined;
    const number: RegisteredNumber = {
      phoneNumberId,
      account,
      displayPhoneNumber,
      verifiedName: registration.verifiedName ?? "Simulated Business",
      messagesPerSecond,
      bucket: new TokenBucket(messagesPerSecond, this.clock.now()),
      pairs: new PairLimit(),
      windows: new Map(),
      callbackUrl,
      overrideUrl: undefined,
      registered: registration.registered ?? true,
      twoStepPin: registration.twoStepPin,
      destination: { target: destination.target, secret },
      calling: known ?? { enabled: registration.calling === "on", mayEnable: registration.calling !== "refused", fields: {} },
      entryHead: `{"id":${metaJson(businessAccountId)},"changes":[{"value":{"messaging_product":"whatsapp","metadata":${metadata},`,
    };
    this.numbers.set(phoneNumberId, number);
    this.route(number);
    this.transcripts.stateChanged();
    return number;
  }

  /** Number before account before app (2.2); none when the app is not subscribed. */
  route(number: RegisteredNumber): void {
    const { account } = number;
    const url = number.overrideUrl ?? account.overrideUrl ?? number.callbackUrl;
    number.destination.target = url && account.subscribed ? this.poster.target(url) : undefined;
  }

  mediaUrl(id: string): string {
    return `${this.baseUrl}/_media/${id}`;
  }

  /** Approves a pending template after the review time, unless it was decided before. */
  review(account: Account, template: Template): void {
    const timer = setTimeout(() => {
      this.#reviews.delete(timer);
      if (template.status === "PENDING") decideTemplate(this, account, template, "APPROVED");
      this.waiters.notify();
    }, this.options.templateReviewMs ?? 50);
    this.#reviews.add(timer);
  }

  stopReviews(): void {
    for (const timer of this.#reviews) clearTimeout(timer);
    this.#reviews.clear();
  }

  record(call: RecordedCall): void {
    recordCall(this, call);
  }

  /** True if nothing is due, in progress or waiting for a retry. */
  get idle(): boolean {
    const { statuses, poster, outbox } = this;
    const waiting = statuses.scheduled + poster.open + poster.pendingRetries + outbox.waiting + this.swaps.waiting + this.#reviews.size;
    return waiting === 0;
  }

  reset(): void {
    this.stopReviews();
    this.voiceCalls.clear();
    this.statuses.clear();
    this.outbox.clear();
    this.poster.forgetRetries();
    this.faults.clear();
    this.swaps.clear();
    this.plans.clear();
    this.mediaSources.clear();
    this.transcripts.clear();
    this.deadTokens.clear();
    this.references.clear();
    this.calls.length = 0;
    this.sends.length = 0;
    Object.assign(this.counts, { calls: 0, sends: 0, accepted: 0, refused: 0, doubleSends: 0 });
    Object.assign(this.poster.counts, { posted: 0, ok: 0, failed: 0, retried: 0, givenUp: 0, dropped: 0 });
    for (const number of this.numbers.values()) {
      number.windows.clear();
      number.pairs = new PairLimit();
      number.bucket = new TokenBucket(number.messagesPerSecond, this.clock.now());
    }
  }
}
