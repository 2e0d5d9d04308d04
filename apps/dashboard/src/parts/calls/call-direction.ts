/** Who is on which end of a call. Pure. */
import { PhoneForwarded, PhoneIncoming, PhoneMissed, PhoneOff, PhoneOutgoing, type LucideIcon } from "lucide-react";
import type { Call } from "@parley/sdk";
import type { PlainKey } from "../../i18n/catalogue.ts";

/** The number of the person who speaks with the voice agent; null: withheld. */
export const personOf = ({ direction, from, to }: Pick<Call, "direction" | "from" | "to">): string | null =>
  direction === "outbound" ? to : from;

/** A description of how it ended; only in an inbound call is the person the caller. */
export const endKeyOf = (endReason: NonNullable<Call["endReason"]>, direction: Call["direction"]): PlainKey =>
  direction === "outbound" && endReason === "caller_hung_up" ? "calls.end.called_hung_up" : `calls.end.${endReason}`;

export function callIcon({ direction, status }: Pick<Call, "direction" | "status">): LucideIcon {
  if (status === "transferred") return PhoneForwarded;
  if (status === "failed") return PhoneOff;
  if (direction === "outbound") return status === "no_answer" ? PhoneOff : PhoneOutgoing;
  return status === "no_answer" ? PhoneMissed : PhoneIncoming;
}
