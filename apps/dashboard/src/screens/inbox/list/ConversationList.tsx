import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import type { Conversation, Label } from "@parley/sdk";
import { type ConversationFilters, conversationListQuery, loadMoreConversations } from "../../../api/conversations.ts";
import { labels as labelResource } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { SetUpLink } from "../../../parts/SetUpLink.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { PartError } from "../../../ui/PartError.tsx";
import { Skeleton, SkeletonRows } from "../../../ui/Skeleton.tsx";
import { Inbox } from "lucide-react";
import { ConversationRow } from "./ConversationRow.tsx";

interface Props {
  view: string;
  title: string;
  filters: ConversationFilters;
  currentId: string | null;
  checked: ReadonlySet<string>;
  onCheck(ids: readonly string[], on: boolean): void;
  /** What is loaded, in its order: for next, previous and "check all". */
  onLoaded(conversations: readonly Conversation[]): void;
}

/** Rows that are loaded ahead of the one that is seen last. */
const ahead = 20;

/** The conversations of a view. Ten thousand of them cost what is on the screen. */
export function ConversationList({ view, title, filters, currentId, checked, onCheck, onLoaded }: Props) {
  const { t } = useI18n();
  const queryClient = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery({ ...conversationListQuery(filters), throwOnError: false });
  const { data: labelList } = useQuery({ ...labelResource.listQuery(), throwOnError: false });
  const labels = useMemo(
    () => new Map<string, Label>((labelList?.items ?? []).flatMap((label) => [[label.id, label] as const, [label.name, label] as const])),
    [labelList],
  );
  const box = useRef<HTMLDivElement>(null);
  const items = data?.items;
  const virtual = useVirtualizer({
    count: items?.length ?? 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight(),
    getItemKey: (index) => items?.[index]?.id ?? index,
    overscan: 8,
  });
  const rows = virtual.getVirtualItems();
  const lastSeen = rows.at(-1)?.index ?? 0;
  const hasMore = data?.next != null;

  useEffect(() => {
    if (items !== undefined) onLoaded(items);
  }, [items, onLoaded]);
  useEffect(() => {
    if (hasMore && lastSeen >= (items?.length ?? 0) - ahead) void loadMoreConversations(queryClient, filters);
  }, [hasMore, lastSeen, items, queryClient, filters]);
  // What was chosen by a key or comes with the address is brought into sight.
  const currentIndex = items?.findIndex(({ id }) => id === currentId) ?? -1;
  useEffect(() => {
    if (currentIndex !== -1) virtual.scrollToIndex(currentIndex, { align: "auto" });
  }, [currentIndex, virtual]);

  const lastChecked = useRef<string | null>(null);
  const check = useRef<(id: string, extend: boolean) => void>(() => undefined);
  check.current = (id, extend) => {
    const all = items ?? [];
    const from = extend ? all.findIndex((each) => each.id === lastChecked.current) : -1;
    const to = all.findIndex((each) => each.id === id);
    lastChecked.current = id;
    if (from === -1) return onCheck([id], !checked.has(id));
    onCheck(
      all.slice(Math.min(from, to), Math.max(from, to) + 1).map((each) => each.id),
      true,
    );
  };
  const stableCheck = useMemo(() => (id: string, extend: boolean) => check.current(id, extend), []);

  if (error !== null && items === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  if (items === undefined)
    return (
      <Skeleton className="skeleton-list">
        <SkeletonRows rows={9} />
      </Skeleton>
    );
  if (items.length === 0)
    return (
      <EmptyState icon={Inbox} title={t("inbox.empty")} call="GET /api/v1/conversations" actions={<SetUpLink />}>
        {t("inbox.empty.text")}
      </EmptyState>
    );
  return (
    <div className="scroll grow" ref={box} role="grid" aria-label={title} aria-rowcount={hasMore ? -1 : items.length} aria-multiselectable>
      <div className="virtual" style={{ blockSize: virtual.getTotalSize() }} role="presentation">
        {rows.map(({ key, index, start }) => {
          const conversation = items[index];
          if (conversation === undefined) return null;
          return (
            <div
              key={key}
              className="virtual-row"
              data-index={index}
              ref={virtual.measureElement}
              style={{ translate: `0 ${start}px` }}
              role="presentation"
            >
              <ConversationRow
                conversation={conversation}
                view={view}
                labels={labels}
                isCurrent={conversation.id === currentId}
                isChecked={checked.has(conversation.id)}
                isChecking={checked.size > 0}
                rowIndex={index + 1}
                onCheck={stableCheck}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function rowHeight(): number {
  const value = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row-conversation"), 10);
  return Number.isNaN(value) ? 70 : value;
}
