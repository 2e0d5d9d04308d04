import type { CommonFault, FaultControls } from "../shared/faults.ts";
import type { DeliveryBehaviour } from "../shared/types.ts";

/** What goes wrong with one send. */
export type Fault =
  | CommonFault
  /** Accepted, and its echo is posted and answered before the response to the send — yes. */
  | { kind: "echo_before_answer" };

export type FaultControl = FaultControls<Fault>;

export interface CallbackBehaviour extends DeliveryBehaviour {
  /** `reversed`: callbacks wait `batchWaitMs` for others and are then posted newest first, one after the other. */
  order: "forward" | "reversed";
}

export const DEFAULT_BEHAVIOUR: Readonly<CallbackBehaviour> = {
  delayMs: 0,
  duplicate: "none",
  order: "forward",
  batch: 1,
  batchWaitMs: 20,
};
