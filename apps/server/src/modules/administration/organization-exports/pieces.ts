import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { storageKey } from "#modules/channels/media/index.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type MediaStorage, StorageMissing } from "#platform/storage/storage.ts";
import { normalForm } from "#platform/text/normal.ts";
import type { Counts, ExportRow, Position } from "./exports.queries.ts";
import { columnsOf, type FileRow, nextFiles, nextLines } from "./rows.queries.ts";
import type { ExportPlan } from "./plan.ts";
import { tarEnd, tarEntry, tarHeader, tarPadding } from "./tar.ts";

export interface PieceDeps {
  database: Database;
  storage: MediaStorage;
  plan: ExportPlan;
}

/** Bytes of rows per piece, and so roughly the memory needed to write one. */
const pieceBytes = 2 * 1024 * 1024;
const rowsAtOnce = 1_000;
const filesAtOnce = 100;
/** Files up to this size share a piece; a larger one has its own. */
const filesBytes = 16 * 1024 * 1024;

/** The next piece, and the export's position after it. `last`: the archive ends with it. */
export interface Piece {
  /** Gzipped tar entries. Can be read once. */
  content: AsyncIterable<Uint8Array>;
  position: Position;
  counts: Counts;
  last: boolean;
}

/** Reads the next piece without writing anything. A piece is one gzip member (RFC 1952, 2.2); concatenated members form one file. */
export async function nextPiece(deps: PieceDeps, tenantId: string, row: ExportRow, now: Date): Promise<Piece> {
  const at = row.position ?? { table: deps.plan.tables[0] as string, part: 1, after: null };
  if (at.table !== null) return rowsPiece(deps, tenantId, row, at);
  return filesPiece(deps, tenantId, row, at, now);
}

async function rowsPiece(deps: PieceDeps, tenantId: string, row: ExportRow, from: Position): Promise<Piece> {
  const entries: Buffer[] = [];
  const rows = { ...row.counts.rows };
  let at = from;
  let bytes = 0;
  while (at.table !== null && bytes < pieceBytes) {
    const table: string = at.table;
    const { lines, after, done } = await deps.database.withTenant(tenantId, (tx) =>
      linesOf(deps.plan, tx, table, at.after, pieceBytes - bytes),
    );
    // Even an empty table has a file, to show that there was nothing.
    if (lines.length > 0 || (at.part === 1 && done)) {
      const content = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      entries.push(tarEntry(`data/${table}-${String(at.part).padStart(5, "0")}.ndjson`, content, row.began_at));
      bytes += content.length;
      rows[table] = (rows[table] ?? 0) + lines.length;
    }
    const next: string | null = deps.plan.tables.find((name) => name > table) ?? null;
    at = done ? { table: next, part: 1, after: null } : { table, part: at.part + (lines.length > 0 ? 1 : 0), after };
  }
  return { content: gzipped(Readable.from(entries)), position: at, counts: { ...row.counts, rows }, last: false };
}

/** Up to about `bytes` of a table's lines. */
async function linesOf(plan: ExportPlan, tx: Tx, table: string, from: string[] | null, bytes: number) {
  const columns = await columnsOf(tx, table);
  const lines: string[] = [];
  let after = from;
  for (let left = bytes; left > 0; ) {
    const found = await nextLines(tx, plan, table, columns, after, { rows: rowsAtOnce, bytes: left });
    const last = found.at(-1);
    // A table with one row per tenant has no key to continue after.
    if (last === undefined || last.key.length === 0) return { lines: [...lines, ...found.map(({ line }) => line)], after, done: true };
    for (const { line } of found) {
      lines.push(line);
      left -= Buffer.byteLength(line);
    }
    after = last.key;
  }
  return { lines, after, done: false };
}

async function filesPiece(deps: PieceDeps, tenantId: string, row: ExportRow, at: Position, now: Date): Promise<Piece> {
  const found = row.include_media
    ? await deps.database.withTenant(tenantId, (tx) => nextFiles(tx, at.after?.[0] ?? null, filesAtOnce))
    : [];
  if (found.length === 0) {
    const end = Buffer.concat([manifest(deps.plan, tenantId, row, now), tarEnd]);
    return { content: gzipped(Readable.from([end])), position: at, counts: row.counts, last: true };
  }
  const files: FileRow[] = [];
  let bytes = 0;
  for (const file of found) {
    if (files.length > 0 && bytes + file.size_bytes > filesBytes) break;
    files.push(file);
    bytes += file.size_bytes;
  }
  const counts = { ...row.counts };
  async function* entries(): AsyncGenerator<Uint8Array> {
    for (const file of files) {
      const content = await read(deps.storage, storageKey(tenantId, file.content_id));
      if (content === null) {
        counts.missing = (counts.missing ?? 0) + 1;
        continue;
      }
      counts.files = (counts.files ?? 0) + 1;
      yield tarHeader(fileName(file), file.size_bytes, file.created_at);
      let read_ = 0;
      for await (const chunk of content) {
        read_ += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
      if (read_ !== file.size_bytes) throw new Error("the storage gave another number of bytes than the content has");
      yield tarPadding(file.size_bytes);
    }
  }
  return {
    // Images and videos are compressed already.
    content: gzipped(Readable.from(entries()), 1),
    position: { table: null, part: 1, after: [(files.at(-1) as FileRow).id] },
    counts,
    last: false,
  };
}

/** null: deleted since the row was read, or lost by the storage. */
async function read(storage: MediaStorage, key: string): Promise<Readable | null> {
  try {
    return await storage.read(key);
  } catch (error) {
    if (error instanceof StorageMissing) return null;
    throw error;
  }
}

/** `media/med_…-name.jpg`, in characters that every system can unpack. */
function fileName(file: FileRow): string {
  const name = normalForm("NFKD", file.filename ?? "")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "_")
    .slice(-40);
  return `media/${wireId("med", file.id)}${name === "" ? "" : `-${name}`}`;
}

function manifest(plan: ExportPlan, tenantId: string, row: ExportRow, now: Date): Buffer {
  const content = {
    version: 1,
    exportId: wireId("oex", row.id),
    organizationId: wireId("org", tenantId),
    /** The tables were read one after the other between these two instants. */
    beganAt: row.began_at.toISOString(),
    finishedAt: now.toISOString(),
    rows: row.counts.rows ?? {},
    files: row.counts.files ?? 0,
    missingFiles: row.counts.missing ?? 0,
    includesMedia: row.include_media,
    notExported: plan.leftOut,
  };
  return tarEntry("manifest.json", Buffer.from(`${JSON.stringify(content, null, 2)}\n`), now);
}

function gzipped(source: Readable, level = 6): AsyncIterable<Uint8Array> {
  const gzip = createGzip({ level });
  source.on("error", (error) => gzip.destroy(error));
  gzip.on("close", () => source.destroy());
  return source.pipe(gzip);
}
