import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { CircleX, MessageSquare } from "lucide-react";
import { useEffect, useMemo } from "react";
import type { FlowRunWithSteps } from "@parley/sdk";
import { isApiError } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { runQuery, runsChanged, versionQuery } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { FlowCanvas } from "../canvas/FlowCanvas.tsx";
import { marksOfRun } from "../canvas/marks.ts";
import { keyAt, modelOf } from "../model/model.ts";
import { runTones } from "../states.ts";
import { useNames } from "../useNames.ts";
import { PersonName } from "./PersonName.tsx";
import { RunPlayer } from "./RunPlayer.tsx";
import { RunSteps } from "./RunSteps.tsx";

/** One run on the canvas of its own version, step by step, with the effect of each. */
export function RunView({ runId, mayWrite }: { runId: string; mayWrite: boolean }) {
  const { t } = useI18n();
  const { flowId } = useParams({ from: "/app/flows/$flowId/$part" });
  const { data: run, error, isFetching, refetch } = useQuery({ ...runQuery(runId), throwOnError: false });
  if (isApiError(error) && error.status === 404) return <EmptyState icon={CircleX} title={t("flows.run.gone")} />;
  if (run === undefined)
    return error === null ? <SkeletonRows rows={6} /> : <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  return <PlayedRun run={run} flowId={flowId} mayWrite={mayWrite} />;
}

function PlayedRun({ run, flowId, mayWrite }: { run: FlowRunWithSteps; flowId: string; mayWrite: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const navigate = useNavigate({ from: "/flows/$flowId/$part/$runId" });
  const { step } = useSearch({ from: "/app/flows/$flowId/$part" });
  const { naming } = useNames();
  const { data: version } = useQuery({ ...versionQuery(flowId, run.version), throwOnError: false });
  const model = useMemo(() => (version === undefined ? null : modelOf(version)), [version]);
  const at = Math.min(step ?? run.steps.length, run.steps.length);
  const marks = useMemo(() => (model === null ? null : marksOfRun(model, run, at)), [model, run, at]);
  const goTo = (n: number) => void navigate({ search: (now) => ({ ...now, step: n }), replace: true });
  const current = run.steps[at - 1];
  const selected = model === null || current === undefined ? null : (keyAt(model, current.path)?.key ?? null);
  // New steps of an active run are followed, unless the person is looking at an earlier one.
  const isLast = step !== undefined && step >= run.steps.length && run.endedAt === null;
  useEffect(() => {
    if (isLast) void navigate({ search: ({ step: _, ...now }) => now, replace: true });
  }, [isLast, navigate]);
  async function cancel() {
    try {
      client.setQueryData(runQuery(run.id).queryKey, await api.flowRuns.cancel(run.id));
      await runsChanged(client);
    } catch (error) {
      showFailure(error, i18n);
    }
  }
  return (
    <>
      <div className="flow-canvas-pane">
        {model === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <FlowCanvas
            model={model}
            naming={naming}
            selected={selected}
            marks={marks}
            onSelect={(key) => {
              const found = run.steps.findIndex(({ path }) => keyAt(model, path)?.key === key);
              if (found >= 0) goTo(found + 1);
            }}
          />
        )}
        <RunPlayer steps={run.steps} at={at} onGo={goTo} />
      </div>
      <aside className="flow-inspector scroll" aria-label={t("flows.run")}>
        <header className="card-head">
          <span className="min-w-0">
            <PersonName contactId={run.contactId} />
            <span className="text-12 text-text-3">
              <CopyText text={run.id} label={t("flows.run")} /> {t("flows.version", { version: run.version })}
            </span>
          </span>
          <span className="ms-auto">
            <Chip tone={runTones[run.status]}>{t(`flows.run.${run.status}`)}</Chip>
          </span>
        </header>
        {run.error !== null && (
          <Notice tone="bad" className="m-3" title={<code className="mono ltr">{run.error.code}</code>}>
            <bdi>{run.error.message}</bdi>
          </Notice>
        )}
        <RunSteps run={run} version={version ?? null} at={at} naming={naming} onGo={goTo} />
        <footer className="flow-keys">
          {run.conversationId !== null && (
            <Link className="btn small" to="/inbox/$view/$conversationId" params={{ view: "all", conversationId: run.conversationId }}>
              <MessageSquare className="icon icon-14" aria-hidden />
              {t("flows.run.conversation")}
            </Link>
          )}
          {mayWrite && run.endedAt === null && (
            <Button size="small" variant="danger" icon={CircleX} onPress={() => void cancel()}>
              {t("flows.run.cancel")}
            </Button>
          )}
        </footer>
      </aside>
    </>
  );
}
