/**
 * Ordinary resources: a list by the server's filters, details, and changes that are shown before they are confirmed. Events cause shown
 * records to be fetched again; live/changes.ts maps events to resources by name.
 */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { isApiError, type List, type Page, ParleyError, type RequestOptions } from "@parley/sdk";
import { notify } from "./notifications/notices.ts";
import { appendPage, type Compare, emptyList, fetchPages, type ListData, mapItems, shareItems, wholeMax } from "./live/list.ts";
import { fresh, liveOf } from "./live/live.ts";
import { createOverlay, type Overlay } from "./live/overlay.ts";

interface Identified {
  id: string;
}

/** As in the API client: `() => api.labels`. */
interface Operations<Item extends Identified, Filters extends object, Patch extends object> {
  list?(filters: Filters & { cursor?: string | undefined; limit?: number }, options: RequestOptions): List<Item>;
  get?(id: string, options: RequestOptions): Promise<Item>;
  update?(id: string, patch: Patch, options: RequestOptions): Promise<Item>;
  delete?(id: string, options: RequestOptions): Promise<unknown>;
}

interface Settings<Item, Patch> {
  /** The record after a patch; by default its fields are replaced. */
  patched?(item: Item, patch: Patch): Item;
  /** The page size; 50 by default. */
  limit?: number;
  /** All pages are fetched, up to 1,000 records. */
  isWhole?: boolean;
  /** Resources that show records of this one, and have no event for that. */
  shownIn?: readonly string[];
}

const wantedMax = 500;

/** For records that people choose from, of which a team has dozens: each can be found, even where there are hundreds. */
export const whole = { limit: 100, isWhole: true } as const;

