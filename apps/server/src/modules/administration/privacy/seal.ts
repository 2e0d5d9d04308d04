import { createHash } from "node:crypto";
import { wireId } from "#platform/ids/ids.ts";
import type { Counts, RequestRow } from "./privacy.queries.ts";

export interface Sealed {
  number: number;
  previous: Buffer | null;
  finishedAt: Date;
  removed: Counts;
}

/** SHA-256 over a report and the previous seal, as described for `seal` in the API. Pure. */
export function sealOf(row: Pick<RequestRow, "id" | "contact_id" | "created_at">, sealed: Sealed): Buffer {
  const report = [
    sealed.number,
    sealed.previous?.toString("hex") ?? null,
    wireId("prq", row.id),
    wireId("cnt", row.contact_id),
    row.created_at.toISOString(),
    sealed.finishedAt.toISOString(),
    sorted(sealed.removed),
  ];
  return createHash("sha256").update(JSON.stringify(report)).digest();
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
