import { useQuery } from "@tanstack/react-query";
import { dealHistoryQuery } from "../../api/contacts/deal-history.ts";
import { useI18n } from "../../i18n/i18n.tsx";

/** The stages a deal has been in, newest first. */
export function DealHistory({ dealId }: { dealId: string }) {
  const { t, format } = useI18n();
  const { data } = useQuery({ ...dealHistoryQuery(dealId), throwOnError: false });
  if (data === undefined || data.length < 2) return null;
  return (
    <section aria-label={t("pipeline.history")}>
      <h3 className="text-12 text-text-3">{t("pipeline.history")}</h3>
      <ul>
        {data.map(({ id, stageName, enteredAt }) => (
          <li key={id} className="flex gap-2">
            <bdi className="grow">{stageName}</bdi>
            <time className="text-text-3" dateTime={enteredAt} title={format.instant(enteredAt)}>
              {format.when(enteredAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
