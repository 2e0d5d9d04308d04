import type { Subscription } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";

const tones: Readonly<Record<Subscription["status"], ChipTone>> = {
  trialing: "info",
  active: "ok",
  past_due: "bad",
  paused: "warn",
  cancelled: "plain",
  expired: "plain",
};

export function SubscriptionState({ status }: Pick<Subscription, "status">) {
  const { t } = useI18n();
  return <Chip tone={tones[status]}>{t(`billing.state.${status}`)}</Chip>;
}
