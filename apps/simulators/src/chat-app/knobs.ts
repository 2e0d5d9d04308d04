import type { CommonFault, FaultControls } from "../shared/faults.ts";
import type { DeliveryBehaviour } from "../shared/types.ts";

/** What goes wrong with one send. The word after the dash says whether the message exists afterwards. */
export type Fault =
  | CommonFault
  /** Accepted, then a `failed` status with this code — yes, as failed. */
  | { kind: "failed_status"; code: number; details?: string }
  /** All statuses are posted, and answered, before the response to the send — yes. */
  | { kind: "statuses_before_answer" };

export type FaultControl = FaultControls<Fault>;

export interface CallbackBehaviour extends DeliveryBehaviour {
  /** `reversed`: read, then delivered, then sent. */
  order: "forward" | "reversed";
  /** All statuses of one message are posted at once; otherwise each waits for the response to the one before. */
  parallel: boolean;
  /** These statuses are never posted (numbers ending in 0001 are read nevertheless). */
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
