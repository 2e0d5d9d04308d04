import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import type { PaymentRequest } from "@parley/sdk";
import { cancelPayment, paymentsQuery } from "../../../api/settings/billing.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { PaymentState } from "../../../parts/money/PaymentState.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { When } from "../../../parts/When.tsx";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

/** Invoices of the payment gateway, newest first. */
export function Payments() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const mayPay = can(me, "billing:write");
  return (
    <ListFrame<PaymentRequest>
      query={paymentsQuery()}
      label={t("billing.payments")}
      rowId={({ id }) => id}
      columns={[
        { id: "when", name: t("audit.when"), cell: ({ createdAt }) => <When at={createdAt} /> },
        {
          ...{ id: "what", name: t("billing.description"), isRowHeader: true },
          cell: ({ description, subscriptionId }) => (
            <bdi>{description ?? t(subscriptionId === null ? "billing.payment.topUp" : "billing.payment.bill")}</bdi>
          ),
        },
        { id: "state", name: t("inbox.status"), cell: (payment) => <PaymentState payment={payment} /> },
        { id: "paid", name: t("billing.payment.paidAt"), cell: ({ paidAt }) => <When at={paidAt} /> },
        {
          ...({ id: "amount", name: t("billing.amount"), align: "end" } as const),
          cell: ({ amount, currency }) => format.price(amount, currency),
        },
        {
          ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
          cell: ({ id, status, invoiceUrl }) =>
            mayPay &&
            status === "pending" && (
              <span className="inline-flex gap-1">
                <Button
                  size="small"
                  variant="ghost"
                  onPress={() => void cancelPayment(client, id).catch((error: unknown) => showFailure(error, i18n))}
                >
                  {t("common.cancel")}
                </Button>
                {invoiceUrl !== null && (
                  <a className={buttonClass("plain", "small")} href={invoiceUrl} target="_blank" rel="noopener noreferrer">
                    {t("billing.payment.open")}
                  </a>
                )}
              </span>
            ),
        },
      ]}
      empty={
        <EmptyState icon={CreditCard} title={t("billing.payments.empty")} call="POST /api/v1/billing/payment-requests">
          {t("billing.payments.empty.text")}
        </EmptyState>
      }
    />
  );
}
