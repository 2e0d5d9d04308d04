import { createHash } from "node:crypto";
import { wireId } from "#platform/ids/ids.ts";
import type { ErasureRow } from "./erasure.queries.ts";

/** SHA-256 of a report, as described for `seal` in the API. Pure. */
export function sealOf(row: Pick<ErasureRow, "tenant_id" | "created_at" | "erases_at" | "counts">, finishedAt: Date): Buffer {
  const counts = Object.fromEntries(Object.entries(row.counts).sort(([a], [b]) => (a < b ? -1 : 1)));
  const report = [
    wireId("org", row.tenant_id),
    row.created_at.toISOString(),
    row.erases_at.toISOString(),
    finishedAt.toISOString(),
    counts,
  ];
  return createHash("sha256").update(JSON.stringify(report)).digest();
}
