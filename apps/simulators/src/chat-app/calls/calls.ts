import type { Caption, Captions } from "../../shared/captions.ts";
import { metaJson } from "../../shared/signing.ts";
import type { CallbackResponse } from "../../shared/types.ts";
import { contactsJson, ensurePerson } from "../customers.ts";
import { statusError } from "../graph-errors.ts";
import type { PlatformState, RegisteredNumber } from "../state.ts";

/** The oldest beyond this number are forgotten. */
const callsMax = 1_000;
/** A call that nobody answers rings for this long. */
export const ringMs = 60_000;

/** `preparing`: the business has sent its description, and media may be set up; the customer hears nothing before `accepted`. */
export type CallState = "ringing" | "preparing" | "accepted" | "ended";

/** `cancelled`: the customer hung up before it was answered. `failed`: the platform's error is in `errorCode`. */
export type CallEnd = "hung_up" | "rejected" | "missed" | "cancelled" | "failed";

export interface CustomerCall {
  id: string;
  phoneNumberId: string;
  waId: string;
  offer: string;
  /** The business's session description. */
  answer: string | null;
  state: CallState;
  end: { how: CallEnd; by: "customer" | "business" | "platform"; errorCode: number | null } | null;
  startedAt: number;
  acceptedAt: number | null;
  endedAt: number | null;
  /** The latest words, if the business's end reports them. */
  caption: Caption | null;
}

interface HeldCall extends CustomerCall {
  ringing?: NodeJS.Timeout;
  reference?: string;
  endCaptions?: () => void;
}

/** Customers' calls, from the first ring to the last webhook. */
export class CustomerCalls {
  /** Oldest first. */
  readonly all: CustomerCall[] = [];
  readonly #state: PlatformState;
  readonly #captions: Captions | undefined;
  readonly #listeners = new Set<(call: CustomerCall) => void>();

  constructor(state: PlatformState, captions: Captions | undefined) {
    this.#state = state;
    this.#captions = captions;
  }

  find(id: string): CustomerCall | undefined {
    return this.all.find((call) => call.id === id);
  }

