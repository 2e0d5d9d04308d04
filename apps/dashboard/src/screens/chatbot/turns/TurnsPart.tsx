import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Route } from "lucide-react";
import type { Chatbot, ChatbotTurn } from "@parley/sdk";
import { turnsQuery } from "../../../api/automation/chatbots.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useDuration } from "../../../parts/chatbot/DecisionTrace.tsx";
import { decisionTones, reasonKey } from "../../../parts/chatbot/words.ts";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { decisions } from "../chatbot-search.ts";
import { TurnDrawer } from "./TurnDrawer.tsx";

/** The chatbot's decisions in real conversations, newest first. */
export function TurnsPart({ chatbot }: { chatbot: Chatbot }) {
  const { t, format } = useI18n();
  const duration = useDuration();
  const { decision, turn } = useSearch({ from: "/app/chatbots/$chatbotId/$part" });
  const navigate = useNavigate({ from: "/chatbots/$chatbotId/$part" });
  const list = useInfiniteQuery({ ...turnsQuery(chatbot.id, decision), throwOnError: false });
  const open = (id: string | undefined) => void navigate({ search: (now) => ({ ...now, turn: id }) });
  return (
    <div className="scroll grow">
      <FilterBar label={t("ui.filter")}>
        <Segmented
          label={t("chatbot.turn")}
          size="small"
          value={decision ?? "all"}
          segments={[
            { id: "all" as const, name: t("chatbot.turns.all") },
            ...decisions.map((id) => ({ id, name: format.sentence(t(`decision.${id}`)) })),
          ]}
          onChange={(id) => void navigate({ search: id === "all" ? {} : { decision: id } })}
        />
      </FilterBar>
      {list.error !== null && list.data === undefined ? (
        <PartError error={list.error} onRetry={() => void list.refetch()} isPending={list.isFetching} />
      ) : (
        <>
          <Table<ChatbotTurn>
            label={t("chatbot.decisions")}
            rows={list.data?.pages.flatMap(({ data }) => data)}
            rowId={({ id }) => id}
            onRowAction={({ id }) => open(id)}
            {...(turn === undefined ? {} : { currentId: turn })}
            columns={[
              {
                ...{ id: "customer", name: t("chatbot.customer") },
                cell: ({ message }) =>
                  message === null ? (
                    <span className="text-text-3">{t("chatbot.noText")}</span>
                  ) : (
                    <bdi className="line-clamp-2 font-medium">{message}</bdi>
                  ),
              },
              {
                ...{ id: "decision", name: t("chatbot.turn") },
                cell: (each) => <Chip tone={decisionTones[each.decision]}>{t(`decision.${each.decision}`)}</Chip>,
              },
              {
                ...{ id: "why", name: t("chatbot.why") },
                cell: ({ reason, reply }) =>
                  reason === null ? (
                    <bdi className="line-clamp-2 text-text-2">{reply}</bdi>
                  ) : (
                    <span className="text-text-2">{t(reasonKey(reason))}</span>
                  ),
              },
              {
                ...({ id: "took", name: t("chatbot.took"), align: "end" } as const),
                cell: ({ durationMs }) => <span className="text-text-3">{duration(durationMs)}</span>,
              },
              {
                ...({ id: "when", name: t("chatbot.when"), align: "end" } as const),
                cell: ({ createdAt }) => (
                  <time className="text-text-3" dateTime={createdAt} title={format.instant(createdAt)}>
                    {format.when(createdAt)}
                  </time>
                ),
              },
            ]}
            empty={
              decision === undefined ? (
                <EmptyState icon={Route} title={t("chatbot.turns.empty")} call={`GET /api/v1/chatbots/${chatbot.id}/turns`}>
                  {t("chatbot.turns.empty.text")}
                </EmptyState>
              ) : (
                <EmptyState icon={Route} title={t("chatbot.turns.none")} />
              )
            }
          />
          <LoadMore hasMore={list.hasNextPage} onMore={() => list.fetchNextPage()} />
        </>
      )}
      {turn !== undefined && <TurnDrawer turnId={turn} onClose={() => open(undefined)} />}
    </div>
  );
}
