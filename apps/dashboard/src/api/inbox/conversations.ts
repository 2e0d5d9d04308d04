/** Conversations: lists by the server's filters, details, and what belongs to one. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Conversation, ConversationsListQuery, Page } from "@parley/sdk";
import { api } from "../client.ts";
import type { Concern } from "../live/changes.ts";
import { appendPage, type Compare, emptyList, fetchPages, type ListData, mapItems, mergeIntoList, shareItems } from "../live/list.ts";
import { fresh, liveOf, registerRefresher } from "../live/live.ts";
import { chunks } from "../live/chunks.ts";
import { forPeople } from "./send-options.ts";

export type ConversationSort = NonNullable<ConversationsListQuery["sort"]>;
/** The API's own filters, or a saved view by its id, with its sort. */
export type ConversationFilters = Omit<ConversationsListQuery, "cursor" | "limit"> & { view?: string };
export type ConversationListData = ListData<Conversation>;

const firstPage = 50;
const pageMax = 100;
/** The number of conversations that are fetched again after events were lost. */
const wantedMax = 500;
/** How many more than requested events may add before the list is cut to the requested number. */
const slack = 300;
/** Maximum number of ids per call. */
const idsMax = 100;
const intervalMs = 150;

/** The server's order: by the sort's time, then by id. */
export function compareConversations(sort: ConversationSort = "lastMessageAt"): Compare<Conversation> {
  const byId = (a: Conversation, b: Conversation) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  if (sort === "createdAt") return (a, b) => byId(b, a);
  if (sort === "waitingSince") {
    // ISO times in one format sort as strings.
    const since = ({ waitingSince }: Conversation) => waitingSince ?? "9999";
    return (a, b) => (since(a) < since(b) ? -1 : since(a) > since(b) ? 1 : byId(a, b));
  }
  return (a, b) => (a.lastMessageAt > b.lastMessageAt ? -1 : a.lastMessageAt < b.lastMessageAt ? 1 : byId(b, a));
}

function fetchPage(
  filters: ConversationFilters,
  page: { cursor?: string | undefined; limit: number; ids?: string },
  signal?: AbortSignal,
): Promise<Page<Conversation>> {
  const { view, sort, ...rest } = filters;
  if (view !== undefined) return api.views.conversations.list(view, page, { signal }).page();
  return api.conversations.list({ ...rest, sort, ...page }, { signal }).page();
}

/**
 * Those of these conversations that belong to a list, in their current state. The server decides: the client has no copy of the filters'
 * meaning.
 */
async function fetchMatching(filters: ConversationFilters, ids: ReadonlySet<string>): Promise<Conversation[]> {
  const found = await Promise.all(chunks([...ids], idsMax).map((part) => fetchPage(filters, { ids: part.join(","), limit: part.length })));
  return found.flatMap(({ data }) => data);
}

/** Whether time alone moves conversations into or out of the list. */
const ticks = (filters: ConversationFilters) =>
  filters.waitingMinutes !== undefined || filters.windowExpiresWithinMinutes !== undefined || filters.view !== undefined;

/** A list up to the loaded position. `loadMoreConversations` extends it, events change it. */
export function conversationListQuery(filters: ConversationFilters = {}) {
  return queryOptions({
    queryKey: ["conversations", "list", filters] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<ConversationListData> => {
      const live = liveOf(client);
      const mark = live.changes.mark("conversations");
      try {
        const wanted = Math.min(client.getQueryData<ConversationListData>(queryKey)?.wanted ?? firstPage, wantedMax);
        for (;;) {
          let list = await fetchPages((cursor, limit) => fetchPage(filters, { cursor, limit }, signal), wanted, pageMax);
          const changed = mark.take();
          if (changed === null) continue;
          list = await catchUp(filters, list, changed, mark.take);
          return shareItems(mapItems(list, live.overlay.show), client.getQueryData<ConversationListData>(queryKey));
        }
      } finally {
        mark.end();
      }
    },
    structuralSharing: false,
    ...(ticks(filters) ? { refetchInterval: 60_000 } : {}),
  });
}

