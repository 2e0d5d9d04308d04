import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronRight, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Chatbot, ChatbotEvaluation } from "@parley/sdk";
import { deleteEvaluation, evaluationQuery, saveEvaluation, startRun } from "../../../api/automation/chatbots.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { InlineField } from "../../../ui/fields/InlineField.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { useChatbotForm } from "../settings/useChatbotForm.ts";
import { Cases } from "./Cases.tsx";
import { RunResult } from "./RunResult.tsx";
import { Runs } from "./Runs.tsx";

/** One evaluation: its cases, its runs, and the result of one of them. */
export function EvaluationDetail({ chatbot, evaluationId }: { chatbot: Chatbot; evaluationId: string }) {
  const { data, error, isFetching, refetch } = useQuery({ ...evaluationQuery(evaluationId), throwOnError: false });
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  return <Detail chatbot={chatbot} evaluation={data} />;
}

function Detail({ chatbot, evaluation }: { chatbot: Chatbot; evaluation: ChatbotEvaluation }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const navigate = useNavigate({ from: "/chatbots/$chatbotId/$part" });
  const { run } = useSearch({ from: "/app/chatbots/$chatbotId/$part" });
  const { data: me } = useSuspenseQuery(meQuery);
  const form = useChatbotForm(chatbot);
  const [starting, setStarting] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const mayWrite = can(me, "chatbot:write");
  async function begin() {
    setStarting(true);
    try {
      const { id } = await startRun(client, evaluation.id, form.settings);
      await navigate({ search: { evaluation: evaluation.id, run: id } });
    } catch (error) {
      showFailure(error, i18n);
    } finally {
      setStarting(false);
    }
  }
  const runNow = () => void begin();
  useActions([
    {
      ...({ id: "evaluation.run", label: "evaluation.run", group: "shell.chatbot", icon: Play, keys: "mod+enter" } as const),
      enabled: mayWrite && !starting,
      run: runNow,
    },
  ]);
  return (
    <div className="scroll grow">
      <div className="evaluation">
        <div className="flex flex-wrap items-center gap-2">
          <Link className="crumb" to="/chatbots/$chatbotId/$part" params={{ chatbotId: chatbot.id, part: "evaluations" }} search={{}}>
            {t("chatbot.evaluations")}
            <ChevronRight className="icon icon-12 flip" aria-hidden />
          </Link>
          <h2 className="min-w-0">
            <InlineField
              label={t("evaluation.name")}
              value={evaluation.name}
              isReadOnly={!mayWrite}
              maxLength={100}
              onSave={async (name) => void (await saveEvaluation(client, evaluation.id, { name }))}
            />
          </h2>
          {mayWrite && (
            <span className="ms-auto flex flex-wrap gap-1.5">
              <Button
                icon={Trash2}
                label={t("labels.delete", { name: evaluation.name })}
                variant="ghost"
                size="small"
                onPress={() => setDeleting(true)}
              />
              <Button size="small" variant="primary" icon={Play} keys="mod+enter" isPending={starting} onPress={runNow}>
                {t(form.settings === undefined ? "evaluation.run" : "evaluation.runUnsaved")}
              </Button>
            </span>
          )}
        </div>
        {run !== undefined && <RunResult key={run} form={form} runId={run} evaluationId={evaluation.id} />}
        <Runs evaluationId={evaluation.id} />
        <Cases evaluation={evaluation} mayWrite={mayWrite} />
      </div>
      {deleting && (
        <ConfirmDialog
          title={t("labels.delete", { name: evaluation.name })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={setDeleting}
          onConfirm={async () => {
            await deleteEvaluation(client, evaluation);
            await navigate({ search: {} });
          }}
        >
          {t("evaluation.delete.text")}
        </ConfirmDialog>
      )}
    </div>
  );
}
