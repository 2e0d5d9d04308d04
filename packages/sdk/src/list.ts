import { ParleyError } from "./errors.ts";
import type { List, Page } from "./types.ts";

/** The first page is requested at once; the others when the loop reaches them. */
export function createList<Item, P extends Page<Item>>(fetchPage: (cursor: string | undefined) => Promise<P>): List<Item, P> {
  const first = fetchPage(undefined);
  // A later consumer still gets its error.
  first.catch(() => undefined);
  async function* pages(): AsyncGenerator<P> {
    let cursor: string | null = null;
    for (let page = await first; ; page = await fetchPage(cursor)) {
      yield page;
      const { hasNextPage, nextCursor } = page.pageInfo;
      if (!hasNextPage || nextCursor === null) return;
      if (nextCursor === cursor) throw new ParleyError("The list does not advance: two pages have the same nextCursor.");
      cursor = nextCursor;
    }
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* page.data;
  }
  return Object.assign(first, {
    pages,
    page: () => first,
    [Symbol.asyncIterator]: items,
    async take(count: number): Promise<Item[]> {
      const taken: Item[] = [];
      if (count < 1) await first;
      else for await (const item of items()) if (taken.push(item) >= count) break;
      return taken;
    },
  });
}
