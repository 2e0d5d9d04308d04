import type { AiRequestRecord } from "@parley/sdk";
import { aiRequestsQuery } from "../../../../api/settings/ai-keys.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { ListFrame } from "../../../../parts/ListFrame.tsx";
import { Chip } from "../../../../ui/Chip.tsx";

/** Requests to models: which answered, which did not and why, and the cost. Texts are not stored. */
export function AiRequests() {
  const { t, format } = useI18n();
  return (
    <section className="mt-6" aria-label={t("aiRequests.title")}>
      <h2 className="px-4 pb-2 text-16">{t("aiRequests.title")}</h2>
      <ListFrame<AiRequestRecord>
        query={aiRequestsQuery()}
        label={t("aiRequests.title")}
        rowId={({ id }) => id}
        columns={[
          {
            ...{ id: "when", name: t("audit.when") },
            cell: ({ createdAt, purpose }) => (
              <span className="block">
                <time dateTime={createdAt} title={format.instant(createdAt)}>
                  {format.when(createdAt)}
                </time>
                <span className="block text-12 text-text-3">{t(`aiRequests.purpose.${purpose}`)}</span>
              </span>
            ),
          },
          {
            ...{ id: "outcome", name: t("inbox.status") },
            cell: ({ outcome, attempts }) => (
              <span className="block">
                <Chip tone={outcome === "answered" ? "ok" : "bad"}>{t(`aiRequests.outcome.${outcome}`)}</Chip>
                {attempts
                  .filter((attempt) => attempt.outcome !== "answered")
                  .map((attempt, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a request's attempts do not move
                    <code key={at} className="block text-12 text-text-3">
                      {`${attempt.provider}: ${attempt.outcome}${attempt.status === null ? "" : ` (${attempt.status})`}`}
                    </code>
                  ))}
              </span>
            ),
          },
          {
            ...{ id: "model", name: t("aiKeys.models") },
            cell: ({ model }) => <bdi dir="ltr">{model}</bdi>,
          },
          {
            ...({ id: "tokens", name: t("aiRequests.used"), align: "end" } as const),
            cell: ({ inputTokens, outputTokens, cost }) => (
              <span className="block whitespace-nowrap tabular-nums">
                {t("decision.tokens", { input: format.compact(inputTokens), output: format.compact(outputTokens) })}
                {cost > 0 && <span className="block text-12 text-text-3">{t("decision.cost", { n: format.number(cost) })}</span>}
              </span>
            ),
          },
          {
            ...({ id: "took", name: t("aiRequests.took"), align: "end", className: "only-desktop" } as const),
            cell: ({ durationMs }) => format.duration(durationMs),
          },
        ]}
        empty={<p className="p-4 text-text-3">{t("aiRequests.none")}</p>}
      />
    </section>
  );
}
