import type { ReactNode } from "react";
import type { BroadcastStats } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { failureOf } from "../../../parts/failures.ts";
import { skipKey } from "../states.ts";

/** Failures with their reasons, messages that may have been sent, and people who were left out. */
export function Failures({ stats: { counts, failedBy, skippedBy }, retry }: { stats: BroadcastStats; retry: ReactNode }) {
  const { t, format } = useI18n();
  const skips = skippedBy.filter(({ count }) => count > 0);
  const failures = failedBy.filter(({ count }) => count > 0);
  return (
    <section className="card" aria-label={t("broadcasts.failures")}>
      <div className="card-head">
        <h2>{t("broadcasts.failures")}</h2>
        {retry}
      </div>
      <div className="card-body">
        {failures.length === 0 && counts.unknown === 0 && <p className="text-text-3">{t("broadcasts.failures.none")}</p>}
        <dl className="figures">
          {failures.map(({ reason, count }) => {
            const { reason: words, remedy } = failureOf(reason);
            return (
              <div key={reason}>
                <dt>
                  {words === null ? <code>{reason}</code> : t(words)}
                  {remedy !== null && <span className="block text-12 text-text-3">{t(remedy)}</span>}
                </dt>
                <dd>{format.number(count)}</dd>
              </div>
            );
          })}
          {counts.unknown > 0 && (
            <div>
              <dt>
                {t("broadcasts.recipient.unknown")}
                <span className="block text-12 text-text-3">{t("broadcasts.unknown.text")}</span>
              </dt>
              <dd>{format.number(counts.unknown)}</dd>
            </div>
          )}
        </dl>
        {skips.length > 0 && (
          <>
            <h3 className="mt-3 text-12 text-text-3">{t("broadcasts.skipped.title")}</h3>
            <dl className="figures">
              {skips.map(({ reason, count }) => {
                const key = skipKey(reason);
                return (
                  <div key={reason}>
                    <dt>{key === null ? <code>{reason}</code> : t(key)}</dt>
                    <dd>{format.number(count)}</dd>
                  </div>
                );
              })}
            </dl>
          </>
        )}
      </div>
    </section>
  );
}
