import type { Ticket } from "@parley/sdk";
import { useI18n } from "../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../ui/Chip.tsx";

const tones: Readonly<Record<Ticket["status"], ChipTone>> = {
  open: "info",
  in_progress: "accent",
  pending: "warn",
  resolved: "ok",
  closed: "plain",
};

export function TicketStatusChip({ status }: { status: Ticket["status"] }) {
  const { t } = useI18n();
  return <Chip tone={tones[status]}>{t(`ticket.status.${status}`)}</Chip>;
}
