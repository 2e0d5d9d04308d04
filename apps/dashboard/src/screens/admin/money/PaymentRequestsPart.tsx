import { useSuspenseQuery } from "@tanstack/react-query";
import { Receipt } from "lucide-react";
import { useState } from "react";
import type { AdminPaymentRequest } from "@parley/sdk";
import { adminPaymentsQuery } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { PaymentState } from "../../../parts/money/PaymentState.tsx";
import { When } from "../../../parts/When.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";
import { useRun } from "../frame/useRun.ts";

/** Payments of all organizations, with the gateway's latest status. */
export function PaymentRequestsPart() {
  const { t, format } = useI18n();
  const { inForm } = useRun();
  const { data: me } = useSuspenseQuery(meQuery);
  const [refused, setRefused] = useState<AdminPaymentRequest | null>(null);
  const mayWrite = can(me, "admin:write");
  return (
    <>
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
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (payment) =>
              mayWrite &&
              payment.status === "pending" && (
                <Button size="small" variant="ghost" onPress={() => setRefused(payment)}>
                  {t("admin.refuse")}
                </Button>
              ),
          },
        ]}
        empty={<EmptyState icon={Receipt} title={t("billing.payments.empty")} call="GET /api/v1/admin/billing/payment-requests" />}
      />
      {refused !== null && (
        <ConfirmDialog
          title={t("admin.refuse.title", { amount: format.price(refused.amount, refused.currency) })}
          isOpen
          confirmLabel={t("admin.refuse")}
          onOpenChange={(open) => !open && setRefused(null)}
          onConfirm={() => inForm(() => api.admin.billing.paymentRequests.cancel(refused.id), t("admin.refused"))}
        >
          {t("admin.refuse.text")}
        </ConfirmDialog>
      )}
    </>
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