export function defineResource<Item extends Identified, Filters extends object = object, Patch extends object = Partial<Item>>(
  name: string,
  operations: () => Operations<Item, Filters, Patch>,
  { limit = 50, isWhole = false, shownIn = [], patched = (item, patch) => ({ ...item, ...patch }) }: Settings<Item, Patch> = {},
) {
  const overlays = new WeakMap<QueryClient, Overlay<Item>>();
  function overlayOf(client: QueryClient): Overlay<Item> {
    let overlay = overlays.get(client);
    if (overlay === undefined) overlays.set(client, (overlay = createOverlay()));
    return overlay;
  }
  function required<Verb>(verb: Verb | undefined, word: string): Verb {
    if (verb === undefined) throw new Error(`${name} has no ${word}`);
    return verb;
  }
  const fetchPage = (filters: Filters, cursor: string | undefined, count: number, signal?: AbortSignal): Promise<Page<Item>> =>
    required(operations().list, "list")({ ...filters, cursor, limit: count }, { signal }).page();

  function listQuery(filters: Filters = {} as Filters) {
    return queryOptions({
      queryKey: [name, "list", filters] as const,
      queryFn: async ({ client, queryKey, signal }): Promise<ListData<Item>> => {
        const list = await fresh(client, name, null, () =>
          fetchPages(
            (cursor, count) => fetchPage(filters, cursor, count, signal),
            isWhole ? wholeMax : Math.min(client.getQueryData<ListData<Item>>(queryKey)?.wanted ?? limit, wantedMax),
            limit,
          ),
        );
        return shareItems(mapItems(list, overlayOf(client).show), client.getQueryData<ListData<Item>>(queryKey));
      },
      structuralSharing: false,
    });
  }

  function detailQuery(id: string) {
    return queryOptions({
      queryKey: [name, "detail", id] as const,
      queryFn: async ({ client, signal }) =>
        overlayOf(client).show(await fresh(client, name, id, () => required(operations().get, "get")(id, { signal }))),
    });
  }

  const loading = new Map<string, Promise<void>>();

  /** Fetches the next page of a shown list, once for all who ask meanwhile. */
  async function loadMore(client: QueryClient, filters: Filters = {} as Filters): Promise<void> {
    const cursor = client.getQueryData<ListData<Item>>(listQuery(filters).queryKey)?.next;
    if (cursor == null) return;
    let page = loading.get(cursor);
    if (page === undefined) loading.set(cursor, (page = loadPage(client, filters, cursor)));
    return page;
  }

  async function loadPage(client: QueryClient, filters: Filters, cursor: string): Promise<void> {
    const { queryKey } = listQuery(filters);
    const mark = liveOf(client).changes.mark(name);
    try {
      const page = await fetchPage(filters, cursor, limit);
      // The server's order is kept, because pages follow each other.
      const serverOrder: Compare<Item> = () => 0;
      client.setQueryData<ListData<Item>>(queryKey, (list = emptyList<Item>()) => appendPage(list, cursor, page, serverOrder));
      if (mark.take()?.size !== 0) await client.invalidateQueries({ queryKey, exact: true });
    } finally {
      mark.end();
      loading.delete(cursor);
    }
  }

  /** The record as the cache shows it. */
  function cached(client: QueryClient, id: string): Item | undefined {
    const detail = client.getQueryData<Item>([name, "detail", id]);
    if (detail !== undefined) return detail;
    for (const [, list] of client.getQueriesData<ListData<Item>>({ queryKey: [name, "list"] })) {
      const found = list?.items.find((item) => item.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function write(client: QueryClient, id: string, change: (item: Item) => Item): void {
    client.setQueryData<Item>([name, "detail", id], (item) => item && change(item));
    client.setQueriesData<ListData<Item>>({ queryKey: [name, "list"] }, (list) =>
      list === undefined ? undefined : mapItems(list, (item) => (item.id === id ? change(item) : item)),
    );
  }

  /**
   * Shows the change at once, then requests it. A refusal is reverted and reported as a notice; with `quiet`, for a form that shows the
   * refusal itself, it is thrown. Returns the record, or the error.
   */
  async function update(
    client: QueryClient,
    id: string,
    patch: Patch,
    options: { quiet?: boolean; idempotencyKey?: string } = {},
  ): Promise<{ ok: true; item: Item } | { ok: false; error: ParleyError }> {
    const overlay = overlayOf(client);
    const before = cached(client, id);
    const finish = before === undefined ? undefined : overlay.begin(before, (item) => patched(item, patch));
    write(client, id, overlay.current);
    try {
      const item = await required(operations().update, "update")(id, patch, { idempotencyKey: options.idempotencyKey });
      finish?.();
      write(client, id, () => overlay.show(item));
      return { ok: true, item };
    } catch (error) {
      const base = finish?.();
      if (base !== undefined) write(client, id, () => overlay.show(base));
      if (!(error instanceof ParleyError) || options.quiet === true) throw error;
      void notify({ error, retry: () => void update(client, id, patch, options) });
      return { ok: false, error };
    } finally {
      // The server decides to which lists it belongs now, and applies further effects.
      invalidate(client, id);
    }
  }

  /** Fetches shown records again: after a write without an event. */
  function invalidate(client: QueryClient, id?: string): void {
    liveOf(client).touch([id === undefined ? { kind: "resource", resource: name } : { kind: "resource", resource: name, id }]);
    for (const each of shownIn) void client.invalidateQueries({ queryKey: [each] }, { throwOnError: false });
  }

  /** Removes the record from every list at once, and restores it after a refusal. */
  async function remove(client: QueryClient, id: string): Promise<{ ok: true } | { ok: false; error: ParleyError }> {
    const lists = client.getQueriesData<ListData<Item>>({ queryKey: [name, "list"] });
    client.setQueriesData<ListData<Item>>(
      { queryKey: [name, "list"] },
      (list) => list && { ...list, items: list.items.filter((item) => item.id !== id) },
    );
    try {
      await required(operations().delete, "delete")(id, {});
      client.removeQueries({ queryKey: [name, "detail", id], exact: true });
      return { ok: true };
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      // Somebody else deleted it first.
      if (isApiError(error, "not_found")) return { ok: true };
      for (const [queryKey, list] of lists) client.setQueryData(queryKey, list);
      void notify({ error, retry: () => void remove(client, id) });
      return { ok: false, error };
    } finally {
      invalidate(client, id);
    }
  }

  return { name, listQuery, detailQuery, loadMore, cached, update, remove, invalidate };
}
