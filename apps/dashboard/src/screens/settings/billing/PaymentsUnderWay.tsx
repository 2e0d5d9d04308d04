import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import type { PaymentRequest } from "@parley/sdk";
import { cancelPayment, paymentQuery, paymentsQuery } from "../../../api/settings/billing.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";

const shownMax = 3;

interface Props {
  /** The one that was requested here: its end is shown too. */
  madeId: string | null;
  mayPay: boolean;
  onDone(): void;
  onAgain(): void;
}

/** Payments that are waiting for the gateway or the payer, above everything else. */
export function PaymentsUnderWay({ madeId, ...props }: Props) {
  const { data } = useInfiniteQuery(paymentsQuery());
  const pending = (data?.pages[0]?.data ?? []).filter(({ status }) => status === "pending").map(({ id }) => id);
  const ids = [...new Set([...(madeId === null ? [] : [madeId]), ...pending])].slice(0, shownMax);
  if (ids.length === 0) return null;
  return (
    <div className="billing-notices">
      {ids.map((id) => (
        <UnderWay key={id} id={id} isMadeHere={id === madeId} {...props} />
      ))}
    </div>
  );
}

function UnderWay({ id, isMadeHere, ...props }: { id: string; isMadeHere: boolean } & Omit<Props, "madeId">) {
  const { data } = useQuery(paymentQuery(id));
  if (data === undefined || (data.status !== "pending" && !isMadeHere)) return null;
  return data.status === "pending" ? <Pending payment={data} mayPay={props.mayPay} /> : <Ended payment={data} {...props} />;
}

function Pending({ payment: { id, amount, currency, invoiceUrl, expiresAt }, mayPay }: { payment: PaymentRequest; mayPay: boolean }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const [cancelling, setCancelling] = useState(false);
  const money = format.price(amount, currency);
  const cancel = async () => {
    setCancelling(true);
    await cancelPayment(client, id).catch((error: unknown) => showFailure(error, i18n));
    setCancelling(false);
  };
  return (
    <Notice
      tone="info"
      role="status"
      title={t(invoiceUrl === null ? "billing.preparing" : "billing.toPay", { amount: money })}
      actions={
        mayPay && (
          <>
            <Button size="small" variant="ghost" isPending={cancelling} onPress={() => void cancel()}>
              {t("common.cancel")}
            </Button>
            {invoiceUrl !== null && (
              <a className={buttonClass("accent", "small")} href={invoiceUrl} target="_blank" rel="noopener noreferrer">
                <ExternalLink className="icon icon-14" aria-hidden />
                {t("billing.pay", { amount: money })}
              </a>
            )}
          </>
        )
      }
    >
      {invoiceUrl === null
        ? t("billing.preparing.text")
        : expiresAt === null
          ? t("billing.toPay.text")
          : `${t("billing.toPay.text")} ${t("billing.toPay.until", { when: format.relative(expiresAt) })}`}
    </Notice>
  );
}

function Ended({
  payment: { amount, currency, status, problem },
  mayPay,
  onDone,
  onAgain,
}: { payment: PaymentRequest } & Omit<Props, "madeId">) {
  const { t, format } = useI18n();
  const paid = status === "paid";
  return (
    <Notice
      tone={paid ? "ok" : status === "cancelled" ? "plain" : "bad"}
      role={paid ? "status" : "alert"}
      title={t(`billing.ended.${status === "pending" ? "failed" : status}`, { amount: format.price(amount, currency) })}
      actions={
        <>
          {!paid && mayPay && (
            <Button size="small" onPress={onAgain}>
              {t("common.retry")}
            </Button>
          )}
          <Button size="small" variant="ghost" onPress={onDone}>
            {t("common.close")}
          </Button>
        </>
      }
    >
      {problem !== null && <bdi>{problem}</bdi>}
    </Notice>
  );
}
