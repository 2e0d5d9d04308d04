import { PhoneFaults, onceFault, swapsTwo, deliveryFault } from "../shared/phone/index.ts";
import type { Fault } from "./knobs.ts";
import type { PlatformState } from "./state.ts";

/** Longer than the time from an echo to the customer's reading, so that both are held and reversed. */
const REVERSING_MS = 400;

/** The faults that a person can switch on for this platform. It reports no deliveries: a message that does not arrive is refused. */
export function createPhoneFaults(state: PlatformState): PhoneFaults {
  const { faults, delivery, swaps, transcripts } = state;
  const tokensOf = (accountId: string) => [...state.tokens.values()].filter((token) => token.accounts.has(accountId));
  return new PhoneFaults(transcripts, [
    onceFault<Fault>(faults, "undelivered", { kind: "error", code: 551 }, "The platform refuses it: the customer cannot be written to."),
    onceFault<Fault>(faults, "throttled", { kind: "error", code: 613, subcode: 2_534_040 }),
    onceFault<Fault>(faults, "lost_answer", { kind: "cut_after_accept" }),
    onceFault<Fault>(faults, "outage", { kind: "html" }),
    swapsTwo(swaps),
    {
      id: "token_revoked",
      isOn: ({ accountId }) => tokensOf(accountId).some((token) => token.dead),
      set({ accountId }, on) {
        for (const token of tokensOf(accountId)) token.dead = on;
      },
    },
    ...deliveryFault(delivery.outbox, { batchWaitMs: REVERSING_MS }, "Callbacks arrive newest first: the read mark before the echo."),
  ]);
}
