import { PhoneFaults, onceFault, swapsTwo, deliveryFault } from "../../shared/phone/index.ts";
import type { Fault } from "../knobs.ts";
import type { PlatformState } from "../state.ts";

/** The faults that a person can switch on for this platform. */
export function createPhoneFaults(state: PlatformState): PhoneFaults {
  const { faults, outbox, swaps, transcripts } = state;
  const tokensOf = (phoneNumberId: string): string[] => {
    const account = state.numbers.get(phoneNumberId)?.account.id ?? "";
    return [...state.tokens].filter(([, accounts]) => accounts.has(account)).map(([token]) => token);
  };
  return new PhoneFaults(transcripts, [
    onceFault<Fault>(faults, "undelivered", { kind: "failed_status", code: 131026 }),
    onceFault<Fault>(faults, "throttled", { kind: "error", code: 130429, retryAfterSeconds: 3 }),
    onceFault<Fault>(faults, "lost_answer", { kind: "cut_after_accept" }),
    onceFault<Fault>(faults, "outage", { kind: "html" }),
    swapsTwo(swaps),
    {
      id: "token_revoked",
      isOn: ({ accountId }) => tokensOf(accountId).some((token) => state.deadTokens.has(token)),
      set({ accountId }, on) {
        for (const token of tokensOf(accountId)) {
          if (on) state.deadTokens.add(token);
          else state.deadTokens.delete(token);
        }
      },
    },
    ...deliveryFault(outbox),
  ]);
}