  /** Calls the listener after every change; the returned function unsubscribes it. */
  subscribe(listener: (call: CustomerCall) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A customer calls; `answered` gets the response to the webhook. Throws when the number cannot be called. */
  place(number: RegisteredNumber, waId: string, offer: string, answered?: (answer: CallbackResponse) => void): CustomerCall {
    if (!number.calling.enabled) throw new Error("this number does not take calls");
    if (this.all.some((call) => call.waId === waId && call.state !== "ended")) throw new Error("this customer is in a call already");
    const state = this.#state;
    const call: HeldCall = {
      id: state.ids.call(waId),
      phoneNumberId: number.phoneNumberId,
      waId,
      offer,
      answer: null,
      state: "ringing",
      end: null,
      startedAt: state.clock.now(),
      acceptedAt: null,
      endedAt: null,
      caption: null,
    };
    this.all.push(call);
    if (this.all.length > callsMax && this.all[0]?.state === "ended") this.all.shift();
    number.windows.set(waId, call.startedAt);
    state.transcripts.add(
      { accountId: number.phoneNumberId, customerId: waId },
      { id: call.id, from: "customer", kind: "call", text: "Voice call", status: "sent" },
    );
    this.#ring(call);
    this.#post(number, call, { event: "connect", session: { sdp_type: "offer", sdp: offer } }, (answer) => {
      if (answer.status === 200) state.transcripts.setStatus(call.id, "delivered");
      answered?.(answer);
    });
    this.#changed(call);
    return call;
  }

  prepare(call: CustomerCall, answer: string): void {
    call.answer = answer;
    call.state = "preparing";
    this.#changed(call);
  }

  accept(call: CustomerCall, answer: string, reference: string | undefined): void {
    const held = call as HeldCall;
    clearTimeout(held.ringing);
    if (reference !== undefined) held.reference = reference;
    call.answer = answer;
    call.state = "accepted";
    call.acceptedAt = this.#state.clock.now();
    const end = this.#captions?.listen(answer, (caption) => {
      call.caption = caption;
      this.#changed(call);
    });
    if (end !== undefined) held.endCaptions = end;
    this.#changed(call);
  }

  /** Only once; a finished call does not change. */
  end(call: CustomerCall, how: CallEnd, by: "customer" | "business" | "platform", errorCode: number | null = null): void {
    if (call.state === "ended") return;
    const held = call as HeldCall;
    this.#over(held, how, by, errorCode);
    const endedAt = this.#state.clock.now();
    const seconds = (at: number) => String(Math.floor(at / 1_000));
    const taken = call.acceptedAt;
    const length = taken === null ? null : Math.floor(endedAt / 1_000) - Math.floor(taken / 1_000);
    this.#state.transcripts.setText(
      call.id,
      length === null ? "Missed voice call" : `Voice call, ${Math.floor(length / 60)}:${String(length % 60).padStart(2, "0")}`,
    );
    const number = this.#state.numbers.get(call.phoneNumberId);
    if (number !== undefined) {
      const times = taken === null ? {} : { start_time: seconds(taken), end_time: seconds(endedAt), duration: length };
      const status = taken !== null && errorCode === null ? "COMPLETED" : "FAILED";
      this.#post(number, held, { event: "terminate", status, ...times }, undefined, errorCode);
    }
    this.#changed(call);
  }

  /** Time was moved: a call that has rung for too long is missed. */
  expire(): void {
    for (const call of this.all) if (call.state !== "ended") this.#ring(call);
  }

  /** Ends calls in progress; the business is not notified. */
  clear(): void {
    for (const call of this.all as HeldCall[]) {
      if (call.state === "ended") continue;
      this.#over(call, "failed", "platform", null);
      this.#changed(call);
    }
    this.all.length = 0;
  }

  #over(call: HeldCall, how: CallEnd, by: "customer" | "business" | "platform", errorCode: number | null): void {
    clearTimeout(call.ringing);
    call.endCaptions?.();
    call.state = "ended";
    call.end = { how, by, errorCode };
    call.endedAt = this.#state.clock.now();
  }

  #ring(call: HeldCall): void {
    clearTimeout(call.ringing);
    if (call.state === "accepted") return;
    const leftMs = call.startedAt + ringMs - this.#state.clock.now();
    if (leftMs <= 0) this.end(call, "missed", "platform");
    else call.ringing = setTimeout(() => this.#ring(call), leftMs).unref();
  }

  #post(
    number: RegisteredNumber,
    call: HeldCall,
    event: Record<string, unknown>,
    answered?: (answer: CallbackResponse) => void,
    errorCode: number | null = null,
  ): void {
    const state = this.#state;
    const value = {
      id: call.id,
      from: call.waId,
      to: number.displayPhoneNumber.replace(/\D/g, ""),
      timestamp: String(state.seconds()),
      direction: "USER_INITIATED",
      ...(call.reference === undefined ? {} : { biz_opaque_callback_data: call.reference }),
      ...event,
    };
    const contacts = event["event"] === "connect" ? `"contacts":${contactsJson(ensurePerson(state, call.waId))},` : "";
    const errors = errorCode === null ? "" : `,"errors":[${metaJson(statusError(errorCode))}]`;
    const entry = `${number.entryHead}${contacts}"calls":[${metaJson(value)}]${errors}},"field":"calls"}]}`;
    state.outbox.deliver(number.destination, entry, answered);
  }

  #changed(call: CustomerCall): void {
    for (const listener of [...this.#listeners]) listener(call);
    this.#state.transcripts.callChanged({ accountId: call.phoneNumberId, customerId: call.waId }, shownCall(call));
    this.#state.waiters.notify();
  }
}

/** As the phone shows it. */
export const shownCall = ({ id, state, answer, end, acceptedAt, endedAt, caption }: CustomerCall) => ({
  id,
  state,
  // Nothing may be heard before.
  answer: state === "ringing" ? null : answer,
  end: end === null ? null : { how: end.how, by: end.by },
  acceptedAt,
  endedAt,
  caption,
});
