import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { FoundChunk } from "./search.queries.ts";
import { roundScore } from "./searches.service.ts";
import { snippetOf } from "./snippet.ts";

interface Page<T> {
  data: (T & { score: number | null; snippet: string | null })[];
  pageInfo: { hasNextPage: boolean; nextCursor: string | null };
}

/**
 * A page of a searchable list: newest first, or with `q` best first. A cursor of a searched list is a position among
 * the at most 200 found; knowledge that changes between two pages may move a row from one to the other.
 */
export async function pageOf<Row extends { id: string; position: string }, Item>(
  ctx: TxContext,
  pager: Pager,
  options: {
    filters: Record<string, unknown>;
    limit: number;
    cursor: string | undefined;
    q: string | undefined;
    rank(isFirstPage: boolean): Promise<FoundChunk[]>;
    byIds(ids: string[]): Promise<Row[]>;
    list(after: string[] | null, limit: number): Promise<Row[]>;
    render(row: Row): Item;
  },
): Promise<Page<Item>> {
  const { filters, limit, q } = options;
  const after = pager.read(ctx.tenantId, filters, options.cursor);
  if (q === undefined) {
    const rows = await options.list(after, limit + 1);
    return pager.page(
      ctx.tenantId,
      filters,
      rows,
      limit,
      (row) => [row.position, row.id],
      (row) => ({ ...options.render(row), score: null, snippet: null }),
    );
  }
  if (q.trim() === "") throw invalidField("q", "too_short");
  const ranked = await options.rank(after === null);
  const rows = new Map((await options.byIds(ranked.map((chunk) => chunk.document_id))).map((row) => [row.id, row]));
  const from = Number(after?.[0] ?? 0);
  const all = ranked.flatMap((chunk) => {
    const row = rows.get(chunk.document_id);
    return row === undefined ? [] : [{ row, chunk }];
  });
  const shown = all.slice(from, from + limit + 1).map((one, i) => ({ ...one, place: from + i + 1 }));
  return pager.page(
    ctx.tenantId,
    filters,
    shown,
    limit,
    ({ place }) => [String(place)],
    ({ row, chunk }) => ({
      ...options.render(row),
      score: roundScore(chunk.score),
      snippet: snippetOf(chunk.body, q, chunk.language),
    }),
  );
}
