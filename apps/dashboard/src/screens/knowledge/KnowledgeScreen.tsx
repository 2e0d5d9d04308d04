import "../../styles/screens/knowledge.css";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { BookOpenText } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { knowledgeStatsQuery } from "../../api/automation/knowledge.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { Button } from "../../ui/Button.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { AskPanel } from "./AskPanel.tsx";
import { useKnowledgeSearch } from "./useKnowledgeSearch.ts";

const SourcesPart = lazy(async () => ({ default: (await import("./SourcesPart.tsx")).SourcesPart }));
const AnswersPart = lazy(async () => ({ default: (await import("./AnswersPart.tsx")).AnswersPart }));
const UnansweredPart = lazy(async () => ({ default: (await import("./UnansweredPart.tsx")).UnansweredPart }));
const CategoriesPart = lazy(async () => ({ default: (await import("./CategoriesPart.tsx")).CategoriesPart }));

const parts = [
  { id: "sources", label: "knowledge.sources", Page: SourcesPart },
  { id: "answers", label: "knowledge.answers", Page: AnswersPart },
  { id: "unanswered", label: "knowledge.unanswered", Page: UnansweredPart },
  { id: "categories", label: "knowledge.categories", Page: CategoriesPart },
] as const;

/** The knowledge of the chatbot and the team, with a panel for trying questions. */
export function KnowledgeScreen() {
  const { t, format } = useI18n();
  const { part } = useParams({ from: "/app/knowledge/$part" });
  const { ask } = useKnowledgeSearch();
  const { data: stats } = useQuery({ ...knowledgeStatsQuery, throwOnError: false });
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useActions([
    {
      ...({ id: "knowledge.ask", label: "knowledge.ask", group: "shell.knowledge", icon: BookOpenText, keys: "q" } as const),
      // Without room for the panel, it opens over the page.
      run: () => (field.current?.offsetParent == null ? setAsking(true) : field.current.focus()),
    },
  ]);
  const current = parts.find(({ id }) => id === part);
  if (current === undefined) return <NotFoundPage />;
  const counts: Partial<Record<(typeof parts)[number]["id"], number>> =
    stats === undefined ? {} : { sources: stats.sources.total, answers: stats.faqs.total, unanswered: stats.unansweredQuestions };
  return (
    <>
      <header className="head">
        <h1>{t("shell.knowledge")}</h1>
        {stats !== undefined && (
          <span className="only-desktop text-12 text-text-3 tabular-nums">{t("knowledge.searchable", { n: stats.chunks.searchable })}</span>
        )}
        <span className="knowledge-ask-button ms-auto">
          <Button icon={BookOpenText} onPress={() => setAsking(true)}>
            {t("knowledge.ask")}
          </Button>
        </span>
      </header>
      <nav className="tabs" aria-label={t("shell.knowledge")}>
        {parts.map(({ id, label }) => (
          <Link
            key={id}
            to="/knowledge/$part"
            params={{ part: id }}
            search={ask === undefined ? {} : { ask }}
            aria-current={id === part ? "page" : undefined}
          >
            {t(label)}
            {counts[id] !== undefined && <span className="count">{format.compact(counts[id])}</span>}
          </Link>
        ))}
      </nav>
      <div className="knowledge">
        <div className="scroll">
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <current.Page />
          </Suspense>
        </div>
        <aside className="knowledge-ask scroll" aria-label={t("knowledge.ask")}>
          <div className="card-head">
            <h2>{t("knowledge.ask")}</h2>
            <span className="text-12 text-text-3">{t("knowledge.ask.hint")}</span>
          </div>
          <AskPanel inputRef={field} />
        </aside>
      </div>
      {asking && (
        <Drawer title={t("knowledge.ask")} isOpen onOpenChange={setAsking}>
          <AskPanel onFollow={() => setAsking(false)} />
        </Drawer>
      )}
    </>
  );
}
