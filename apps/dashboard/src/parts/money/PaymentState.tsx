import type { PaymentRequest } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";

const tones: Readonly<Record<PaymentRequest["status"], ChipTone>> = {
  pending: "info",
  paid: "ok",
  expired: "plain",
  failed: "bad",
  cancelled: "plain",
};

/** Its status, and below it any problem that needs attention. */
export function PaymentState({ payment: { status, problem } }: { payment: Pick<PaymentRequest, "status" | "problem"> }) {
  const { t } = useI18n();
  return (
    <span className="grid gap-0.5 justify-items-start">
      <Chip tone={tones[status]}>{t(`billing.payment.${status}`)}</Chip>
      {problem !== null && <bdi className="text-12 text-danger-text">{problem}</bdi>}
    </span>
  );
}
