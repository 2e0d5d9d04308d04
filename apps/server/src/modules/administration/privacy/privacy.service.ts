import { Readable } from "node:stream";
import { beginErasure, type ContactsService } from "#modules/contacts/contacts/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { isSetAside, setAsideReason } from "#platform/jobs/set-aside.ts";
import { readPieces } from "#platform/storage/pieces.ts";
import { firstStep } from "./contact-erasure/steps.ts";
import { firstSection } from "./contact-export/sections.ts";
import * as queries from "./privacy.queries.ts";
import type { PrivacyRequest } from "./privacy.schema.ts";

export interface PrivacyDeps {
  database: Database;
  ids: IdSource;
  clock: Clock;
  contacts: Pick<ContactsService, "get">;
}

export function createPrivacyService(deps: PrivacyDeps) {
  async function find(tx: Tx, wire: string): Promise<queries.RequestRow> {
    const id = parseWireId("prq", wire);
    const row = id === null ? null : await queries.findRequest(tx, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  return {
    /** 404 before the body is validated. */
    async exists(tx: Tx, contactWire: string): Promise<void> {
      await deps.contacts.get(tx, contactWire);
    },

    /** Throws not_found; conflict for a contact merged into another. */
    async exportContact(ctx: TxContext, contactWire: string): Promise<PrivacyRequest> {
      const contact = await deps.contacts.get(ctx.tx, contactWire);
      if (contact.mergedIntoId !== null)
        throw new AppError("conflict", {
          message: "The contact was merged into the one named in `details`. Export that contact.",
          details: [{ field: "id", issue: "exists", id: contact.mergedIntoId }],
        });
      const row = await queries.insertRequest(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        kind: "contact_export",
        contactId: parseWireId("cnt", contactWire) as string,
        step: firstSection,
        by: actorWireId(ctx.actor),
      });
      await recordAudit(ctx, deps.ids, "contact.export_requested", contactWire, { requestId: wireId("prq", row.id) });
      return renderRequest(row);
    },

    /**
     * Once this responds, the contact shows nothing of the person and receives nothing more; the rest is erased in the background. Throws
     * not_found; conflict for a merged contact and for one being erased.
     */
    async eraseContact(ctx: TxContext, contactWire: string): Promise<PrivacyRequest> {
      const { id, traces } = await beginErasure(ctx.tx, ctx.now, contactWire);
      const row = await queries.insertRequest(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        kind: "contact_erasure",
        contactId: id,
        step: firstStep,
        by: actorWireId(ctx.actor),
      });
      await queries.insertTraces(ctx.tx, row.id, "id", traces.ids);
      await queries.insertTraces(ctx.tx, row.id, "value", traces.values);
      await recordAudit(ctx, deps.ids, "contact.erasure_requested", contactWire, { requestId: wireId("prq", row.id) });
      return renderRequest(row);
    },

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<PrivacyRequest> {
      return renderRequest(await find(tx, wire));
    },

    /** Newest first. An unknown contact has none. */
    async list(
      tx: Tx,
      filter: { kind?: PrivacyRequest["kind"]; contactId?: string },
      after: string[] | null,
      limit: number,
    ): Promise<queries.RequestRow[]> {
      const contactId = filter.contactId === undefined ? null : parseWireId("cnt", filter.contactId);
      if (filter.contactId !== undefined && contactId === null) return [];
      return queries.listRequests(tx, { kind: filter.kind ?? null, contactId }, after, limit);
    },

    /**
     * Throws not_found, also for an erasure, which has no file; conflict before the file exists and after it is gone.
     */
    async open(ctx: Context, wire: string): Promise<Content> {
      const row = await deps.database.withTenant(ctx.tenantId, (tx) => find(tx, wire));
      if (row.kind !== "contact_export") throw notFound(wire);
      if (row.state === "ready" || row.state === "leased")
        throw new AppError("conflict", { message: "The file is not ready yet.", retryAfterSeconds: 5 });
      if (row.state !== "completed" || row.expires_at === null || row.expires_at <= deps.clock.now())
        throw new AppError("conflict", { message: row.error ?? "The file has expired. Create another export." });
      return {
        contentType: "application/x-ndjson",
        disposition: "attachment",
        filename: `contact-${row.created_at.toISOString().slice(0, 10)}.jsonl`,
        sizeBytes: row.size_bytes,
        tag: row.id.replaceAll("-", ""),
        read: async ({ start, end } = { start: 0, end: row.size_bytes - 1 }) =>
          Readable.from(readPieces(deps.database, ctx.tenantId, { start, end }, (tx, at) => queries.readPiece(tx, row.id, at))),
      };
    },
  };
}

export type PrivacyService = ReturnType<typeof createPrivacyService>;

export function renderRequest(row: queries.RequestRow): PrivacyRequest {
  const id = wireId("prq", row.id);
  const started = row.next_chunk > 0 || row.step !== (row.kind === "contact_export" ? firstSection : firstStep);
  const state = isSetAside(row.state) ? "failed" : row.state;
  const status = state === "leased" || (state === "ready" && started) ? "running" : state === "ready" ? "queued" : state;
  return {
    id,
    kind: row.kind,
    contactId: wireId("cnt", row.contact_id),
    status,
    removed: row.counts,
    sizeBytes: row.size_bytes,
    url: row.kind === "contact_export" && row.state === "completed" ? `/api/v1/privacy/requests/${id}/file` : null,
    error: row.error ?? setAsideReason(row.state),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    seal:
      row.seal === null || row.sealed === null
        ? null
        : { number: row.sealed, previous: row.previous_seal?.toString("hex") ?? null, sha256: row.seal.toString("hex") },
  };
}
