import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import type { Contact, ContactsService } from "#modules/contacts/contacts/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, missingReferences, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import { type AudienceNode, compileAudience, normalizeRules, type Reference } from "./audience-compile.ts";
import { type AudienceMember, listAudience } from "./audience.queries.ts";
import { findMissing } from "./references.queries.ts";
import { measureAudience } from "./audience-count.ts";
import type { AudienceRules } from "./audience-rules.ts";
import * as queries from "./segments.queries.ts";
import type { CreateSegment, Segment, SegmentPreview, UpdateSegment } from "./segments.schema.ts";

export interface SegmentsDeps {
  ids: IdSource;
  contacts: Pick<ContactsService, "listByIds">;
  fields: Pick<ContactFieldsService, "definitions">;
}

const sampleSize = 10;

export function createSegmentsService(deps: SegmentsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.SegmentRow> {
    const id = parseWireId("seg", wire);
    const row = id === null ? null : await queries.findSegment(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** Compiles rules into an audience of the tenant, as of now. Throws validation_error naming the path below `at`. */
  async function compile(tx: Tx, now: Date, rules: AudienceRules, at: string): Promise<AudienceNode> {
    return compileAudience(rules, { definitions: await deps.fields.definitions(tx), now, at });
  }

  /** Compiles rules from a request: what they refer to must exist. Throws not_found, naming the paths. */
  async function check(tx: Tx, now: Date, rules: AudienceRules, at: string): Promise<AudienceNode> {
    const references: Reference[] = [];
    const audience = compileAudience(rules, { definitions: await deps.fields.definitions(tx), now, at, references });
    const missing = await findMissing(tx, references);
    if (missing.length > 0) throw missingReferences(missing);
    return audience;
  }

  return {
    check,
    /** For stored rules: what they refer to may have been deleted since. */
    compile,

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<Segment> {
      return renderSegment(await find(tx, wire));
    },

    list: (tx: Tx, after: string[] | null, limit: number) => queries.listSegments(tx, after, limit),

    /** 400 for invalid rules; 409 already_exists for the name. */
    async create(ctx: TxContext, input: CreateSegment): Promise<Segment> {
      await check(ctx.tx, ctx.now, input.rules, "rules");
      const rules = normalizeRules(input.rules);
      const row = await queries.insertSegment(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        name: trimmed(input.name),
        description: input.description ?? null,
        rules,
        by: actorWireId(ctx.actor),
      });
      if (row === null) throw nameTaken(await queries.findSegmentByName(ctx.tx, trimmed(input.name)));
      await recordAudit(ctx, deps.ids, "segment.created", wireId("seg", row.id), {});
      return renderSegment(row);
    },

    async update(ctx: TxContext, wire: string, input: UpdateSegment): Promise<Segment> {
      const row = await find(ctx.tx, wire, true);
      if (input.rules !== undefined) await check(ctx.tx, ctx.now, input.rules, "rules");
      const rules = input.rules === undefined ? row.rules : normalizeRules(input.rules);
      const name = input.name === undefined ? row.name : trimmed(input.name);
      const twin = await queries.findSegmentByName(ctx.tx, name);
      if (twin !== null && twin !== row.id) throw nameTaken(twin);
      const description = input.description === undefined ? row.description : input.description;
      const changed = await queries.updateSegment(ctx.tx, ctx.now, row.id, { name, description, rules }).catch((error: unknown) => {
        // Another request has taken the name since the check above. The failed transaction can no longer be queried for it.
        throw sqlState(error) === "23505" ? nameTaken(null) : error;
      });
      await recordAudit(ctx, deps.ids, "segment.updated", wire, { fields: Object.keys(input) });
      return renderSegment(changed);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteSegment(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "segment.deleted", wire);
      return { id: wire, deleted: true };
    },

    async preview(tx: Tx, now: Date, rules: AudienceRules): Promise<SegmentPreview> {
      const audience = await check(tx, now, rules, "rules");
      const { count, exact, range, sample } = await measureAudience(tx, audience, sampleSize);
      return { count, exact, countRange: range, sample: await deps.contacts.listByIds(tx, sample) };
    },

    /** The contacts of a segment, newest first, after a position. Throws not_found. */
    async members(tx: Tx, now: Date, wire: string, after: string[] | null, limit: number): Promise<AudienceMember[]> {
      const row = await find(tx, wire);
      return listAudience(tx, await compile(tx, now, row.rules, "rules"), after, limit);
    },

    render: (tx: Tx, members: AudienceMember[]): Promise<Contact[]> =>
      deps.contacts.listByIds(
        tx,
        members.map((member) => member.id),
      ),
  };
}

export type SegmentsService = ReturnType<typeof createSegmentsService>;

export function renderSegment(row: queries.SegmentRow): Segment {
  return {
    id: wireId("seg", row.id),
    name: row.name,
    description: row.description,
    rules: row.rules,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function trimmed(name: string): string {
  const rest = normalForm("NFC", name.trim());
  if (rest === "") throw invalidField("name", "too_short");
  return rest;
}

function nameTaken(id: string | null): AppError {
  return new AppError("already_exists", {
    message: "A segment with this name already exists.",
    details: [{ field: "name", issue: "exists", ...(id === null ? {} : { id: wireId("seg", id) }) }],
  });
}
