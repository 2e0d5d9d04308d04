import type { CommonFault } from "../shared/faults.ts";
import type { DeliveryBehaviour } from "../shared/types.ts";

/**
 * What goes wrong with one call. The word after the dash says whether a message exists afterwards. `error` answers with
 * an envelope (channel-protocols.md 4.8), HTTP 200 unless given, and `details` as its message; `token_dead` with 40105.
 */
export type Fault =
  | CommonFault
  /** Answered with a system error, but the message was sent — yes. */
  | { kind: "error_after_accept"; code: number }
  /** The echo is posted and answered before the response to the send — yes. */
  | { kind: "echo_before_answer" };

/** `other_body` is the same content in another envelope. Each event has its own body: there are no batches. */
export interface CallbackBehaviour extends Omit<DeliveryBehaviour, "batch" | "batchWaitMs"> {
  /** `reversed`: the read mark of a message comes before its echo. */
  order: "forward" | "reversed";
  /** The age of callbacks' signatures, in seconds. */
  signatureAgeSeconds: number;
  /** These are never posted. */
  drop: readonly ("echo" | "read")[];
}

export const DEFAULT_BEHAVIOUR: Readonly<CallbackBehaviour> = {
  delayMs: 0,
  duplicate: "none",
  order: "forward",
  signatureAgeSeconds: 0,
  drop: [],
};
