import { useQuery } from "@tanstack/react-query";
import type { CsatSummary } from "@parley/sdk";
import { csatSummaryQuery, scoreDays } from "../../../../api/inbox/csat.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { PartError } from "../../../../ui/feedback/PartError.tsx";
import { Meter } from "../../../../ui/feedback/Progress.tsx";
import { SkeletonRows } from "../../../../ui/feedback/Skeleton.tsx";
import { Stat } from "../../../../ui/Stat.tsx";

const stars = ["5", "4", "3", "2", "1"] as const;
/** Shown instead of a missing value. */
const nothing = "–";
const tones = { "5": "ok", "4": "ok", "3": "warn", "2": "bad", "1": "bad" } as const;

export function Score() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({ ...csatSummaryQuery(), throwOnError: false });
  const title = t("satisfaction.score", { n: scoreDays });
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      <div className="card-body">
        {error !== null && data === undefined ? (
          <PartError error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={3} />
        ) : (
          <Figures summary={data} />
        )}
      </div>
    </section>
  );
}

function Figures({ summary }: { summary: CsatSummary }) {
  const { t, format } = useI18n();
  const { asked, answered, csatScore, averageRating, responseRate, ratings } = summary;
  const share = (part: number | null) => (part === null ? nothing : format.percent(part));
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-3 gap-3">
        <Stat label={t("satisfaction.satisfied")} value={share(csatScore)}>
          {t("satisfaction.satisfied.text")}
        </Stat>
        <Stat
          label={t("satisfaction.average")}
          value={averageRating === null ? nothing : format.number(Math.round(averageRating * 10) / 10)}
        >
          {t("satisfaction.average.text")}
        </Stat>
        <Stat label={t("satisfaction.answered")} value={share(responseRate)}>
          {t("satisfaction.answered.text", { answered: format.number(answered), asked: format.number(asked) })}
        </Stat>
      </div>
      {answered > 0 && (
        <ul className="grid gap-1.5">
          {stars.map((rating) => (
            <li key={rating} className="rating-line">
              <span className="num">{format.number(Number(rating))}</span>
              <Meter
                label={t("satisfaction.rating", { n: rating })}
                value={ratings[rating]}
                max={answered}
                valueText={format.number(ratings[rating])}
                tone={tones[rating]}
              />
              <span className="num text-text-2">{format.number(ratings[rating])}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
