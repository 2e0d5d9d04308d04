import { useQuery } from "@tanstack/react-query";
import { organizationLimitsQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { LimitTable } from "../../../parts/money/LimitTable.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";

/** The organization's limits. Only its agency can change them. */
export function OrganizationLimits({ organizationId }: { organizationId: string }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(organizationLimitsQuery(organizationId));
  return (
    <>
      <h3 className="billing-heading">{t("billing.limits")}</h3>
      {error !== null && data === undefined ? <PartError error={error} onRetry={() => void refetch()} /> : <LimitTable limits={data} />}
    </>
  );
}
