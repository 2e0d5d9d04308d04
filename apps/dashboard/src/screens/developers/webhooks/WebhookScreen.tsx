import { useInfiniteQuery, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ChevronRight, Send } from "lucide-react";
import { useState } from "react";
import type { Delivery, WebhookWithSecret } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { deliveriesQuery, deliveryQuery } from "../../api/settings/deliveries.ts";
import { webhooks } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { tellFailure } from "../../parts/tell-failure.ts";
import { toast } from "../../shell/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";
import { CodeBox } from "../../ui/CodeBox.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";
import { SecretOnce } from "../../ui/SecretOnce.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { webhookTones } from "./WebhooksPart.tsx";

const tones: Readonly<Record<Delivery["state"], ChipTone>> = {
  pending: "warn",
  delivering: "info",
  delivered: "ok",
  failed: "bad",
  skipped: "plain",
};

/** One webhook and the history of each delivery. */
export function WebhookScreen() {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { webhookId } = useParams({ from: "/app/developers/webhooks/$webhookId" });
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: webhook } = useQuery(webhooks.detailQuery(webhookId));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(deliveriesQuery(webhookId));
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [rotated, setRotated] = useState<WebhookWithSecret | null>(null);
  const [dialog, setDialog] = useState<"rotate" | "delete" | "replay" | null>(null);
  const mayWrite = can(me, "webhooks:write");
  async function run(work: () => Promise<unknown>, done: string) {
    try {
      await work();
      toast.show({ tone: "ok", text: done });
    } catch (error) {
      tellFailure(error, i18n);
    }
    await Promise.all([webhooks.invalidate(client, webhookId), refetch()]);
  }
  if (webhook === undefined) return <SkeletonRows rows={6} />;
  const paused = webhook.status !== "active";
  return (
    <>
      <header className="head">
        <span className="crumb">
          <Link to="/developers/$part" params={{ part: "webhooks" }}>
            {t("developers.webhooks")}
          </Link>
          <ChevronRight className="icon icon-14 flip" aria-hidden />
        </span>
        <h1 className="cut">
          <bdi dir="ltr">{webhook.url}</bdi>
        </h1>
        <Chip tone={webhookTones[webhook.status]}>{t(`webhooks.status.${webhook.status}`)}</Chip>
        {mayWrite && (
          <span className="ms-auto flex gap-1.5">
            <Button
              size="small"
              onPress={() => void run(() => api.webhooks.update(webhookId, { status: paused ? "active" : "paused" }), t("common.saved"))}
            >
              {t(paused ? "webhooks.activate" : "webhooks.pause")}
            </Button>
            <Button size="small" onPress={() => setDialog("replay")}>
              {t("webhooks.replay")}
            </Button>
            <Button size="small" onPress={() => setDialog("rotate")}>
              {t("webhooks.rotate")}
            </Button>
            <Button size="small" variant="danger" onPress={() => setDialog("delete")}>
              {t("common.delete")}
            </Button>
            <Button
              size="small"
              variant="primary"
              icon={Send}
              onPress={() => void run(() => api.webhooks.test(webhookId), t("webhooks.tested"))}
            >
              {t("webhooks.test")}
            </Button>
          </span>
        )}
      </header>
      <div className="scroll grow">
        {rotated !== null && (
          <div className="p-4">
            <SecretOnce title={t("webhooks.secret")} secret={rotated.secret} onDone={() => setRotated(null)} />
          </div>
        )}
        {webhook.disabledReason !== null && <p className="notice bad m-4">{webhook.disabledReason}</p>}
        <Table<Delivery>
          label={t("webhooks.deliveries")}
          rows={data?.pages.flatMap((page) => page.data)}
          rowId={({ id }) => id}
          onRowAction={({ id }) => setOpenedId(id)}
          columns={[
            { id: "event", name: t("webhooks.event"), cell: ({ eventType }) => <code>{eventType}</code> },
            { id: "state", name: t("inbox.status"), cell: ({ state }) => <Chip tone={tones[state]}>{t(`webhooks.state.${state}`)}</Chip> },
            {
              id: "answer",
              name: t("webhooks.answer"),
              cell: ({ lastStatus, lastError }) =>
                (lastStatus ?? lastError) !== null && <span className="text-text-2">{lastStatus ?? lastError}</span>,
            },
            { id: "attempts", name: t("webhooks.attempts"), align: "end", cell: ({ attemptCount }) => format.number(attemptCount) },
            {
              id: "when",
              name: t("audit.when"),
              align: "end",
              cell: ({ createdAt }) => <time dateTime={createdAt}>{format.when(createdAt)}</time>,
            },
          ]}
          empty={
            <EmptyState icon={Send} title={t("webhooks.noDeliveries")} call="POST /api/v1/webhooks/{id}/test">
              {t("webhooks.noDeliveries.text")}
            </EmptyState>
          }
        />
        <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      </div>
      {openedId !== null && (
        <Drawer title={t("webhooks.delivery")} size="wide" isOpen onOpenChange={(open) => !open && setOpenedId(null)}>
          <DeliveryStory
            webhookId={webhookId}
            deliveryId={openedId}
            onRetry={mayWrite ? () => void run(() => api.webhooks.deliveries.retry(webhookId, openedId), t("webhooks.retried")) : null}
          />
        </Drawer>
      )}
      {dialog === "replay" && <ReplayDialog webhookId={webhookId} onClose={() => setDialog(null)} onStarted={() => void refetch()} />}
      {dialog === "rotate" && (
        <ConfirmDialog
          title={t("webhooks.rotate")}
          isOpen
          confirmLabel={t("webhooks.rotate")}
          onOpenChange={(open) => !open && setDialog(null)}
          onConfirm={async () => {
            setRotated(await api.webhooks.rotateSecret(webhookId));
            setDialog(null);
          }}
        >
          {t("webhooks.rotate.text")}
        </ConfirmDialog>
      )}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("labels.delete", { name: webhook.url })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDialog(null)}
          onConfirm={async () => {
            await webhooks.remove(client, webhookId);
            void navigate({ to: "/developers/$part", params: { part: "webhooks" } });
          }}
        >
          {t("webhooks.delete.text")}
        </ConfirmDialog>
      )}
    </>
  );
}

