import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Play, Route } from "lucide-react";
import { useState } from "react";
import type { Flow } from "@parley/sdk";
import { runsQuery } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { FlowHead } from "../editor/FlowHead.tsx";
import { runStatuses } from "../search.ts";
import { runTones } from "../states.ts";
import { PersonName } from "./PersonName.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";

/** Dialogs and panes that are loaded when they are opened. */
const RunView = lazyComponent(async () => (await import("./RunView.tsx")).RunView, { keys: null, placeholder: <SkeletonRows rows={6} /> });
const StartRunDialog = lazyComponent(async () => (await import("./StartRunDialog.tsx")).StartRunDialog, { keys: "all" });

/** A flow's runs, and one of them played on the canvas. */
export function RunsPart({ flow, mayWrite }: { flow: Flow; mayWrite: boolean }) {
  const { t, format } = useI18n();
  const { runId } = useParams({ strict: false }) as { runId?: string };
  const { status, contactId } = useSearch({ from: "/app/flows/$flowId/$part" });
  const navigate = useNavigate({ from: "/flows/$flowId/$part" });
  const query = useInfiniteQuery({ ...runsQuery(flow.id, { status, contactId }), throwOnError: false });
  const runs = query.data?.pages.flatMap(({ data }) => data);
  const [starting, setStarting] = useState(false);
  const filtered = status !== undefined || contactId !== undefined;
  return (
    <>
      <FlowHead flow={flow}>
        {mayWrite && flow.status === "active" && (
          <Button size="small" icon={Play} onPress={() => setStarting(true)}>
            {t("flows.start")}
          </Button>
        )}
      </FlowHead>
      <div className={runId === undefined ? "flow-runs" : "flow-runs open"}>
        <div className="flow-run-list">
          <FilterBar label={t("ui.filter")} {...(filtered ? { onClear: () => void navigate({ search: {} }) } : {})}>
            <Select
              label={t("inbox.status")}
              hideLabel
              size="small"
              value={status ?? ""}
              options={[
                { id: "", name: t("flows.runs.all") },
                ...runStatuses.map((id) => ({ id, name: format.sentence(t(`flows.run.${id}`)) })),
              ]}
              onChange={(id) => void navigate({ search: (now) => ({ ...now, status: runStatuses.find((each) => each === id) }) })}
            />
          </FilterBar>
          <div className="scroll grow">
            {query.error !== null && runs === undefined ? (
              <PartError error={query.error} onRetry={() => void query.refetch()} isPending={query.isFetching} />
            ) : runs === undefined ? (
              <SkeletonRows rows={6} />
            ) : runs.length === 0 ? (
              <EmptyState icon={Route} title={t(filtered ? "flows.runs.noMatch" : "flows.runs.empty")}>
                {!filtered && t(flow.status === "active" ? "flows.runs.empty.active" : "flows.runs.empty.text")}
              </EmptyState>
            ) : (
              <nav aria-label={t("flows.part.runs")}>
                {runs.map((run) => (
                  <Link
                    key={run.id}
                    to="/flows/$flowId/$part/$runId"
                    params={{ flowId: flow.id, part: "runs", runId: run.id }}
                    search={{ status, contactId }}
                    className="flow-run"
                    aria-current={run.id === runId ? "true" : undefined}
                  >
                    <PersonName contactId={run.contactId} />
                    <Chip tone={runTones[run.status]}>{t(`flows.run.${run.status}`)}</Chip>
                    <time dateTime={run.startedAt} title={format.instant(run.startedAt)}>
                      {format.when(run.startedAt)}
                    </time>
                  </Link>
                ))}
              </nav>
            )}
            <LoadMore hasMore={query.hasNextPage} onMore={() => query.fetchNextPage()} />
          </div>
        </div>
        {runId === undefined ? (
          <p className="flow-run-none hint">{runs !== undefined && runs.length > 0 && t("flows.runs.choose")}</p>
        ) : (
          <RunView key={runId} runId={runId} mayWrite={mayWrite} />
        )}
      </div>
      {starting && <StartRunDialog flow={flow} onClose={() => setStarting(false)} />}
    </>
  );
}
