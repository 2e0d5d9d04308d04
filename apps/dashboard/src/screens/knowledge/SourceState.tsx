import type { Source } from "../../api/automation/knowledge.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";

const tones: Readonly<Record<Source["status"], ChipTone>> = { pending: "warn", processing: "accent", ready: "ok", failed: "bad" };

/** Whether it was read, and whether it is in use. */
export function SourceState({ source: { status, isActive, error } }: { source: Source }) {
  const { t } = useI18n();
  if (!isActive) return <Chip>{t("knowledge.state.off")}</Chip>;
  return (
    <Chip tone={tones[status]} {...(error === null ? {} : { title: error.message })}>
      {t(`knowledge.state.${status}`)}
    </Chip>
  );
}
