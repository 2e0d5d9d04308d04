import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ChatbotEvaluationRunSummary } from "@parley/sdk";
import { runsQuery } from "../../../api/automation/chatbots.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Table } from "../../../ui/lists/Table.tsx";

/** An evaluation's runs, newest first. */
export function Runs({ evaluationId }: { evaluationId: string }) {
  const { t, format } = useI18n();
  const { run } = useSearch({ from: "/app/chatbots/$chatbotId/$part" });
  const navigate = useNavigate({ from: "/chatbots/$chatbotId/$part" });
  const list = useInfiniteQuery({ ...runsQuery(evaluationId), throwOnError: false });
  return (
    <section className="card overflow-hidden" aria-label={t("evaluation.runs")}>
      <div className="card-head">
        <h3>{t("evaluation.runs")}</h3>
      </div>
      {list.error !== null && list.data === undefined ? (
        <PartError error={list.error} onRetry={() => void list.refetch()} isPending={list.isFetching} />
      ) : (
        <>
          <Table<ChatbotEvaluationRunSummary>
            label={t("evaluation.runs")}
            rows={list.data?.pages.flatMap(({ data }) => data)}
            rowId={({ id }) => id}
            onRowAction={({ id }) => void navigate({ search: { evaluation: evaluationId, run: id } })}
            {...(run === undefined ? {} : { currentId: run })}
            columns={[
              {
                ...{ id: "when", name: t("chatbot.when") },
                cell: ({ createdAt }) => (
                  <time dateTime={createdAt} title={format.instant(createdAt)}>
                    {format.when(createdAt)}
                  </time>
                ),
              },
              { ...{ id: "result", name: t("evaluation.cases") }, cell: (each) => <RunChip run={each} /> },
              {
                ...{ id: "version", name: t("chatbot.settings") },
                cell: ({ chatbotVersion, triedSettings }) => (
                  <span className="text-text-2">
                    {t("chatbot.version", { n: chatbotVersion })}
                    {triedSettings && ` · ${t("evaluation.tried")}`}
                  </span>
                ),
              },
            ]}
            empty={<p className="p-4 text-text-3">{t("evaluation.runs.empty")}</p>}
          />
          <LoadMore hasMore={list.hasNextPage} onMore={() => list.fetchNextPage()} />
        </>
      )}
    </section>
  );
}

/** A run's progress, or how many cases passed. */
export function RunChip({ run: { status, passed, failed, total } }: { run: ChatbotEvaluationRunSummary }) {
  const { t } = useI18n();
  if (status === "running") return <Chip tone="info">{t("evaluation.running", { done: passed + failed, total })}</Chip>;
  if (status === "failed") return <Chip tone="bad">{t("evaluation.interrupted", { done: passed + failed, total })}</Chip>;
  return <Chip tone={failed === 0 ? "ok" : "bad"}>{t("evaluation.passed", { passed, total })}</Chip>;
}