/** Adds the changes made during the fetch. */
async function catchUp(
  filters: ConversationFilters,
  given: ConversationListData,
  changed: ReadonlySet<string>,
  takeMore: () => ReadonlySet<string> | null,
): Promise<ConversationListData> {
  let list = given;
  for (let ids: ReadonlySet<string> = changed; ids.size > 0; ) {
    list = mergeIntoList(list, ids, await fetchMatching(filters, ids), compareConversations(filters.sort));
    const more = takeMore();
    // With so many changes at once, their own events apply them.
    if (more === null) return list;
    ids = more;
  }
  return list;
}

const loading = new WeakMap<QueryClient, Map<string, Promise<void>>>();

/** Fetches the next page of a shown list; while it is being fetched, another call does nothing. */
export function loadMoreConversations(client: QueryClient, filters: ConversationFilters = {}): Promise<void> {
  const { queryKey } = conversationListQuery(filters);
  const running = loading.get(client) ?? new Map<string, Promise<void>>();
  loading.set(client, running);
  const name = JSON.stringify(queryKey);
  const before = running.get(name);
  if (before !== undefined) return before;
  const more = loadMore(client, filters).finally(() => running.delete(name));
  running.set(name, more);
  return more;
}

async function loadMore(client: QueryClient, filters: ConversationFilters): Promise<void> {
  const { queryKey } = conversationListQuery(filters);
  const cursor = client.getQueryData(queryKey)?.next;
  if (cursor == null) return;
  const live = liveOf(client);
  const mark = live.changes.mark("conversations");
  try {
    const page = await fetchPage(filters, { cursor, limit: firstPage });
    const compare = compareConversations(filters.sort);
    client.setQueryData(queryKey, (list = emptyList<Conversation>()) =>
      appendPage(list, cursor, { ...page, data: page.data.map(live.overlay.show) }, compare),
    );
    // A conversation changed since the request may be older in the page than in the list.
    const changed = mark.take();
    if (changed === null) await client.invalidateQueries({ queryKey, exact: true });
    else live.touch([...changed].map((id) => ({ kind: "conversations", id })));
  } finally {
    mark.end();
  }
}

export function conversationQuery(id: string) {
  return queryOptions({
    queryKey: ["conversations", "detail", id] as const,
    queryFn: async ({ client, signal }) => {
      const conversation = await fresh(client, "conversations", id, () => api.conversations.get(id, { signal }));
      return liveOf(client).overlay.show(conversation);
    },
  });
}

/** What a person may send now, and until when. `closed` and `reason` are those of software: they also name types that are in `types`. */
export function sendOptionsQuery(id: string) {
  return queryOptions({
    queryKey: ["send-options", "detail", id] as const,
    queryFn: async ({ client, signal }) =>
      forPeople(await fresh(client, "send-options", id, () => api.conversations.sendOptions(id, { signal }))),
  });
}

/** Who changed what, newest first. */
export function conversationActivityQuery(id: string) {
  return queryOptions({
    queryKey: ["activity", "detail", id] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, "activity", id, () => api.conversations.activity.list(id, { limit: 100 }, { signal }).page()),
  });
}

/** The record as the cache shows it. Shown queries are kept up to date; of others, the one written last counts. */
export function cachedConversation(client: QueryClient, id: string): Conversation | undefined {
  const held = client
    .getQueryCache()
    .findAll({ queryKey: ["conversations"] })
    .flatMap((query) => {
      const data = query.state.data as (Conversation & Partial<ConversationListData>) | undefined;
      const record = query.queryKey[2] === id ? data : data?.items?.find((item) => item.id === id);
      return record === undefined ? [] : [{ record, shown: Number(query.isActive()), at: query.state.dataUpdatedAt }];
    });
  return held.sort((a, b) => b.shown - a.shown || b.at - a.at)[0]?.record;
}

/** Writes the server's records wherever they are shown; only the server decides to which lists they belong. */
export function putConversations(client: QueryClient, records: readonly Conversation[]): void {
  showConversations(client, records.map(liveOf(client).overlay.show));
}

