import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "@parley/sdk";
import { subscriptionQuery } from "../../../api/settings/billing.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { SubscriptionState } from "../../../parts/money/SubscriptionState.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";

/** The organization's subscription, and when the next bill is due. */
export function OwnSubscription() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(subscriptionQuery());
  if (data === null) return null;
  return (
    <section className="card" aria-label={t("billing.subscription")}>
      <div className="card-head">
        <h2>{t("billing.subscription")}</h2>
        {data !== undefined && (
          <span className="ms-auto">
            <SubscriptionState status={data.status} />
          </span>
        )}
      </div>
      {error !== null && data === undefined && <PartError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Terms subscription={data} />}
    </section>
  );
}

function Terms({ subscription: { itemName, billingAmount, currency, subscriptionType, ...rest } }: { subscription: Subscription }) {
  const { t, format } = useI18n();
  const { nextBilling, endDate, cycles, status, heldBy, pastDueSince } = rest;
  return (
    <div className="grid gap-3 p-4">
      {status === "past_due" && (
        <Notice tone="bad" title={t("billing.pastDue")}>
          {t("billing.pastDue.text", { when: format.relative(pastDueSince ?? nextBilling ?? rest.updatedAt) })}
        </Notice>
      )}
      {heldBy !== null && <Notice tone="warn">{t(`billing.heldBy.${heldBy}`)}</Notice>}
      <dl className="facts wide">
        <dt>{t("billing.item")}</dt>
        <dd>
          <bdi>{itemName}</bdi>
        </dd>
        <dt>{t("billing.price")}</dt>
        <dd>
          {format.price(billingAmount, currency)} <span className="text-text-3">{t(`billing.period.${subscriptionType}`)}</span>
        </dd>
        <dt>{t("billing.nextBill")}</dt>
        <dd>{nextBilling === null ? t("common.none") : <time dateTime={nextBilling}>{format.day(nextBilling)}</time>}</dd>
        {cycles !== null && (
          <>
            <dt>{t("billing.billsLeft")}</dt>
            <dd>{format.number(cycles)}</dd>
          </>
        )}
        {endDate !== null && (
          <>
            <dt>{t("billing.endsOn")}</dt>
            <dd>
              <time dateTime={endDate}>{format.day(endDate)}</time>
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}
