import type { Call } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";

const tones: Readonly<Record<Call["status"], ChipTone>> = {
  ringing: "accent",
  in_progress: "bot",
  completed: "ok",
  transferred: "info",
  failed: "bad",
  no_answer: "warn",
};

export function CallStatusChip({ status }: { status: Call["status"] }) {
  const { t } = useI18n();
  return <Chip tone={tones[status]}>{t(`calls.status.${status}`)}</Chip>;
}
