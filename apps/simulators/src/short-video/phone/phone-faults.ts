import { PhoneFaults, onceFault, swapsTwo, deliveryFault } from "../../shared/phone/index.ts";
import type { Fault } from "../knobs.ts";
import type { PlatformState } from "../state.ts";

const BLOCKED = "The user does not accept messages from this account.";

/** The faults that a person can switch on for this platform. It reports no deliveries: a message that does not arrive is refused. */
export function createPhoneFaults(state: PlatformState): PhoneFaults {
  const { faults, outbox, swaps, transcripts } = state;
  return new PhoneFaults(transcripts, [
    onceFault<Fault>(
      faults,
      "undelivered",
      { kind: "error", code: 40064, details: BLOCKED },
      "The platform refuses it: the customer does not accept messages.",
    ),
    onceFault<Fault>(
      faults,
      "throttled",
      { kind: "error", code: 40100 },
      "Too many requests: the business pauses for five minutes. Let an hour pass to see it continue.",
    ),
    onceFault<Fault>(faults, "lost_answer", { kind: "cut_after_accept" }),
    onceFault<Fault>(faults, "late_fault", { kind: "error_after_accept", code: 51065 }),
    onceFault<Fault>(faults, "outage", { kind: "html" }),
    swapsTwo(swaps),
    {
      id: "token_revoked",
      isOn: ({ accountId }) => state.isRevoked(accountId),
      set: ({ accountId }, on) => (on ? state.revoke(accountId) : state.restore(accountId)),
    },
    ...deliveryFault(outbox, {}, "The read mark of a message arrives before its echo."),
  ]);
}
