import { Readable } from "node:stream";
import { csvContent, csvHeading, csvLines } from "#platform/csv/write.ts";
import type { Database } from "#platform/db/database.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { Context } from "#platform/http/context.ts";
import { renderRecipient } from "../broadcasts.render.ts";
import type { Recipient } from "../broadcasts.schema.ts";
import type { BroadcastsService } from "../broadcasts.service.ts";
import { listRecipients } from "./recipients.queries.ts";

const columns: (keyof Recipient)[] = [
  "contactId",
  "name",
  "phone",
  "status",
  "reason",
  "messageId",
  "conversationId",
  "sentAt",
  "deliveredAt",
  "readAt",
  "repliedAt",
  "optedOutAt",
];
const piece = 1_000;

/**
 * All recipients as they are while the file is read. Each piece has its own transaction, so a slow reader holds none
 * open.
 */
export function createRecipientsCsv(deps: { database: Database }, broadcasts: Pick<BroadcastsService, "find">) {
  async function* piecesOf(tenantId: string, broadcastId: string): AsyncGenerator<Buffer> {
    yield Buffer.from(csvHeading([...columns, "error"]));
    for (let after = 0; ; ) {
      const rows = await deps.database.withTenant(tenantId, (tx) => listRecipients(tx, broadcastId, undefined, after, piece));
      const last = rows.at(-1);
      if (last === undefined) return;
      yield Buffer.from(csvLines(rows.map((row) => cells(renderRecipient(row)))));
      after = last.n;
    }
  }

  const cells = (row: Recipient) => [...columns.map((column) => String(row[column] ?? "")), row.error?.message ?? ""];

  return {
    /** Throws not_found. */
    async open(ctx: Context, wire: string): Promise<Content> {
      const row = await deps.database.withTenant(ctx.tenantId, (tx) => broadcasts.find(tx, wire));
      return csvContent(`broadcast-${row.created_at.toISOString().slice(0, 10)}.csv`, async () =>
        Readable.from(piecesOf(ctx.tenantId, row.id)),
      );
    },
  };
}
