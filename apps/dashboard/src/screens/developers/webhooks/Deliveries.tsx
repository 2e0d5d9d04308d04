import { useInfiniteQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { Delivery } from "@parley/sdk";
import { deliveriesQuery } from "../../../api/settings/deliveries.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { useExactTime } from "../exact-time.ts";
import { deliveryTones } from "./delivery-tones.ts";

interface Props {
  webhookId: string;
  state: Delivery["state"] | undefined;
  openedId: string | undefined;
  onState(state: Delivery["state"] | undefined): void;
  onOpen(id: string): void;
}

const all = "all";
const filters = ["failed", "pending", "delivered", "skipped"] as const;

/** What was sent to a webhook, newest first. */
export function Deliveries({ webhookId, state, openedId, onState, onOpen }: Props) {
  const { t, format } = useI18n();
  const exactTime = useExactTime();
  const list = useInfiniteQuery({ ...deliveriesQuery(webhookId, state), throwOnError: false });
  return (
    <>
      <div className="toolbar">
        <Segmented<(typeof filters)[number] | "delivering" | typeof all>
          label={t("inbox.status")}
          size="small"
          value={state ?? all}
          segments={[
            { id: all, name: t("webhooks.all") },
            ...filters.map((id) => ({ id, name: format.sentence(t(`webhooks.state.${id}`)) })),
          ]}
          onChange={(id) => onState(id === all ? undefined : id)}
        />
      </div>
      {list.error !== null && list.data === undefined ? (
        <PartError error={list.error} onRetry={() => void list.refetch()} isPending={list.isFetching} />
      ) : (
        <>
          <Table<Delivery>
            label={t("webhooks.deliveries")}
            rows={list.data?.pages.flatMap((page) => page.data)}
            rowId={({ id }) => id}
            onRowAction={({ id }) => onOpen(id)}
            {...(openedId === undefined ? {} : { currentId: openedId })}
            columns={[
              { id: "event", name: t("webhooks.event"), cell: ({ eventType }) => <code>{eventType}</code> },
              { ...{ id: "id", name: t("events.id"), className: "only-desktop" }, cell: ({ eventId }) => <CopyText text={eventId} /> },
              {
                ...{ id: "state", name: t("inbox.status") },
                cell: ({ state: each }) => <Chip tone={deliveryTones[each]}>{t(`webhooks.state.${each}`)}</Chip>,
              },
              {
                ...{ id: "answer", name: t("webhooks.answer"), className: "only-desktop" },
                cell: ({ lastStatus, lastError }) => <span className="text-text-2">{lastStatus ?? lastError}</span>,
              },
              {
                ...({ id: "attempts", name: t("webhooks.attempts"), align: "end", className: "only-desktop" } as const),
                cell: ({ attemptCount }) => format.number(attemptCount),
              },
              {
                ...({ id: "when", name: t("audit.when"), align: "end" } as const),
                cell: ({ createdAt }) => (
                  <time className="tabular-nums" dateTime={createdAt} title={format.instant(createdAt)}>
                    {exactTime(createdAt)}
                  </time>
                ),
              },
            ]}
            empty={
              state === undefined ? (
                <EmptyState icon={Send} title={t("webhooks.noDeliveries")} call="POST /api/v1/webhooks/{id}/test">
                  {t("webhooks.noDeliveries.text")}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={Send}
                  title={t("webhooks.noneInState")}
                  actions={<Button onPress={() => onState(undefined)}>{t("ui.filter.clear")}</Button>}
                />
              )
            }
          />
          <LoadMore hasMore={list.hasNextPage} onMore={() => list.fetchNextPage()} />
        </>
      )}
    </>
  );
}
