import { buffer } from "node:stream/consumers";
import { storageKey } from "#modules/channels/media/index.ts";
import type { Database } from "#platform/db/database.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { type MediaStorage, StorageMissing } from "#platform/storage/storage.ts";
import { peopleOf, type RequestRow } from "../privacy.queries.ts";
import type { PrivacyDeps } from "../privacy.service.ts";
import { type RecordSection, recordSections, nextRecords, nextFile, findFile } from "./records.queries.ts";

export interface ExportDeps extends PrivacyDeps {
  database: Database;
  storage: MediaStorage;
}

/** The next bytes of the file, and the position after them; null: finished. */
export interface WrittenSection {
  bytes: Buffer;
  next: { step: string; position: string | null } | null;
}

/** How many bytes of a media file one line holds. */
const partBytes = 524_288;

const order = ["contact", ...recordSections.map((section) => section.record), "media"];
export const firstSection = order[0] as string;

const line = (record: string, data: object) => `${JSON.stringify({ record, ...data })}\n`;

/**
 * Reads the next piece of an export without writing anything. The same position gives the same piece as long as nothing
 * changes.
 */
export async function writeSection(deps: ExportDeps, tenantId: string, row: RequestRow): Promise<WrittenSection> {
  if (row.step === "contact") return writeContact(deps, tenantId, row);
  if (row.step === "media") return writeMedia(deps, tenantId, row);
  const section = recordSections.find((one) => one.record === row.step);
  if (section === undefined) throw new Error(`no section of an export is called ${row.step}`);
  return writeRecords(deps, tenantId, row, section);
}

const after = (step: string): string => order[order.indexOf(step) + 1] as string;

/** The subject of the export, then the contact with its identities, and the contacts merged into it. */
async function writeContact(deps: ExportDeps, tenantId: string, row: RequestRow): Promise<WrittenSection> {
  const lines = [
    line("export", {
      requestId: wireId("prq", row.id),
      contactId: wireId("cnt", row.contact_id),
      createdAt: row.created_at.toISOString(),
      version: 1,
    }),
  ];
  await deps.database.withTenant(tenantId, async (tx) => {
    for (const id of await peopleOf(tx, row.contact_id)) lines.push(line("contact", await deps.contacts.get(tx, wireId("cnt", id))));
  });
  return { bytes: Buffer.from(lines.join("")), next: { step: after("contact"), position: null } };
}

async function writeRecords(deps: ExportDeps, tenantId: string, row: RequestRow, section: RecordSection): Promise<WrittenSection> {
  const rows = await deps.database.withTenant(tenantId, async (tx) =>
    nextRecords(tx, await peopleOf(tx, row.contact_id), row.position ?? "00000000-0000-0000-0000-000000000000", section.limit, section),
  );
  const last = rows.at(-1);
  const next =
    last === undefined || rows.length < section.limit ? { step: after(row.step), position: null } : { step: row.step, position: last.id };
  return { bytes: Buffer.from(rows.map(({ data }) => line(section.record, data)).join("")), next };
}

/** The files that messages show and recordings of calls, one part of one file at a time. `position` is `med_…/part`, the last part written. */
async function writeMedia(deps: ExportDeps, tenantId: string, row: RequestRow): Promise<WrittenSection> {
  const [wire, done] = (row.position ?? "/").split("/") as [string, string];
  const file = await deps.database.withTenant(tenantId, async (tx) => {
    const [found] = await nextFile(tx, await peopleOf(tx, row.contact_id), wire, done);
    if (found?.wire == null) return null;
    const [media] = await findFile(tx, parseWireId("med", found.wire));
    return media === undefined
      ? { wire: found.wire, content_id: null, size_bytes: null, mime_type: null, filename: null }
      : { wire: found.wire, ...media };
  });
  if (file === null) return { bytes: Buffer.alloc(0), next: null };
  const part = done !== "" && file.wire === wire ? Number(done) + 1 : 1;
  const facts = { id: file.wire, mimeType: file.mime_type, filename: file.filename, sizeBytes: file.size_bytes };
  // The content is not stored, or no longer: the line says so.
  if (file.content_id === null || file.size_bytes === null)
    return {
      bytes: Buffer.from(line("media", { ...facts, part: 1, parts: 0, base64: null })),
      next: { step: "media", position: `${file.wire}/` },
    };
  const parts = Math.ceil(file.size_bytes / partBytes);
  if (part > parts) return { bytes: Buffer.alloc(0), next: { step: "media", position: `${file.wire}/` } };
  const startAt = (part - 1) * partBytes;
  const base64 = await readPart(
    deps.storage,
    storageKey(tenantId, file.content_id),
    startAt,
    Math.min(file.size_bytes, startAt + partBytes) - 1,
  );
  return {
    bytes: Buffer.from(line("media", { ...facts, part, parts, base64 })),
    next: { step: "media", position: `${file.wire}/${base64 === null ? "" : part}` },
  };
}

/** null: storage has just lost it. */
async function readPart(storage: MediaStorage, key: string, start: number, end: number): Promise<string | null> {
  try {
    return (await buffer(await storage.read(key, { start, end }))).toString("base64");
  } catch (error) {
    if (error instanceof StorageMissing) return null;
    throw error;
  }
}
