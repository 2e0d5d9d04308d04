import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AgencyClient } from "@parley/sdk";
import { clientEntitlementsQuery } from "../../../api/agency.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { LimitMeter } from "./LimitMeter.tsx";
import { LimitsDialog } from "./LimitsDialog.tsx";
import { limitNames } from "./limits.ts";

/** A client's limits and usage. */
export function ClientLimits({ client, mayWrite }: { client: AgencyClient; mayWrite: boolean }) {
  const { t } = useI18n();
  const { data, error, isFetching, refetch } = useQuery({ ...clientEntitlementsQuery(client.id), throwOnError: false });
  const [editing, setEditing] = useState(false);
  return (
    <section aria-label={t("agency.limits.title")}>
      <h3 className="client-heading">
        {t("agency.limits.title")}
        {mayWrite && data !== undefined && (
          <Button size="small" variant="ghost" onPress={() => setEditing(true)}>
            {t("agency.limits.change")}
          </Button>
        )}
      </h3>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
        )
      ) : (
        <dl className="client-facts">
          {limitNames.map((name) => (
            <div key={name}>
              <dt>{t(`agency.limit.${name}`)}</dt>
              <dd>
                <LimitMeter name={name} limit={data.entitlements[name]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {editing && data !== undefined && <LimitsDialog id={client.id} name={client.name} limits={data} onClose={() => setEditing(false)} />}
    </section>
  );
}
