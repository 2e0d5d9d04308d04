import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PagedQuery } from "../api/paged.ts";
import { PartError } from "../ui/feedback/PartError.tsx";
import { LoadMore } from "../ui/lists/LoadMore.tsx";
import { Table, type TableColumn } from "../ui/lists/Table.tsx";

interface ListFrameProps<Item> {
  query: PagedQuery<Item>;
  label: string;
  columns: readonly TableColumn<Item>[];
  rowId(item: Item): string;
  rowHref?(item: Item): string;
  onRowAction?(item: Item): void;
  empty: ReactNode;
  /** Highlights the row that is open next to the list. */
  currentId?: string | undefined;
}

/** A paged list as a table: placeholders, rows, further pages, and its error with a retry. */
export function ListFrame<Item extends object>({ query, currentId, ...table }: ListFrameProps<Item>) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(query);
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  return (
    <>
      <Table<Item> {...table} rows={data?.pages.flatMap((page) => page.data)} {...(currentId === undefined ? {} : { currentId })} />
      <LoadMore hasMore={hasNextPage} onMore={() => fetchNextPage()} />
    </>
  );
}
