import { useI18n } from "../../../i18n/i18n.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useSummaries } from "../useMetrics.ts";
import { nothing } from "../values.ts";

const counts = ["open", "unassigned", "pending", "waiting"] as const;

/** The current backlog, whatever the period. */
export function Backlog({ request }: { request: ReportRequest }) {
  const { t, format } = useI18n();
  const { data } = useSummaries(request).now;
  const since = data?.backlog.longestWaitingSince ?? null;
  return (
    <section className="card backlog" aria-label={t("analytics.now")}>
      <h2>{t("analytics.now")}</h2>
      <dl>
        {counts.map((id) => (
          <div key={id}>
            <dt>{t(`analytics.now.${id}`)}</dt>
            <dd>{data === undefined ? nothing : format.number(data.backlog[id])}</dd>
          </div>
        ))}
        <div>
          <dt>{t("analytics.now.longest")}</dt>
          <dd>{since === null ? nothing : <time dateTime={since}>{format.duration(request.nowMs - Date.parse(since))}</time>}</dd>
        </div>
      </dl>
    </section>
  );
}
