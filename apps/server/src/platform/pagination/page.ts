import { createSecretKey } from "node:crypto";
import { AppError } from "../errors/app-error.ts";
import { decodeCursor, encodeCursor, hashFilters } from "./cursor.ts";

export interface Pager {
  /** The position to continue after; null at the start. Throws invalid_cursor. */
  read(tenantId: string, filters: Record<string, unknown>, cursor: string | undefined): string[] | null;
  /** `rows` has up to limit + 1 entries: the extra one only shows that there is a next page. */
  page<Row, Item>(
    tenantId: string,
    filters: Record<string, unknown>,
    rows: Row[],
    limit: number,
    position: (row: Row) => string[],
    render: (row: Row) => Item,
  ): { data: Item[]; pageInfo: { hasNextPage: boolean; nextCursor: string | null } };
}

/** Keyset pages. Cursors are bound to tenant and filters, and signed. */
export function createPager(secret: Buffer): Pager {
  const key = createSecretKey(secret);
  return {
    read(tenantId, filters, cursor) {
      // Some clients always send the parameter, even empty.
      if (cursor === undefined || cursor === "") return null;
      const position = decodeCursor(cursor, { tenantId, filterHash: hashFilters(filters) }, key);
      if (position === null) throw new AppError("invalid_cursor", { details: [{ field: "cursor", issue: "invalid_format" }] });
      return position;
    },
    page(tenantId, filters, rows, limit, position, render) {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const hasNextPage = rows.length > limit;
      return {
        data: shown.map(render),
        pageInfo: {
          hasNextPage,
          nextCursor:
            hasNextPage && last !== undefined
              ? encodeCursor({ tenantId, filterHash: hashFilters(filters), position: position(last) }, key)
              : null,
        },
      };
    },
  };
}
