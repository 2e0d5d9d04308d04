/** A loaded part of a list, and how changed records are merged into it. Pure. */
import { replaceEqualDeep } from "@tanstack/react-query";

export interface ListData<Item> {
  /** In the order of the list, without a gap. */
  items: Item[];
  /** The cursor of the next page; null: there is none. */
  next: string | null;
  /** The last item of the last fetched page: what sorts after it belongs to the next page. Null without a next page. */
  end: Item | null;
  /** The requested number; events may have added more. */
  wanted: number;
}

export type Compare<Item> = (a: Item, b: Item) => number;

interface Identified {
  id: string;
}

export interface Page<Item> {
  data: Item[];
  pageInfo: { nextCursor: string | null };
}

export const emptyList = <Item>(): ListData<Item> => ({ items: [], next: null, end: null, wanted: 0 });

/**
 * The list after some records changed.
 *
 * @param changed ids of all of them
 *
 * @param matching those of them that the server says are in the list, in their current state
 */
export function mergeIntoList<Item extends Identified>(
  list: ListData<Item>,
  changed: ReadonlySet<string>,
  matching: readonly Item[],
  compare: Compare<Item>,
): ListData<Item> {
  const before = new Map(list.items.map((item) => [item.id, item]));
  const loaded = matching.filter((item) => changed.has(item.id) && (list.end === null || compare(item, list.end) <= 0));
  const kept = list.items.filter((item) => !changed.has(item.id));
  if (loaded.length === 0 && kept.length === list.items.length) return list;
  // An equal record stays the same object, so that its row is not rendered again.
  const items = [...kept, ...loaded.map((item) => replaceEqualDeep(before.get(item.id), item))].sort(compare);
  return sameItems(items, list.items) ? list : { ...list, items };
}

/** The list with its next page, unless it was fetched again while the page was fetched. */
export function appendPage<Item extends Identified>(
  list: ListData<Item>,
  cursor: string,
  page: Page<Item>,
  compare: Compare<Item>,
): ListData<Item> {
  if (list.next !== cursor) return list;
  const had = new Set(list.items.map((item) => item.id));
  const items = [...list.items, ...page.data.filter((item) => !had.has(item.id))].sort(compare);
  const next = page.pageInfo.nextCursor;
  return { items, next, end: next === null ? null : (page.data.at(-1) ?? list.end), wanted: list.wanted + page.data.length };
}

/** The pages of one fetch, from the beginning to `wanted` or the end. */
export async function fetchPages<Item extends Identified>(
  fetchPage: (cursor: string | undefined, limit: number) => Promise<Page<Item>>,
  wanted: number,
  limitMax: number,
): Promise<ListData<Item>> {
  const items = new Map<string, Item>();
  let cursor: string | undefined;
  let asked = 0;
  for (;;) {
    const limit = Math.min(Math.max(wanted - asked, 1), limitMax);
    const page = await fetchPage(cursor, limit);
    asked += limit;
    // An item that moved down between two pages comes twice: the later state counts.
    for (const item of page.data) {
      items.delete(item.id);
      items.set(item.id, item);
    }
    const next = page.pageInfo.nextCursor;
    if (next === null || asked >= wanted) {
      const all = [...items.values()];
      return { items: all, next, end: next === null ? null : (all.at(-1) ?? null), wanted: asked };
    }
    cursor = next;
  }
}

/** More than anybody chooses from; it bounds the requests for a list. */
export const wholeMax = 1_000;

/** The records of all pages, at most `wholeMax`. */
export async function fetchAll<Item>(list: AsyncIterable<Item>): Promise<{ data: Item[] }> {
  const data: Item[] = [];
  for await (const item of list) if (data.push(item) >= wholeMax) break;
  return { data };
}

/** New objects only where something differs from the shown ones. */
export function shareItems<Item extends Identified>(list: ListData<Item>, shown: ListData<Item> | undefined): ListData<Item> {
  if (shown === undefined) return list;
  const before = new Map(shown.items.map((item) => [item.id, item]));
  return { ...list, items: list.items.map((item) => replaceEqualDeep(before.get(item.id), item)) };
}

/** The list with `change` applied to each item; the same object when nothing differs. */
export function mapItems<Item>(list: ListData<Item>, change: (item: Item) => Item): ListData<Item> {
  const items = list.items.map(change);
  return sameItems(items, list.items) ? list : { ...list, items };
}

function sameItems<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
