import type { PhoneFault, ThreadKey } from "../shared/phone/index.ts";
import type { Fault } from "./knobs.ts";
import type { PlatformState, RegisteredNumber } from "./state.ts";

/** What a person can make go wrong. Those with a `fault` strike the next message to the customer. */
export const PHONE_FAULTS: readonly (Omit<PhoneFault, "on"> & { fault?: Fault })[] = [
  {
    id: "undelivered",
    label: "Next answer does not arrive",
    help: "The platform takes it, then reports that it cannot be delivered.",
    mode: "once",
    fault: { kind: "failed_status", code: 131026 },
  },
  {
    id: "throttled",
    label: "Next answer is throttled",
    help: "The platform refuses it for being too fast; the business tries again after a moment.",
    mode: "once",
    fault: { kind: "error", code: 130429, retryAfterSeconds: 3 },
  },
  {
    id: "lost_answer",
    label: "Connection is cut",
    help: "The platform takes the next answer, but the business never hears so.",
    mode: "once",
    fault: { kind: "cut_after_accept" },
  },
  {
    id: "outage",
    label: "Platform is down once",
    help: "The next send is answered with an error page.",
    mode: "once",
    fault: { kind: "html" },
  },
  {
    id: "swap",
    label: "Swap my next two messages",
    help: "The second one reaches the business before the first.",
    mode: "once",
  },
  {
    id: "token_revoked",
    label: "Access token revoked",
    help: "Every call of the business is refused, until switched off and the channel connected again.",
    mode: "switch",
  },
  { id: "duplicate", label: "Everything twice", help: "The platform tells the business each thing two times.", mode: "switch" },
  { id: "out_of_order", label: "Receipts out of order", help: "Read comes first, then delivered, then sent.", mode: "switch" },
];

export function customerFault(id: string): Fault | undefined {
  return PHONE_FAULTS.find((known) => known.id === id)?.fault;
}

export const swapName = (key: ThreadKey) => `${key.accountId} ${key.customerId}`;

export function isOn(state: PlatformState, number: RegisteredNumber, key: ThreadKey, id: string): boolean {
  const fault = customerFault(id);
  if (fault !== undefined) return state.faults.ofRecipient(key.customerId) === fault;
  switch (id) {
    case "token_revoked":
      return tokensOf(state, number).some((token) => state.deadTokens.has(token));
    case "duplicate":
      return state.outbox.behaviour.duplicate !== "none";
    case "out_of_order":
      return state.outbox.behaviour.order === "reversed";
    default:
      return state.swaps.isOn(swapName(key));
  }
}

export function setAccountFault(state: PlatformState, number: RegisteredNumber, key: ThreadKey, id: string, on: boolean): void {
  const { outbox } = state;
  switch (id) {
    case "token_revoked":
      for (const token of tokensOf(state, number)) {
        if (on) state.deadTokens.add(token);
        else state.deadTokens.delete(token);
      }
      return;
    case "duplicate":
      outbox.behaviour = { ...outbox.behaviour, duplicate: on ? "same_body" : "none" };
      return;
    case "out_of_order":
      outbox.behaviour = { ...outbox.behaviour, order: on ? "reversed" : "forward" };
      return;
    case "swap":
      if (on) state.swaps.arm(swapName(key));
      else state.swaps.disarm(swapName(key));
      return;
    default:
      throw new Error(`there is no fault ${id}`);
  }
}

function tokensOf(state: PlatformState, number: RegisteredNumber): string[] {
  return [...state.tokens].filter(([, accounts]) => accounts.has(number.account.id)).map(([token]) => token);
}
