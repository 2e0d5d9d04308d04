import { useQuery } from "@tanstack/react-query";
import { entitlementsQuery } from "../../../api/settings/billing.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { LimitTable } from "../../../parts/money/LimitTable.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";

/** The organization's limits and usage. */
export function Limits() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(entitlementsQuery());
  return (
    <section className="card" aria-label={t("billing.limits")}>
      <div className="card-head">
        <h2>{t("billing.limits")}</h2>
        {data !== undefined && data.updatedAt === null && <span className="text-12 text-text-3">{t("billing.limits.none")}</span>}
      </div>
      {error !== null && data === undefined ? <PartError error={error} onRetry={() => void refetch()} /> : <LimitTable limits={data} />}
    </section>
  );
}