/** Writes records as they are to be shown. */
export function showConversations(client: QueryClient, records: readonly Conversation[]): void {
  const byId = new Map(records.map((record) => [record.id, record]));
  for (const [id, record] of byId)
    if (client.getQueryData(conversationQuery(id).queryKey) !== undefined) client.setQueryData(conversationQuery(id).queryKey, record);
  for (const [queryKey] of client.getQueriesData({ queryKey: ["conversations", "list"] }))
    client.setQueryData<ConversationListData>(queryKey, (list) => list && mapItems(list, (item) => byId.get(item.id) ?? item));
}

registerRefresher("conversations", {
  intervalMs,
  async run(client, concerns, live) {
    const ids = new Set(concerns.map(({ id }) => id as string));
    const cache = client.getQueryCache();
    const fetched = new Map<string, Conversation>();
    const lists = cache.findAll({ queryKey: ["conversations", "list"] });
    await Promise.all(
      lists.map(async (query) => {
        if (!query.isActive()) return query.invalidate();
        const filters = query.queryKey[2] as ConversationFilters;
        const list = query.state.data as ConversationListData | undefined;
        // It is being fetched for the first time, and handles changes since then itself.
        if (list === undefined) return;
        const found = await fetchMatching(filters, ids);
        for (const each of found) fetched.set(each.id, each);
        const shown = found.map(live.overlay.show);
        const compare = compareConversations(filters.sort);
        client.setQueryData<ConversationListData>(query.queryKey, (now) => now && mergeIntoList(now, ids, shown, compare));
        const merged = client.getQueryData<ConversationListData>(query.queryKey);
        if (merged !== undefined && merged.items.length > merged.wanted + slack)
          await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }),
    );
    const missing = new Set<string>();
    for (const id of ids) {
      const query = cache.find({ queryKey: conversationQuery(id).queryKey, exact: true });
      if (query === undefined) continue;
      if (!query.isActive()) query.invalidate();
      else if (!fetched.has(id)) missing.add(id);
    }
    for (const each of missing.size === 0 ? [] : await fetchMatching({}, missing)) fetched.set(each.id, each);
    for (const id of missing) {
      // Deleted, or not visible any more: its page finds out.
      if (!fetched.has(id)) await client.invalidateQueries({ queryKey: conversationQuery(id).queryKey, exact: true });
    }
    for (const [id, record] of fetched) {
      const { queryKey } = conversationQuery(id);
      if (cache.find({ queryKey, exact: true })?.isActive()) client.setQueryData(queryKey, live.overlay.show(record));
    }
  },
});

registerRefresher("contacts", {
  intervalMs: 300,
  async run(client, concerns, live) {
    const ids = new Set(concerns.map(({ id }) => id));
    live.touch(conversationsWith(client, ids));
    // A merge moves conversations from one contact to the other without an event for each.
    const lists = { queryKey: ["conversations", "list"], predicate: ofContact(ids) };
    await Promise.all([
      client.invalidateQueries(lists, { throwOnError: false }),
      client.invalidateQueries(
        {
          predicate: ({ queryKey: [name, form, id] }) =>
            (name === "contacts" && (form !== "detail" || ids.has(id as string))) ||
            (String(name).startsWith("contact-") && form === "detail" && ids.has(id as string)),
        },
        { throwOnError: false },
      ),
    ]);
  },
});

const ofContact =
  (ids: ReadonlySet<string | undefined>) =>
  ({ queryKey }: { queryKey: readonly unknown[] }) =>
    ids.has((queryKey[2] as ConversationFilters | undefined)?.contactId);

function conversationsWith(client: QueryClient, contactIds: ReadonlySet<string | undefined>): Concern[] {
  const found = new Set<string>();
  const look = (each: Conversation | undefined) => each !== undefined && contactIds.has(each.contactId) && found.add(each.id);
  for (const [, list] of client.getQueriesData<ConversationListData>({ queryKey: ["conversations", "list"] })) list?.items.forEach(look);
  for (const [, detail] of client.getQueriesData<Conversation>({ queryKey: ["conversations", "detail"] })) look(detail);
  return [...found].map((id) => ({ kind: "conversations", id }));
}
