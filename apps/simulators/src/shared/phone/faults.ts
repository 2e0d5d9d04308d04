import type { Faults } from "../faults.ts";
import type { Swaps } from "./swap.ts";
import type { Transcripts } from "./transcript.ts";
import type { PhoneFault, ThreadKey } from "./types.ts";

type FaultId =
  | "undelivered"
  | "throttled"
  | "lost_answer"
  | "late_fault"
  | "outage"
  | "swap"
  | "token_revoked"
  | "duplicate"
  | "out_of_order";

/** The same texts for every platform; `help` is for a platform's differences. */
const WORDS: Readonly<Record<FaultId, Pick<PhoneFault, "label" | "help" | "mode">>> = {
  undelivered: {
    label: "Next reply does not arrive",
    help: "The platform accepts it, then reports that it cannot be delivered.",
    mode: "once",
  },
  throttled: {
    label: "Next reply is throttled",
    help: "The platform refuses it because of its rate limit; the business retries after a moment.",
    mode: "once",
  },
  lost_answer: {
    label: "Connection is cut",
    help: "The platform accepts the next reply, but the business gets no response.",
    mode: "once",
  },
  late_fault: {
    label: "System error, but sent",
    help: "The platform responds to the next send with a system error, although the message was sent.",
    mode: "once",
  },
  outage: { label: "Platform is down once", help: "The next send gets an error page as its response.", mode: "once" },
  swap: { label: "Swap my next two messages", help: "The second one reaches the business before the first.", mode: "once" },
  token_revoked: {
    label: "Access token revoked",
    help: "Every request from the business is refused until this is turned off and the channel is reconnected.",
    mode: "switch",
  },
  duplicate: { label: "Everything twice", help: "The platform delivers every callback twice.", mode: "switch" },
  out_of_order: { label: "Receipts out of order", help: "Read comes first, then delivered, then sent.", mode: "switch" },
};

export interface FaultEntry {
  id: FaultId;
  help?: string;
  isOn(key: ThreadKey): boolean;
  set(key: ThreadKey, on: boolean): void;
}

/** Applies to the next message to the customer, and is then off again. */
export function onceFault<F>(faults: Faults<F>, id: FaultId, fault: F, help?: string): FaultEntry & { fault: F } {
  const isOn = (key: ThreadKey) => faults.ofRecipient(key.customerId) === fault;
  return {
    id,
    fault,
    ...(help === undefined ? {} : { help }),
    isOn,
    set(key, on) {
      if (on) faults.forRecipient(key.customerId, fault, 1);
      else if (isOn(key)) faults.clearRecipient(key.customerId);
    },
  };
}

export const swapsTwo = (swaps: Swaps): FaultEntry => ({
  id: "swap",
  isOn: (key) => swaps.isOn(key),
  set: (key, on) => (on ? swaps.arm(key) : swaps.disarm(key)),
});

interface Behaviour {
  duplicate: "none" | "same_body" | "other_body";
  order: "forward" | "reversed";
}

/** How callbacks are delivered, for every customer. `reversing` is set together with the reversed order. */
export function deliveryFault<B extends Behaviour>(outbox: { behaviour: B }, reversing: Partial<B> = {}, help?: string): FaultEntry[] {
  const change = (more: Partial<Behaviour>, rest: Partial<B> = {}) => {
    outbox.behaviour = { ...outbox.behaviour, ...rest, ...more };
  };
  return [
    {
      id: "duplicate",
      isOn: () => outbox.behaviour.duplicate !== "none",
      set: (_key, on) => change({ duplicate: on ? "same_body" : "none" }),
    },
    {
      id: "out_of_order",
      ...(help === undefined ? {} : { help }),
      isOn: () => outbox.behaviour.order === "reversed",
      set: (_key, on) => (on ? change({ order: "reversed" }, reversing) : change({ order: "forward" })),
    },
  ];
}

/** The faults that a person can switch on, in the order of the list. */
export class PhoneFaults {
  readonly #entries: readonly FaultEntry[];
  readonly #transcripts: Transcripts;

  constructor(transcripts: Transcripts, entries: readonly FaultEntry[]) {
    this.#transcripts = transcripts;
    this.#entries = entries;
  }

  list(key: ThreadKey): PhoneFault[] {
    return this.#entries.map(({ id, help, isOn }) => ({ id, ...WORDS[id], ...(help === undefined ? {} : { help }), on: isOn(key) }));
  }

  set(key: ThreadKey, id: string, on: boolean): void {
    const entry = this.#entries.find((known) => known.id === id);
    if (entry === undefined) throw new Error(`there is no fault ${id}`);
    entry.set(key, on);
  }

  /** A send used up a fault: it is off again, and reported here if the caller gets no response. */
  onUsed(key: ThreadKey, fault: object): void {
    if (!this.#transcripts.enabled) return;
    const known = this.#entries.find((entry) => "fault" in entry && entry.fault === fault);
    if (known !== undefined) this.#transcripts.note("problem", `Fault applied: ${WORDS[known.id].label}.`);
    this.#transcripts.threadChanged(key);
  }
}
