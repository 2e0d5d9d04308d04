import { useSuspenseQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { useState } from "react";
import type { Subscription } from "@parley/sdk";
import { subscriptionsQuery } from "../../../api/admin/admin.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { SubscriptionState } from "../../../parts/money/SubscriptionState.tsx";
import { When } from "../../../parts/When.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { FindField, isFiltered, useAdminSearch, WordFilter } from "../frame/Filters.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";
import { SubscriptionDialog, subscriptionStates } from "./SubscriptionDialog.tsx";

/** The organizations' subscriptions. */
export function SubscriptionsPart() {
  const { t, format } = useI18n();
  const [search, , clear] = useAdminSearch();
  const { data: me } = useSuspenseQuery(meQuery);
  const [edited, setEdited] = useState<Subscription | null>(null);
  const mayWrite = can(me, "admin:write");
  return (
    <>
      <FilterBar label={t("admin.filter")} {...(isFiltered(search) ? { onClear: clear } : {})}>
        <FindField label={t("admin.subscriptions.find")} />
        <WordFilter name="status" label={t("inbox.status")} words={subscriptionStates} textOf={(value) => t(`billing.state.${value}`)} />
      </FilterBar>
      <ListFrame<Subscription>
        query={subscriptionsQuery({ search: search.q, status: subscriptionStates.find((each) => each === search.status) })}
        label={t("admin.subscriptions")}
        rowId={({ id }) => id}
        columns={[
          {
            ...{ id: "organization", name: t("admin.organization") },
            cell: ({ organizationId, organizationName }) => <OrganizationLink id={organizationId} name={organizationName} />,
          },
          { id: "item", name: t("billing.item"), cell: ({ itemName }) => <bdi>{itemName}</bdi> },
          { id: "status", name: t("inbox.status"), cell: ({ status }) => <SubscriptionState status={status} /> },
          { id: "next", name: t("billing.nextBill"), cell: ({ nextBilling }) => <When at={nextBilling} none={t("common.none")} /> },
          {
            ...({ id: "price", name: t("billing.price"), align: "end" } as const),
            cell: ({ billingAmount, currency, subscriptionType }) => (
              <>
                {format.price(billingAmount, currency)} <span className="text-text-3">{t(`billing.period.${subscriptionType}`)}</span>
              </>
            ),
          },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (subscription) =>
              mayWrite && (
                <Button size="small" onPress={() => setEdited(subscription)}>
                  {t("admin.change")}
                </Button>
              ),
          },
        ]}
        empty={<EmptyState icon={Repeat} title={t("admin.nothing")} call="GET /api/v1/admin/subscriptions" />}
      />
      {edited !== null && <SubscriptionDialog subscription={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
