import type { ActingFor, ClientsService } from "#modules/agency/agencies/index.ts";
import type { SnapshotInput, SnapshotResult, SnapshotsService } from "#modules/agency/snapshots/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import * as queries from "./library.queries.ts";
import type { AgencySnapshot, ApplyToClient, CreateAgencySnapshot, UpdateAgencySnapshot } from "./library.schema.ts";

export interface LibraryDeps {
  ids: IdSource;
  pager: Pager;
  snapshots: Pick<SnapshotsService, "read" | "plan" | "apply" | "check">;
  clients: { find: ClientsService["find"]; actFor: ActingFor };
  /** What uses a snapshot (wire id), in words; null: nothing does. */
  users: readonly ((tx: Tx, snapshot: string) => Promise<string | null>)[];
}

const snapshotsMax = 100;

/** Snapshots that an agency stores under a name, to set up its clients with. */
export function createLibraryService(deps: LibraryDeps) {
  async function find(tx: Tx, wire: string, hold: "none" | "share" | "update" = "none"): Promise<queries.LibraryRow> {
    const id = parseWireId("snp", wire);
    const row = id === null ? null : await queries.findSnapshot(tx, id, hold);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** The content given in a request; null: none. */
  async function contentFrom(ctx: TxContext, input: UpdateAgencySnapshot): Promise<queries.Content | null> {
    const { snapshot, clientId, parts } = input;
    if (snapshot !== undefined && clientId !== undefined)
      throw invalidField("clientId", "not_allowed", "Send either a snapshot or a client.");
    if (snapshot === undefined && clientId === undefined) {
      if (parts !== undefined) throw invalidField("parts", "not_allowed", "`parts` needs a snapshot or a client as well.");
      return null;
    }
    if (snapshot !== undefined) {
      deps.snapshots.check(snapshot, ctx.now);
      return { snapshot: only({ version: snapshot.version, parts: snapshot.parts }, parts), fromClientId: null };
    }
    const client = clientId as string;
    const read = await deps.clients.actFor(ctx, client, "createAgencySnapshot", (there) => deps.snapshots.read(there, parts?.join(",")));
    return { snapshot: { version: read.version, parts: read.parts }, fromClientId: parseWireId("org", client) };
  }

  /** Throws not_found; grant_required and insufficient_scope depending on the client's grant; what `act` throws. */
  async function inClient(
    ctx: TxContext,
    wire: string,
    input: ApplyToClient,
    operation: "planAgencySnapshot" | "applyAgencySnapshot",
  ): Promise<{ row: queries.LibraryRow; result: SnapshotResult }> {
    const row = await find(ctx.tx, wire, "share");
    const content = await queries.contentOf(ctx.tx, row.id);
    if (content === null) throw new Error("the held snapshot does not exist");
    const apply = { snapshot: only(content, input.parts), ...(input.existing === undefined ? {} : { existing: input.existing }) };
    const result = await deps.clients.actFor(ctx, input.clientId, operation, (there) =>
      operation === "planAgencySnapshot" ? deps.snapshots.plan(there, apply) : deps.snapshots.apply(there, apply),
    );
    return { row, result };
  }

  async function settleDefault(ctx: TxContext, becomes: boolean): Promise<void> {
    if (becomes) await queries.clearDefault(ctx.tx);
  }

  return {
    async list(ctx: TxContext, page: { limit: number; cursor?: string | undefined }) {
      const filters = { list: "agency snapshots" };
      const rows = await queries.listSnapshots(ctx.tx, deps.pager.read(ctx.tenantId, filters, page.cursor), page.limit + 1);
      return deps.pager.page(ctx.tenantId, filters, rows, page.limit, (row) => [row.position, row.id], render);
    },

    async exists(tx: Tx, wire: string): Promise<void> {
      await find(tx, wire);
    },

    async get(ctx: TxContext, wire: string): Promise<AgencySnapshot & { snapshot: SnapshotInput }> {
      const row = await find(ctx.tx, wire, "share");
      return { ...render(row), snapshot: (await queries.contentOf(ctx.tx, row.id)) as SnapshotInput };
    },

    /** 409 already_exists, naming the snapshot that has the name; 403 entitlement_exceeded beyond an agency's limit. */
    async create(ctx: TxContext, input: CreateAgencySnapshot): Promise<AgencySnapshot> {
      const count = await queries.lockLibrary(ctx.tx);
      const name = await readName(ctx.tx, input.name, null);
      const content = await contentFrom(ctx, input);
      if (content === null) throw invalidField("snapshot", "required", "Send a snapshot, or a client to take one from.");
      if (count >= snapshotsMax)
        throw new AppError("entitlement_exceeded", { message: `An agency can keep at most ${snapshotsMax} snapshots.` });
      const values = { name, description: input.description?.trim() || null, isDefault: input.isDefault ?? false };
      await settleDefault(ctx, values.isDefault);
      const row = await queries.insertSnapshot(ctx.tx, ctx.now, deps.ids.uuid(), values, content, actorWireId(ctx.actor));
      await recordAudit(ctx, deps.ids, "agency_snapshot.created", wireId("snp", row.id), { parts: row.parts, isDefault: row.is_default });
      return render(row);
    },

    async update(ctx: TxContext, wire: string, input: UpdateAgencySnapshot): Promise<AgencySnapshot> {
      await queries.lockLibrary(ctx.tx);
      const row = await find(ctx.tx, wire, "update");
      const name = input.name === undefined ? row.name : await readName(ctx.tx, input.name, row.id);
      const content = await contentFrom(ctx, input);
      const values = {
        name,
        description: input.description === undefined ? row.description : input.description?.trim() || null,
        isDefault: input.isDefault ?? row.is_default,
      };
      await settleDefault(ctx, values.isDefault && !row.is_default);
      const changed = await queries.updateSnapshot(ctx.tx, ctx.now, row.id, values, content);
      await recordAudit(ctx, deps.ids, "agency_snapshot.updated", wire, {
        version: changed.version,
        renamed: name !== row.name,
        ...(content === null ? {} : { parts: changed.parts }),
        ...(values.isDefault === row.is_default ? {} : { isDefault: values.isDefault }),
      });
      return render(changed);
    },

    /** 409 conflict while a form sets up clients with it. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, "update");
      for (const usedBy of deps.users) {
        const use = await usedBy(ctx.tx, wire);
        if (use !== null) throw new AppError("conflict", { message: use });
      }
      await queries.deleteSnapshot(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "agency_snapshot.deleted", wire);
      return { id: wire, deleted: true };
    },

    async plan(ctx: TxContext, wire: string, input: ApplyToClient): Promise<SnapshotResult> {
      return (await inClient(ctx, wire, input, "planAgencySnapshot")).result;
    },

    async apply(ctx: TxContext, wire: string, input: ApplyToClient): Promise<SnapshotResult> {
      const { row, result } = await inClient(ctx, wire, input, "applyAgencySnapshot");
      await recordAudit(ctx, deps.ids, "agency_snapshot.applied", wire, {
        clientId: input.clientId,
        version: row.version,
        created: result.created,
        changed: result.changed,
      });
      return result;
    },
  };
}

export type LibraryService = ReturnType<typeof createLibraryService>;

async function readName(tx: Tx, given: string, own: string | null): Promise<string> {
  const name = given.trim();
  if (name === "") throw invalidField("name", "too_short");
  const id = await queries.findByName(tx, name);
  if (id !== null && id !== own)
    throw new AppError("already_exists", {
      message: "The agency already has a snapshot with this name.",
      details: [{ field: "name", issue: "exists", id: wireId("snp", id) }],
    });
  return name;
}

/** Throws 422 for a part that the snapshot does not have. Pure. */
function only(snapshot: SnapshotInput, names: string[] | undefined): SnapshotInput {
  if (names === undefined) return snapshot;
  for (const [i, name] of names.entries())
    if (!Object.hasOwn(snapshot.parts, name)) throw brokenRule(`parts[${i}]`, "unknown", "The snapshot has no such part.");
  return { version: snapshot.version, parts: Object.fromEntries(names.map((name) => [name, snapshot.parts[name]])) };
}

function render(row: queries.LibraryRow): AgencySnapshot {
  return {
    id: wireId("snp", row.id),
    name: row.name,
    description: row.description,
    version: row.version,
    isDefault: row.is_default,
    parts: row.parts,
    sizeBytes: row.size_bytes,
    fromClientId: row.from_client_id === null ? null : wireId("org", row.from_client_id),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
