import type { Call } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../../ui/Chip.tsx";

type Outcome = NonNullable<Call["outcome"]>;
const tones: Readonly<Record<Outcome, ChipTone>> = { resolved: "ok", follow_up: "warn", unresolved: "bad", handed_over: "info" };

/** The outcome of a call. */
export function OutcomeChip({ outcome }: { outcome: Outcome }) {
  const { t } = useI18n();
  return <Chip tone={tones[outcome]}>{t(`calls.result.outcome.${outcome}`)}</Chip>;
}