function DeliveryStory({ webhookId, deliveryId, onRetry }: { webhookId: string; deliveryId: string; onRetry: (() => void) | null }) {
  const { t, format } = useI18n();
  const { data } = useQuery(deliveryQuery(webhookId, deliveryId));
  if (data === undefined) return <SkeletonRows rows={5} />;
  return (
    <div className="grid gap-4 p-4">
      <p className="flex items-center gap-2">
        <code>{data.eventType}</code>
        <Chip tone={tones[data.state]}>{t(`webhooks.state.${data.state}`)}</Chip>
        {onRetry !== null && (
          <Button size="small" className="ms-auto" onPress={onRetry}>
            {t("webhooks.retry")}
          </Button>
        )}
      </p>
      <CodeBox label={t("webhooks.sent")} code={JSON.stringify(data.event, null, 2)} />
      <section className="grid gap-2" aria-label={t("webhooks.attempts")}>
        <span className="section-title">{t("webhooks.attempts")}</span>
        {data.attempts.map(({ id, attempt, startedAt, durationMs, status, error, responseBody }) => (
          <div key={id} className="card p-3">
            <p className="flex gap-2">
              <b className="tabular-nums">{format.number(attempt)}</b>
              <span className={status !== null && status < 300 ? "text-success-text" : "text-danger-text"}>{status ?? error}</span>
              <span className="ms-auto text-12 text-text-3">
                {format.instant(startedAt)} · {t("webhooks.took", { n: durationMs })}
              </span>
            </p>
            {responseBody !== null && responseBody !== "" && <CodeBox label={t("webhooks.answered")} code={responseBody} />}
          </div>
        ))}
      </section>
    </div>
  );
}
