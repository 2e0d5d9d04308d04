import { Ban, Check, CheckCheck, CircleAlert, CircleHelp, Clock, CloudOff, type LucideIcon } from "lucide-react";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import { useI18n } from "../../../i18n/i18n.tsx";

/** `waiting`: in this browser's outbox, until the line is back. */
export type TickStatus = "waiting" | "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "cancelled" | "unknown";

const ticks: Readonly<Record<TickStatus, { icon: LucideIcon; label: PlainKey; tone?: string }>> = {
  waiting: { icon: CloudOff, label: "message.status.waiting" },
  queued: { icon: Clock, label: "message.status.queued" },
  sending: { icon: Clock, label: "message.status.sending" },
  sent: { icon: Check, label: "message.status.sent" },
  delivered: { icon: CheckCheck, label: "message.status.delivered" },
  read: { icon: CheckCheck, label: "message.status.read", tone: "read" },
  failed: { icon: CircleAlert, label: "message.status.failed" },
  cancelled: { icon: Ban, label: "message.status.cancelled" },
  unknown: { icon: CircleHelp, label: "message.status.unknown" },
};

export function Ticks({ status }: { status: TickStatus }) {
  const { t } = useI18n();
  const { icon: Icon, label, tone } = ticks[status];
  return (
    <span className={tone} role="img" aria-label={t(label)} title={t(label)}>
      <Icon className="icon" aria-hidden />
    </span>
  );
}
