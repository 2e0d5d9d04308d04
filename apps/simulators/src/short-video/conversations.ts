const WINDOW_MS = 48 * 3_600_000;
const BEFORE_FIRST_ANSWER_MAX = 10;
const AFTER_SILENCE_MAX = 3;
const KEPT_MESSAGES = 20;

export interface StoredMessage {
  id: string;
  fromBusiness: boolean;
  at: number;
  /** In the spelling of the webhooks: `{ type, text: { body } }`. */
  fields: Record<string, unknown>;
  source: string;
}

/** One business and one person, with the rules of channel-protocols.md 4.7. */
export class Conversation {
  readonly id: string;
  readonly businessId: string;
  readonly userId: string;
  /** Newest last; the platform shows the last twenty. */
  readonly messages: StoredMessage[] = [];
  readonly mediaIds = new Set<string>();
  /** Ids of all messages, including those no longer shown. */
  readonly #ids = new Set<string>();
  lastCustomerAt: number | undefined;
  updatedAt = 0;
  /** The business has written since the customer's first message; the customer's next message is an answer. */
  #businessWrote = false;
  #answered = false;
  #sentBeforeAnswer = 0;
  #sentAfterSilence = 0;

  constructor(id: string, businessId: string, userId: string) {
    this.id = id;
    this.businessId = businessId;
    this.userId = userId;
  }

  /** STRANGER until the business has replied. */
  get type(): "STRANGER" | "SINGLE" {
    return this.#businessWrote ? "SINGLE" : "STRANGER";
  }

  get expiresAt(): number | null {
    return this.lastCustomerAt === undefined ? null : this.lastCustomerAt + WINDOW_MS;
  }

  /** The used part of the current allowance; null: there is none, or nothing is counted. */
  countAt(now: number): { label: string; used: number; max: number } | null {
    if (this.lastCustomerAt === undefined) return null;
    if (now - this.lastCustomerAt > WINDOW_MS) {
      return { label: "after 48 hours of silence", used: this.#sentAfterSilence, max: AFTER_SILENCE_MAX };
    }
    return this.#answered ? null : { label: "before your first answer", used: this.#sentBeforeAnswer, max: BEFORE_FIRST_ANSWER_MAX };
  }

  customerWrote(at: number): void {
    this.lastCustomerAt = Math.max(this.lastCustomerAt ?? 0, at);
    if (this.#businessWrote) this.#answered = true;
    this.#sentAfterSilence = 0;
  }

  /** Why nothing may be sent now; undefined when it may. */
  refuses(now: number): string | undefined {
    if (this.lastCustomerAt === undefined) return "The customer has not written yet.";
    if (now - this.lastCustomerAt > WINDOW_MS) {
      return this.#sentAfterSilence >= AFTER_SILENCE_MAX ? "More than 3 messages after 48 hours of silence." : undefined;
    }
    if (this.#answered || this.#sentBeforeAnswer < BEFORE_FIRST_ANSWER_MAX) return undefined;
    return "More than 10 messages before the customer's first answer.";
  }

  businessWrote(now: number): void {
    this.#businessWrote = true;
    if (this.lastCustomerAt !== undefined && now - this.lastCustomerAt > WINDOW_MS) this.#sentAfterSilence++;
    else if (!this.#answered) this.#sentBeforeAnswer++;
  }

  keep(message: StoredMessage): void {
    this.#ids.add(message.id);
    this.messages.push(message);
    if (this.messages.length > KEPT_MESSAGES) this.messages.shift();
    this.updatedAt = Math.max(this.updatedAt, message.at);
  }

  has(messageId: string): boolean {
    return this.#ids.has(messageId);
  }
}
