import "../../../styles/screens/broadcasts.css";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Ban, Download, Pause, Pencil, Play, RotateCcw, Send, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Broadcast } from "@parley/sdk";
import { broadcastStatsQuery, refetchMs } from "../../../api/automation/broadcasts.ts";
import { api } from "../../../api/client.ts";
import { serverNow } from "../../../api/clock.ts";
import { undoMs } from "../../../api/mutations.ts";
import { broadcasts } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { BroadcastsLink } from "../BroadcastsLink.tsx";
import { statusTones } from "../states.ts";
import { useUndoSending } from "../useUndoSending.ts";
import { Failures } from "./Failures.tsx";
import { Funnel } from "./Funnel.tsx";
import { Outcome } from "./Outcome.tsx";
import { Recipients } from "./Recipients.tsx";
import { SendingObstacle } from "./SendingObstacle.tsx";

/** A broadcast's progress: how far it is, who read and answered it, what failed and why. */
export function BroadcastScreen() {
  const i18n = useI18n();
  const { t } = i18n;
  const { broadcastId } = useParams({ from: "/app/broadcasts/$broadcastId" });
  const navigate = useNavigate();
  const client = useQueryClient();
  const undoSending = useUndoSending();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: broadcast } = useQuery({
    ...broadcasts.detailQuery(broadcastId),
    refetchInterval: ({ state }) => refetchMs(state.data?.status),
  });
  const stats = useQuery({ ...broadcastStatsQuery(broadcastId), throwOnError: false });
  const [asked, setAsked] = useState<"cancel" | "delete" | null>(null);
  const [pending, setPending] = useState(false);
  const maySend = can(me, "broadcasts:send");
  const mayWrite = can(me, "broadcasts:write");
  const status = broadcast?.status;

  async function run(work: (id: string) => Promise<Broadcast>) {
    setPending(true);
    try {
      client.setQueryData(broadcasts.detailQuery(broadcastId).queryKey, await work(broadcastId));
    } catch (error) {
      showFailure(error, i18n);
    }
    broadcasts.invalidate(client, broadcastId);
    await stats.refetch();
    setPending(false);
  }
  /** A time that somebody chose stays selected; a broadcast sent at once has none. */
  function toDraft() {
    const at = broadcast?.scheduledAt ?? null;
    return undoSending(broadcastId, at !== null && Date.parse(at) > serverNow() + undoMs ? at : null);
  }
  function download() {
    // The browser requests the file with the session's cookie, and saves it as a download.
    const link = document.createElement("a");
    link.href = `/api/v1/broadcasts/${broadcastId}/recipients.csv`;
    link.download = "recipients.csv";
    link.click();
  }
  const here = { group: "shell.broadcasts" } as const;
  useActions([
    {
      ...here,
      ...({ id: "broadcasts.pause", label: "broadcasts.pause", icon: Pause } as const),
      enabled: maySend && status === "sending",
      run: () => void run(api.broadcasts.pause),
    },
    {
      ...here,
      ...({ id: "broadcasts.resume", label: "broadcasts.resume", icon: Play } as const),
      enabled: maySend && status === "paused",
      run: () => void run(api.broadcasts.resume),
    },
    {
      ...here,
      ...({ id: "broadcasts.csv", label: "broadcasts.csv", icon: Download } as const),
      enabled: status !== undefined && status !== "draft",
      run: download,
    },
  ]);
  if (broadcast === undefined || status === undefined) return <SkeletonRows rows={6} />;
  const canRetry = maySend && (status === "completed" || status === "failed" || status === "paused");
  return (
    <>
      <header className="head">
        <BroadcastsLink />
        <h1 className="cut">
          <bdi>{broadcast.title}</bdi>
        </h1>
        <Chip tone={statusTones[status]}>{t(`broadcasts.status.${status}`)}</Chip>
        <span className="ms-auto flex gap-1.5">
          {broadcast.recipientsFrozenAt !== null && <Button size="small" icon={Download} label={t("broadcasts.csv")} onPress={download} />}
          {mayWrite && status === "draft" && (
            <LinkButton size="small" icon={Pencil} to="/broadcasts/$broadcastId/edit" params={{ broadcastId }}>
              {t("broadcasts.edit")}
            </LinkButton>
          )}
          {mayWrite && status === "scheduled" && (
            <Button size="small" icon={Undo2} label={t("broadcasts.toDraft")} onPress={() => void toDraft()}>
              <span className="only-desktop">{t("broadcasts.toDraft")}</span>
            </Button>
          )}
          {maySend && (status === "scheduled" || status === "sending" || status === "paused") && (
            <Button size="small" variant="danger" icon={Ban} label={t("broadcasts.cancel")} onPress={() => setAsked("cancel")}>
              <span className="only-desktop">{t("broadcasts.cancel")}</span>
            </Button>
          )}
          {mayWrite && status !== "sending" && status !== "paused" && (
            <Button size="small" icon={Trash2} label={t("common.delete")} onPress={() => setAsked("delete")} />
          )}
          {maySend && status === "scheduled" && (
            <Button size="small" variant="primary" icon={Send} isPending={pending} onPress={() => void run(api.broadcasts.send)}>
              {t("broadcasts.sendNow")}
            </Button>
          )}
          {maySend && status === "sending" && (
            <Button size="small" variant="primary" icon={Pause} isPending={pending} onPress={() => void run(api.broadcasts.pause)}>
              {t("broadcasts.pause")}
            </Button>
          )}
          {maySend && status === "paused" && (
            <Button size="small" variant="primary" icon={Play} isPending={pending} onPress={() => void run(api.broadcasts.resume)}>
              {t("broadcasts.resume")}
            </Button>
          )}
        </span>
      </header>
      <div className="scroll grow">
        <div className="page broadcast-page">
          <SendingObstacle broadcast={broadcast} />
          <Outcome broadcast={broadcast} stats={stats.data} />
          {stats.error !== null && stats.data === undefined && (
            <PartError error={stats.error} onRetry={() => void stats.refetch()} isPending={stats.isFetching} />
          )}
          {stats.data !== undefined && broadcast.recipientsFrozenAt !== null && (
            <>
              <div className="broadcast-halves">
                <Funnel stats={stats.data} />
                <Failures
                  stats={stats.data}
                  retry={
                    canRetry && stats.data.counts.failed > 0 ? (
                      <Button
                        size="small"
                        icon={RotateCcw}
                        isPending={pending}
                        className="ms-auto"
                        onPress={() => void run(api.broadcasts.retryFailed)}
                      >
                        {t("broadcasts.retry", { n: stats.data.counts.failed })}
                      </Button>
                    ) : null
                  }
                />
              </div>
              <Recipients broadcastId={broadcastId} counts={stats.data.counts} />
            </>
          )}
        </div>
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={t(asked === "cancel" ? "broadcasts.cancel.title" : "broadcasts.delete.title", { name: broadcast.title })}
          isOpen
          confirmLabel={t(asked === "cancel" ? "broadcasts.cancel" : "common.delete")}
          onOpenChange={(open) => !open && setAsked(null)}
          onConfirm={async () => {
            if (asked === "cancel") {
              client.setQueryData(broadcasts.detailQuery(broadcastId).queryKey, await api.broadcasts.cancel(broadcastId));
              broadcasts.invalidate(client, broadcastId);
              await stats.refetch();
              return;
            }
            await api.broadcasts.delete(broadcastId);
            await navigate({ to: "/broadcasts" });
            client.removeQueries({ queryKey: broadcasts.detailQuery(broadcastId).queryKey, exact: true });
            broadcasts.invalidate(client);
          }}
        >
          {t(asked === "cancel" ? "broadcasts.cancel.text" : "broadcasts.delete.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
