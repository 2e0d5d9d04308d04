import type { CommonFault, FaultControls } from "../shared/faults.ts";
import type { DeliveryBehaviour } from "../shared/types.ts";

/** What goes wrong with one send. The words after the dash tell whether the message exists afterwards. */
export type Fault =
  | CommonFault
  /** Accepted, then a `failed` status with this code — yes, failed. */
  | { kind: "failed_status"; code: number; details?: string }
  /** All statuses are posted, and answered, before the send answer leaves — yes. */
  | { kind: "statuses_before_answer" };

export type FaultControl = FaultControls<Fault>;

export interface CallbackBehaviour extends DeliveryBehaviour {
  /** `reversed`: read, then delivered, then sent. */
  order: "forward" | "reversed";
  /** The statuses of one message leave at the same moment; else one waits for the answer to the one before. */
  parallel: boolean;
  /** These statuses never come (numbers ending in 0001 are read all the same). */
  drop: readonly ("sent" | "delivered" | "read")[];
}

export const DEFAULT_BEHAVIOUR: Readonly<CallbackBehaviour> = {
  delayMs: 0,
  duplicate: "none",
  order: "forward",
  parallel: false,
  batch: 1,
  batchWaitMs: 20,
  drop: [],
};
