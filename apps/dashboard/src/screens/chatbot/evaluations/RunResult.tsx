import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Power, Save } from "lucide-react";
import { useState } from "react";
import type { ChatbotCaseResult, ChatbotEvaluationRun } from "@parley/sdk";
import { runQuery, runsQuery } from "../../../api/automation/chatbots.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Progress } from "../../../ui/feedback/Progress.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import type { ChatbotForm } from "../settings/useChatbotForm.ts";
import { SwitchDialog } from "../SwitchDialog.tsx";
import { ResultLine } from "./ResultLine.tsx";
import { RunChip } from "./Runs.tsx";

/** The result of a run, case by case, compared with another run if one is selected; and the next step. */
export function RunResult({ form, runId, evaluationId }: { form: ChatbotForm; runId: string; evaluationId: string }) {
  const { t } = useI18n();
  const { beside } = useSearch({ from: "/app/chatbots/$chatbotId/$part" });
  const { data: run, error, isFetching, refetch } = useQuery({ ...runQuery(runId), throwOnError: false });
  const { data: other } = useQuery({ ...runQuery(beside ?? ""), enabled: beside !== undefined, throwOnError: false });
  if (error !== null && run === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  if (run === undefined) return <SkeletonRows rows={4} />;
  return (
    <section className="card" aria-label={t("evaluation.run")}>
      <div className="card-head flex-wrap">
        <RunChip run={run} />
        <span className="text-12 text-text-3">
          {t("chatbot.version", { n: run.chatbotVersion })}
          {run.triedSettings && ` · ${t("evaluation.tried")}`}
        </span>
        <span className="ms-auto">
          <CompareWith evaluationId={evaluationId} runId={run.id} />
        </span>
      </div>
      {run.status === "running" && (
        <div className="p-3">
          <Progress label={t("evaluation.run")} value={run.results.length / run.total} />
        </div>
      )}
      {run.status === "failed" && (
        <div className="p-3">
          <Notice tone="bad" role="status">
            {t("evaluation.interrupted.text")}
          </Notice>
        </div>
      )}
      {run.status === "done" && <Outcome form={form} run={run} />}
      <ul className="results">
        {inOrder(run, other).map(({ result, before, key }) => (
          <ResultLine key={key} result={result} {...(other === undefined ? {} : { before: before ?? null })} />
        ))}
      </ul>
    </section>
  );
}

interface ComparedCase {
  key: string;
  result: ChatbotCaseResult;
  /** From the other run: the case with the same name and message. */
  before: ChatbotCaseResult | undefined;
}

/** First the differences from the other run, then failures. */
function inOrder(run: ChatbotEvaluationRun, other: ChatbotEvaluationRun | undefined): ComparedCase[] {
  const all = run.results.map((result, at) => ({
    key: `${at}`,
    result,
    before: other?.results.find(({ name, message }) => name === result.name && message === result.message),
  }));
  const rank = ({ result, before }: ComparedCase) => (before !== undefined && before.passed !== result.passed ? 0 : result.passed ? 2 : 1);
  return all.toSorted((a, b) => rank(a) - rank(b));
}

function CompareWith({ evaluationId, runId }: { evaluationId: string; runId: string }) {
  const { t, format } = useI18n();
  const { beside } = useSearch({ from: "/app/chatbots/$chatbotId/$part" });
  const navigate = useNavigate({ from: "/chatbots/$chatbotId/$part" });
  const { data } = useInfiniteQuery({ ...runsQuery(evaluationId), throwOnError: false });
  const others = data?.pages.flatMap((page) => page.data).filter(({ id, status }) => id !== runId && status === "done") ?? [];
  if (others.length === 0) return null;
  return (
    <Select
      label={t("evaluation.beside")}
      hideLabel
      size="small"
      value={beside ?? ""}
      options={[
        { id: "", name: t("evaluation.beside.none") },
        ...others.map(({ id, createdAt, chatbotVersion, passed, total }) => ({
          id,
          name: `${t("evaluation.beside")}: ${format.when(createdAt)}, ${t("chatbot.version", { n: chatbotVersion })}`,
          description: t("evaluation.passed", { passed, total }),
        })),
      ]}
      onChange={(id) => void navigate({ search: (now) => ({ ...now, beside: id === "" ? undefined : id }) })}
    />
  );
}

/** The result in one sentence, and the next step: saving the edits or switching the chatbot on. */
function Outcome({ form, run }: { form: ChatbotForm; run: ChatbotEvaluationRun }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [switching, setSwitching] = useState(false);
  async function save() {
    try {
      const { version } = await form.save();
      toast.show({ tone: "ok", text: t("chatbot.savedAs", { n: version }) });
    } catch (error) {
      showFailure(error, i18n);
    }
  }
  const isGood = run.failed === 0;
  return (
    <div className="p-3">
      <Notice
        tone={isGood ? "ok" : "bad"}
        role="status"
        actions={
          form.mayWrite && (
            <>
              {form.isDirty && (
                <Button size="small" icon={Save} onPress={() => void save()}>
                  {t("chatbot.saveAs", { n: form.saved.version + 1 })}
                </Button>
              )}
              {!form.saved.isActive && !form.isDirty && (
                <Button size="small" variant={isGood ? "primary" : "plain"} icon={Power} onPress={() => setSwitching(true)}>
                  {t("chatbot.activate")}
                </Button>
              )}
            </>
          )
        }
      >
        {isGood ? t("evaluation.all") : t("evaluation.some", { n: run.failed })}
      </Notice>
      {switching && <SwitchDialog chatbot={form.saved} onClose={() => setSwitching(false)} />}
    </div>
  );
}
