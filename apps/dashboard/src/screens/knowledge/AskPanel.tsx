import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import type { Ref } from "react";
import type { KnowledgeFinding } from "@parley/sdk";
import { knowledgeSearchQuery } from "../../api/automation/knowledge.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useTyped } from "../../parts/fields/use-typed.ts";
import { Chip } from "../../ui/Chip.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { Meter } from "../../ui/feedback/Progress.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { useKnowledgeSearch } from "./useKnowledgeSearch.ts";

/** A question as a customer would ask it, with the passages that the chatbot would get. It is not counted. */
export function AskPanel({ inputRef, onFollow }: { inputRef?: Ref<HTMLInputElement>; onFollow?(): void }) {
  const { t } = useI18n();
  const { ask = "" } = useKnowledgeSearch();
  const navigate = useNavigate({ from: "/knowledge/$part" });
  const [typed, setTyped] = useTyped(
    ask,
    (text) => void navigate({ to: ".", search: (now) => ({ ...now, ask: text === "" ? undefined : text }), replace: true }),
  );
  const { data, error, isFetching, refetch } = useQuery({ ...knowledgeSearchQuery(ask), enabled: ask !== "", throwOnError: false });
  return (
    <div className="grid gap-3 p-4">
      <SearchField
        label={t("knowledge.ask.field")}
        keys="q"
        value={typed}
        onChange={setTyped}
        {...(inputRef === undefined ? {} : { inputRef })}
      />
      {ask === "" ? (
        <p className="text-12 text-text-3">{t("knowledge.ask.text")}</p>
      ) : error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : data === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <>
          <p className="flex items-center gap-2 text-12 text-text-3" role="status">
            <span className="tabular-nums">{t("knowledge.found", { n: data.data.length })}</span>
            <span className="ms-auto">
              <Chip tone={data.answered ? "ok" : "warn"}>{t(data.answered ? "knowledge.answered" : "knowledge.notAnswered")}</Chip>
            </span>
          </p>
          {data.data.length === 0 && (
            <EmptyState icon={SearchX} title={t("knowledge.ask.none")}>
              {t("knowledge.ask.none.text")}
            </EmptyState>
          )}
          {data.data.map((each) => (
            <Finding key={`${each.sourceId ?? each.faqId} ${each.position}`} finding={each} onFollow={onFollow} />
          ))}
        </>
      )}
    </div>
  );
}

interface FindingProps {
  finding: KnowledgeFinding;
  /** A link to the origin was followed. */
  onFollow: (() => void) | undefined;
}

function Finding({ finding: { kind, sourceId, faqId, title, heading, snippet, score }, onFollow }: FindingProps) {
  const { t, format } = useI18n();
  return (
    <article className="card knowledge-finding">
      <div className="flex items-center gap-2">
        <b className="cut grow font-medium">
          <bdi>{heading ?? title}</bdi>
        </b>
        <Meter label={t("knowledge.score")} value={score} valueText={format.percent(score)} className="knowledge-score" />
        <span className="text-12 text-text-2 tabular-nums">{format.percent(score)}</span>
      </div>
      <p className="text-12 text-text-2" dir="auto">
        {snippet}
      </p>
      <Link
        className="link cut text-12"
        to="/knowledge/$part/$recordId"
        params={{ part: kind === "faq" ? "answers" : "sources", recordId: (kind === "faq" ? faqId : sourceId) ?? "" }}
        search={(now) => ({ ask: now.ask })}
        onClick={onFollow}
      >
        <bdi>{title}</bdi>
      </Link>
    </article>
  );
}
