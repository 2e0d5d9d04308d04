import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleCheckBig } from "lucide-react";
import { useState } from "react";
import type { UnansweredQuestion } from "@parley/sdk";
import { dismissQuestion, unanswered, unansweredQuery } from "../../api/automation/knowledge.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { showFailure } from "../../parts/show-failure.ts";
import { useFocusAfter } from "../../parts/use-focus-after.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Segmented } from "../../ui/lists/Segmented.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { FaqDialog } from "./FaqDialog.tsx";
import { useKnowledgeSearch } from "./useKnowledgeSearch.ts";

/** Questions that nothing answered. */
export function UnansweredPart() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { dismissed, sort = "count" as const } = useKnowledgeSearch();
  const navigate = useNavigate({ from: "/knowledge/$part" });
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const filters = { ...(dismissed === true ? { dismissed } : {}), sort };
  const { data, error, isFetching, refetch } = useQuery({ ...unansweredQuery(filters), throwOnError: false });
  const [table, focusTable] = useFocusAfter<HTMLDivElement>();
  const [answered, setAnswered] = useState<UnansweredQuestion | null>(null);
  const mayWrite = can(me, "knowledge:write");
  const dismiss = (id: string) => dismissQuestion(client, id).then(focusTable, (failure: unknown) => showFailure(failure, i18n));
  return (
    <>
      <FilterBar label={t("knowledge.filter")}>
        <Segmented
          label={t("knowledge.unanswered.show")}
          size="small"
          value={dismissed === true ? "dismissed" : "open"}
          segments={[
            { id: "open", name: t("knowledge.unanswered.open") },
            { id: "dismissed", name: t("knowledge.dismissed") },
          ]}
          onChange={(id) => void navigate({ search: (now) => ({ ...now, dismissed: id === "dismissed" ? true : undefined }) })}
        />
      </FilterBar>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <div ref={table} tabIndex={-1} className="outline-none">
          <Table<UnansweredQuestion>
            label={t("knowledge.unanswered")}
            rows={data?.items}
            rowId={({ id }) => id}
            sort={{ column: sort, direction: "descending" }}
            onSort={({ column }) =>
              void navigate({ search: (now) => ({ ...now, sort: column === "lastAsked" ? "lastAsked" : undefined }), replace: true })
            }
            columns={[
              { id: "question", name: t("knowledge.question"), cell: ({ question }) => <bdi className="font-medium">{question}</bdi> },
              {
                id: "language",
                name: t("contact.language"),
                cell: ({ language }) => language !== null && <bdi className="text-text-2">{language}</bdi>,
              },
              {
                ...({ id: "count", name: t("knowledge.asked"), align: "end", isSortable: true } as const),
                cell: ({ count }) => t("knowledge.times", { n: count }),
              },
              {
                ...({ id: "lastAsked", name: t("knowledge.lastAsked"), align: "end", isSortable: true } as const),
                cell: ({ lastAskedAt }) => (
                  <time className="text-text-3" dateTime={lastAskedAt} title={format.instant(lastAskedAt)}>
                    {format.when(lastAskedAt)}
                  </time>
                ),
              },
              {
                ...({ id: "tools", name: t("common.more"), hideName: true, isWide: true, align: "end" } as const),
                cell: (question) =>
                  mayWrite && (
                    <span className="inline-flex gap-1">
                      <Button size="small" onPress={() => setAnswered(question)}>
                        {t("knowledge.write")}
                      </Button>
                      {question.dismissedAt === null && (
                        <Button size="small" variant="ghost" onPress={() => void dismiss(question.id)}>
                          {t("knowledge.dismiss")}
                        </Button>
                      )}
                    </span>
                  ),
              },
            ]}
            empty={
              <EmptyState
                icon={CircleCheckBig}
                title={t(dismissed === true ? "knowledge.noMatch" : "knowledge.unanswered.empty")}
                call="GET /api/v1/knowledge/unanswered"
              >
                {t("knowledge.unanswered.empty.text")}
              </EmptyState>
            }
          />
          <LoadMore hasMore={data?.next != null} onMore={() => unanswered.loadMore(client, filters)} />
        </div>
      )}
      {answered !== null && (
        <FaqDialog
          faq={null}
          question={answered.question}
          onSaved={async () => {
            if (answered.dismissedAt === null) await dismiss(answered.id);
          }}
          onClose={() => setAnswered(null)}
        />
      )}
    </>
  );
}
