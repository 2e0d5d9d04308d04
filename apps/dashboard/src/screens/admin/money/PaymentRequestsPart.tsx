import { Receipt } from "lucide-react";
import type { AdminPaymentRequest } from "@parley/sdk";
import { adminPaymentsQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { PaymentState } from "../../../parts/money/PaymentState.tsx";
import { When } from "../../../parts/When.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";

/** Payments of all organizations, with what the gateway said last. */
export function PaymentRequestsPart() {
  const { t, format } = useI18n();
  return (
    <ListFrame<AdminPaymentRequest>
      query={adminPaymentsQuery()}
      label={t("admin.payments")}
      rowId={({ id }) => id}
      columns={[
        { id: "when", name: t("audit.when"), cell: ({ createdAt }) => <When at={createdAt} /> },
        {
          ...{ id: "organization", name: t("admin.organization") },
          cell: ({ organizationId }) => <OrganizationLink id={organizationId} />,
        },
        {
          ...{ id: "what", name: t("billing.description"), isRowHeader: true },
          cell: ({ description, subscriptionId }) => (
            <bdi>{description ?? t(subscriptionId === null ? "billing.payment.topUp" : "billing.payment.bill")}</bdi>
          ),
        },
        { id: "state", name: t("inbox.status"), cell: (payment) => <PaymentState payment={payment} /> },
        { id: "gateway", name: t("admin.gateway"), cell: (payment) => <AtGateway payment={payment} /> },
        {
          ...({ id: "amount", name: t("billing.amount"), align: "end" } as const),
          cell: ({ amount, currency }) => format.price(amount, currency),
        },
      ]}
      empty={<EmptyState icon={Receipt} title={t("billing.payments.empty")} call="GET /api/v1/admin/billing/payment-requests" />}
    />
  );
}

function AtGateway({ payment: { attempts, lastError, nextAttemptAt, status } }: { payment: AdminPaymentRequest }) {
  const { t, format } = useI18n();
  return (
    <span className="grid gap-0.5 text-12 text-text-2">
      <span>{t("admin.attempts", { n: attempts })}</span>
      {lastError !== null && <bdi className="text-danger-text">{lastError}</bdi>}
      {status === "pending" && nextAttemptAt !== null && <span>{t("admin.next", { when: format.relative(nextAttemptAt) })}</span>}
    </span>
  );
}
