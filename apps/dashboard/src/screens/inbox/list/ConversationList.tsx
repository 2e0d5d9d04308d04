import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Conversation, Label } from "@parley/sdk";
import { type ConversationFilters, conversationListQuery, loadMoreConversations } from "../../../api/inbox/conversations.ts";
import { labels as labelResource } from "../../../api/resources.ts";
import { EvenRows } from "../../../ui/lists/EvenRows.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Skeleton, SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import { ConversationRow } from "./ConversationRow.tsx";

const EmptyList = lazyComponent(async () => (await import("./EmptyList.tsx")).EmptyList, { keys: null });

interface Props {
  view: string;
  title: string;
  filters: ConversationFilters;
  currentId: string | null;
  checked: ReadonlySet<string>;
  /** Null: without checkboxes. */
  onCheck: ((ids: readonly string[], on: boolean) => void) | null;
  /** The loaded conversations, in their order: for next, previous and "check all". */
  onLoaded(conversations: readonly Conversation[]): void;
}

/** Rows loaded in advance after the last visible one. */
const ahead = 20;

/** The conversations of a view. Ten thousand of them cost no more than those on the screen. */
export function ConversationList({ view, title, filters, currentId, checked, onCheck, onLoaded }: Props) {
  const queryClient = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery({ ...conversationListQuery(filters), throwOnError: false });
  const { data: labelList } = useQuery({ ...labelResource.listQuery(), throwOnError: false });
  const labels = useMemo(
    () => new Map<string, Label>((labelList?.items ?? []).flatMap((label) => [[label.id, label] as const, [label.name, label] as const])),
    [labelList],
  );
  const items = data?.items;
  const hasMore = data?.next != null;
  const [lastDrawn, setLastDrawn] = useState(0);

  useEffect(() => {
    if (items !== undefined) onLoaded(items);
  }, [items, onLoaded]);
  useEffect(() => {
    if (hasMore && lastDrawn >= (items?.length ?? 0) - ahead) void loadMoreConversations(queryClient, filters);
  }, [hasMore, lastDrawn, items, queryClient, filters]);
  const lastChecked = useRef<string | null>(null);
  const check = useRef<(id: string, extend: boolean) => void>(() => undefined);
  check.current = (id, extend) => {
    const all = items ?? [];
    const from = extend ? all.findIndex((each) => each.id === lastChecked.current) : -1;
    const to = all.findIndex((each) => each.id === id);
    lastChecked.current = id;
    if (from === -1) return onCheck?.([id], !checked.has(id));
    onCheck?.(
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
  if (items.length === 0) return <EmptyList view={view} filters={filters} />;
  return (
    <EvenRows
      label={title}
      count={items.length}
      hasMore={hasMore}
      rowSizePx={rowHeight()}
      rowKey={(index) => items[index]?.id ?? String(index)}
      current={items.findIndex(({ id }) => id === currentId)}
      onDrawn={setLastDrawn}
    >
      {(index) => {
        const conversation = items[index];
        return (
          conversation !== undefined && (
            <ConversationRow
              conversation={conversation}
              view={view}
              labels={labels}
              isCurrent={conversation.id === currentId}
              isChecked={checked.has(conversation.id)}
              isChecking={checked.size > 0}
              rowIndex={index + 1}
              onCheck={onCheck === null ? null : stableCheck}
            />
          )
        );
      }}
    </EvenRows>
  );
}

function rowHeight(): number {
  const value = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row-conversation"), 10);
  return Number.isNaN(value) ? 70 : value;
}
