import "../../styles/screens/board.css";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Plus, SquareKanban } from "lucide-react";
import { useState } from "react";
import type { Board, Deal, Stage } from "@parley/sdk";
import { boardQuery } from "../../api/contacts/board.ts";
import { deals, pipelines } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { StageLane } from "./StageLane.tsx";
import { LostDialog } from "./LostDialog.tsx";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";

/** Dialogs and panes that are loaded when they are opened. */
const DealDialog = lazyComponent(async () => (await import("./DealDialog.tsx")).DealDialog, { keys: "all" });

export interface Move {
  deal: Deal;
  stage: Stage;
  position: number | undefined;
}

/** Deals by stage: moved by dragging, by keyboard, or with their card's menu. */
export function PipelineScreen() {
  const { t } = useI18n();
  const { pipelineId } = useParams({ strict: false }) as { pipelineId?: string };
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: all, error, refetch } = useQuery({ ...pipelines.listQuery(), throwOnError: false });
  const pipeline = all?.items.find(({ id, isDefault }) => (pipelineId === undefined ? isDefault : id === pipelineId));
  const { data: board } = useQuery({ ...boardQuery(pipeline?.id ?? ""), enabled: pipeline !== undefined, throwOnError: false });
  const [isNew, setNew] = useState(false);
  const [opened, setOpened] = useState<Deal | null>(null);
  /** A deal that moves to a lost stage: the reason is asked first. */
  const [losing, setLosing] = useState<Move | null>(null);
  const mayWrite = can(me, "pipeline:write");
  useActions(
    mayWrite
      ? [{ id: "pipeline.new", label: "pipeline.newDeal", group: "shell.pipeline", icon: Plus, keys: "c", run: () => setNew(true) }]
      : [],
  );

  function move({ deal, stage, position }: Move, lostReason?: string) {
    if (stage.kind === "lost" && deal.stageId !== stage.id && lostReason === undefined) return setLosing({ deal, stage, position });
    void deals
      .update(client, deal.id, {
        stageId: stage.id,
        ...(position === undefined ? {} : { position }),
        ...(stage.kind === "lost" && lostReason !== undefined ? { lostReason } : {}),
      })
      .then(() => Promise.all([deals.invalidate(client), client.invalidateQueries({ queryKey: ["boards"] })]));
  }

  if (error !== null && all === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (all === undefined) return <SkeletonRows rows={6} />;
  if (pipeline === undefined)
    return (
      <EmptyState icon={SquareKanban} title={t("pipeline.none")} call="POST /api/v1/pipelines">
        {t("pipeline.none.text")}
      </EmptyState>
    );
  return (
    <>
      <header className="head">
        <h1>{t("shell.pipeline")}</h1>
        {all.items.length > 1 && (
          <Select
            label={t("shell.pipeline")}
            hideLabel
            size="small"
            value={pipeline.id}
            options={all.items.map(({ id, name }) => ({ id, name }))}
            onChange={(id) => void navigate({ to: "/pipeline/$pipelineId", params: { pipelineId: id } })}
          />
        )}
        {board !== undefined && <Totals totals={board.totals} />}
        {mayWrite && (
          <Button variant="primary" icon={Plus} keys="c" className="ms-auto" onPress={() => setNew(true)}>
            {t("pipeline.newDeal")}
          </Button>
        )}
      </header>
      <div className="board">
        {pipeline.stages.map((stage) => (
          <StageLane
            key={stage.id}
            stage={stage}
            stages={pipeline.stages}
            sums={board?.stages.find((each) => each.stage.id === stage.id)}
            isReadOnly={!mayWrite}
            onMove={move}
            onOpen={setOpened}
          />
        ))}
      </div>
      {isNew && <DealDialog pipeline={pipeline} deal={null} onClose={() => setNew(false)} />}
      {opened !== null && <DealDialog pipeline={pipeline} deal={opened} isReadOnly={!mayWrite} onClose={() => setOpened(null)} />}
      {losing !== null && (
        <LostDialog
          title={losing.deal.title}
          onClose={() => setLosing(null)}
          onReason={(reason) => {
            setLosing(null);
            move(losing, reason);
          }}
        />
      )}
    </>
  );
}

/** Totals of the whole board, by currency: nothing is converted. */
function Totals({ totals }: { totals: Board["totals"] }) {
  const { t, format } = useI18n();
  return (
    <span className="ms-auto flex gap-4 text-12 text-text-2 only-desktop">
      {totals
        .filter((each): each is typeof each & { currency: string } => each.currency !== null)
        .map(({ currency, openAmount, forecastAmount, wonAmount }) => (
          <span key={currency} className="flex gap-3 tabular-nums">
            <span>
              {t("pipeline.open")} <b>{format.money(openAmount, currency)}</b>
            </span>
            <span>
              {t("pipeline.weighted")} <b>{format.money(forecastAmount, currency)}</b>
            </span>
            <span>
              {t("pipeline.won")} <b className="text-success-text">{format.money(wonAmount, currency)}</b>
            </span>
          </span>
        ))}
    </span>
  );
}
