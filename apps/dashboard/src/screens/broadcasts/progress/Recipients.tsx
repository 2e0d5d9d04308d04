import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import type { BroadcastCounts, BroadcastRecipient } from "@parley/sdk";
import { recipientsQuery } from "../../../api/automation/broadcasts.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { failureOf } from "../../../parts/failures.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { recipientStatuses } from "../search.ts";
import { recipientTones, skipKey } from "../states.ts";

/** Each recipient's status, with a link to their conversation. */
export function Recipients({ broadcastId, counts }: { broadcastId: string; counts: BroadcastCounts }) {
  const { t, format } = useI18n();
  const navigate = useNavigate({ from: "/broadcasts/$broadcastId" });
  const { recipients: status } = useSearch({ from: "/app/broadcasts/$broadcastId" });
  const list = useInfiniteQuery({ ...recipientsQuery(broadcastId, status), throwOnError: false });
  const shown = recipientStatuses.filter((id) => counts[id] > 0 || id === status);
  return (
    <section className="card overflow-hidden" aria-label={t("broadcasts.recipients")}>
      <div className="card-head flex-wrap">
        <h2>{t("broadcasts.recipients")}</h2>
        <Segmented
          label={t("broadcasts.recipients")}
          size="small"
          value={status ?? "all"}
          segments={[
            { id: "all" as const, name: t("broadcasts.allRecipients"), count: counts.recipients },
            ...shown.map((id) => ({ id, name: t(`broadcasts.recipient.${id}`), count: counts[id] })),
          ]}
          onChange={(id) => void navigate({ search: id === "all" ? {} : { recipients: id }, replace: true })}
        />
      </div>
      {list.error !== null && list.data === undefined ? (
        <PartError error={list.error} onRetry={() => void list.refetch()} isPending={list.isFetching} />
      ) : (
        <>
          <Table<BroadcastRecipient>
            label={t("broadcasts.recipients")}
            rows={list.data?.pages.flatMap(({ data }) => data)}
            rowId={({ contactId }) => contactId}
            columns={[
              {
                ...{ id: "person", name: t("contact.name") },
                cell: (each) => (
                  <Link className="flex items-center gap-2" to="/contacts/$contactId" params={{ contactId: each.contactId }}>
                    <Avatar id={each.contactId} name={each.name} size={20} />
                    <bdi className="cut">{contactName(each, t("contact.unnamed"))}</bdi>
                  </Link>
                ),
              },
              {
                ...{ id: "status", name: t("inbox.status") },
                cell: (each) => (
                  <span className="flex flex-wrap gap-1">
                    <Chip tone={recipientTones[each.status]}>{t(`broadcasts.recipient.${each.status}`)}</Chip>
                    {each.optedOutAt !== null && <Chip tone="warn">{t("broadcasts.recipient.optedOut")}</Chip>}
                  </span>
                ),
              },
              { ...{ id: "why", name: t("broadcasts.why") }, cell: (each) => <Why recipient={each} /> },
              {
                ...{ id: "when", name: t("broadcasts.when"), align: "end" },
                cell({ repliedAt, readAt, deliveredAt, sentAt }) {
                  const at = repliedAt ?? readAt ?? deliveredAt ?? sentAt;
                  return (
                    at !== null && (
                      <time className="text-text-3" dateTime={at} title={format.instant(at)}>
                        {format.when(at)}
                      </time>
                    )
                  );
                },
              },
              {
                ...{ id: "open", name: t("broadcasts.conversation"), hideName: true, isWide: true, align: "end" },
                cell: ({ conversationId }) =>
                  conversationId !== null && (
                    <Link className="link" to="/inbox/$view/$conversationId" params={{ view: "all", conversationId }}>
                      {t("broadcasts.conversation")}
                    </Link>
                  ),
              },
            ]}
            empty={<EmptyState icon={UsersRound} title={t("broadcasts.nobody")} />}
          />
          <LoadMore hasMore={list.hasNextPage} onMore={() => list.fetchNextPage()} />
        </>
      )}
    </section>
  );
}

function Why({ recipient: { status, reason, error } }: { recipient: BroadcastRecipient }) {
  const { t } = useI18n();
  if (status === "unknown") return <span className="text-text-2">{t("broadcasts.unknown.text")}</span>;
  if (reason === null) return null;
  const { reason: key, remedy } = status === "skipped" ? { reason: skipKey(reason), remedy: null } : failureOf(reason);
  return (
    <span className="text-text-2">
      {key === null ? <bdi>{error?.message ?? reason}</bdi> : t(key)}
      {remedy !== null && <span className="block text-12 text-text-3">{t(remedy)}</span>}
    </span>
  );
}
