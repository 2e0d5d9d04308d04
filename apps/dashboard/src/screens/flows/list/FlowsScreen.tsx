import "../../../styles/screens/flows.css";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { KeyRound, Plus, Workflow } from "lucide-react";
import { useState } from "react";
import type { Flow } from "@parley/sdk";
import { flows, runCountsQuery } from "../../../api/automation/flows.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Table, type TableColumn } from "../../../ui/lists/Table.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import { triggerDetail, triggerName } from "../model/step-texts.ts";
import { flowStatuses } from "../search.ts";
import { countOf, flowTones } from "../states.ts";
import { useNames } from "../useNames.ts";
import { FlowRowTools } from "./FlowRowTools.tsx";

const NewFlowDialog = lazyComponent(async () => (await import("./NewFlowDialog.tsx")).NewFlowDialog, { keys: "all" });
const SecretsDrawer = lazyComponent(async () => (await import("./SecretsDrawer.tsx")).SecretsDrawer, { keys: "all" });

const all = "all";

/** Flows: what starts each, its status, and the results of its runs. */
export function FlowsScreen() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const navigate = useNavigate({ from: "/flows" });
  const client = useQueryClient();
  const filters = useSearch({ from: "/app/flows" });
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...flows.listQuery(filters), throwOnError: false });
  const { data: counts } = useQuery({ ...runCountsQuery((data?.items ?? []).slice(0, 100).map(({ id }) => id)), throwOnError: false });
  const { naming } = useNames();
  const [open, setOpen] = useState<"new" | "secrets" | null>(null);
  const mayWrite = can(me, "flows:write");
  useActions([
    {
      ...({ id: "flows.new", label: "flows.new", group: "shell.flows", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setOpen("new"),
    },
  ]);
  const create = mayWrite && (
    <Button variant="primary" icon={Plus} keys="c" onPress={() => setOpen("new")}>
      {t("flows.new")}
    </Button>
  );
  const runsOf = ({ id }: Flow) => counts?.data.find(({ flowId }) => flowId === id)?.runs ?? [];
  const columns: TableColumn<Flow>[] = [
    {
      ...{ id: "name", name: t("flows.name") },
      cell: ({ name, description }) => (
        <span className="flow-name">
          <bdi className="font-medium cut">{name}</bdi>
          {description !== null && <bdi className="cut text-12 text-text-3">{description}</bdi>}
        </span>
      ),
    },
    {
      ...{ id: "status", name: t("inbox.status") },
      cell: ({ status, pausedReason, version, activeVersion }) => (
        <span className="flex items-center gap-1.5">
          <Chip tone={flowTones[status]} {...(pausedReason === null ? {} : { title: t(`flows.paused.${pausedReason}`) })}>
            {t(`flows.status.${status}`)}
          </Chip>
          {activeVersion !== null && activeVersion !== version && <Chip tone="line">{t("flows.unpublished")}</Chip>}
        </span>
      ),
    },
    {
      ...{ id: "trigger", name: t("flows.startsWhen") },
      cell: ({ trigger }) => (
        <span className="flow-name">
          <span className="cut">{triggerName(trigger.type, i18n)}</span>
          <bdi className="cut text-12 text-text-3">{triggerDetail(trigger, naming)}</bdi>
        </span>
      ),
    },
    {
      ...{ id: "runs", name: t("flows.runs30"), align: "end" },
      cell: (flow) => (counts === undefined ? "" : format.number(countOf(runsOf(flow)))),
    },
    {
      ...{ id: "failed", name: t("flows.failures"), align: "end" },
      cell(flow) {
        const failed = countOf(runsOf(flow), "failed");
        return failed === 0 ? "" : <span className="text-danger-text">{format.number(failed)}</span>;
      },
    },
    ...(mayWrite
      ? [
          {
            ...{ id: "tools", name: t("flows.actions"), hideName: true, align: "end" as const },
            cell: (flow: Flow) => <FlowRowTools flow={flow} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <header className="head">
        <h1>{t("shell.flows")}</h1>
        <span className="ms-auto flex items-center gap-1.5">
          <Button icon={KeyRound} onPress={() => setOpen("secrets")}>
            {t("flows.secrets")}
          </Button>
          {create}
        </span>
      </header>
      <FilterBar label={t("ui.filter")} {...(filters.status === undefined ? {} : { onClear: () => void navigate({ search: {} }) })}>
        <Segmented
          label={t("inbox.status")}
          size="small"
          value={filters.status ?? all}
          segments={[
            { id: all, name: t("flows.anyStatus") },
            ...flowStatuses.map((id) => ({ id, name: format.sentence(t(`flows.status.${id}`)) })),
          ]}
          onChange={(id) => void navigate({ search: { status: flowStatuses.find((each) => each === id) } })}
        />
      </FilterBar>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <div className="scroll grow">
          <Table<Flow>
            label={t("shell.flows")}
            rows={data?.items}
            rowId={({ id }) => id}
            rowHref={({ id }) => `/flows/${id}/canvas`}
            columns={columns}
            empty={
              filters.status !== undefined ? (
                <EmptyState icon={Workflow} title={t("flows.noMatch")} />
              ) : (
                <EmptyState icon={Workflow} title={t("flows.empty")} call="POST /api/v1/flows" actions={create}>
                  {t("flows.empty.text")}
                </EmptyState>
              )
            }
          />
          <LoadMore hasMore={data?.next != null} onMore={() => flows.loadMore(client, filters)} />
        </div>
      )}
      {open === "new" && <NewFlowDialog onClose={() => setOpen(null)} />}
      {open === "secrets" && (
        <SecretsDrawer mayWrite={mayWrite} mayChangeHosts={can(me, "organization:write")} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
