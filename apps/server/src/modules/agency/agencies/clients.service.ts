import type { InvitationsService } from "#modules/people/invitations/index.ts";
import type { Applications, SnapshotInput } from "#modules/agency/snapshots/index.ts";
import { readEmail, type TenantsService } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import type { BatchedResponse, IdempotencyRequest } from "#platform/http/route.ts";
import type { Idempotency } from "#platform/idempotency/idempotency.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { Agency, AgencyClient, ClientStatus, CreateClient, CreatedClient, UpdateAgency, UpdateClient } from "./agencies.schema.ts";
import * as queries from "./clients.queries.ts";
import type { GrantEnd } from "./grant-end.ts";
import { findCurrentGrant, findGrantOf, insertGrant, settleGrant } from "./grants.queries.ts";
import { statusOf } from "./grants.service.ts";
import { inClientTenant, inOrder, readExpiry } from "./acting.ts";

export interface ClientsDeps {
  database: Database;
  idempotency: Idempotency;
  ids: IdSource;
  pager: Pager;
  wake: Wake;
  tenants: Pick<TenantsService, "makeTenant" | "updateOrganization">;
  invitations: Pick<InvitationsService, "create">;
  /** The snapshots that clients are created with. */
  setups: Pick<Applications, "enqueue" | "of" | "wake">;
  /** Chooses one: given, stored by the agency, or its default (modules/agency/snapshot-library). */
  library: {
    chosen(tx: Tx, input: { snapshot?: SnapshotInput | undefined; snapshotId?: string | null | undefined }): Promise<SnapshotInput | null>;
  };
  /** Sets up what a client begins with, in its tenant, as the cross-tenant worker. */
  onLinked(there: TxContext, agencyId: string): Promise<void>;
  /** Ends what belongs to the link, in the client's tenant: limits, who pays. */
  onEnded(there: TxContext): Promise<void>;
}

/** New clients of an agency per day: each is a tenant with its own key, and sends a mail to an address that the agency chooses. */
export const clientsPerDayMax = 100;
const dayMs = 86_400_000;

/** The agency's profile and its clients: who they are and the state of the link, but none of their data. */
export function createClientsService(deps: ClientsDeps, ends: Pick<GrantEnd, "end">) {
  /** Throws not_found for anything that is not a client of this agency. */
  async function find(ctx: TxContext, wire: string, lock = false): Promise<queries.ClientRow> {
    const id = parseWireId("org", wire);
    const row = id === null ? null : await queries.findClient(ctx.tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function show(ctx: TxContext, row: queries.ClientRow): Promise<AgencyClient> {
    const facts = await inClientTenant(ctx, row.client_id, async (there) => {
      const { name } = await queries.tenantName(there.tx);
      return { name, grant: await findCurrentGrant(there.tx, ctx.tenantId, ctx.now) };
    });
    return renderClient(row, ctx.now, { ...facts, setup: await setupOf(ctx, row.client_id) });
  }

  const setupOf = async (ctx: TxContext, clientId: string) => (await deps.setups.of(ctx.tenantId, [clientId])).get(clientId) ?? null;

  async function profile(ctx: TxContext): Promise<Agency> {
    const tenant = await queries.tenantName(ctx.tx);
    const row = await queries.findProfile(ctx.tx);
    const { clients, domains } = await queries.countThings(ctx.tx);
    const count = (status: ClientStatus) => clients.find((c) => c.status === status)?.count ?? 0;
    const updatedAt = row !== null && row.updated_at > tenant.updated_at ? row.updated_at : tenant.updated_at;
    return {
      id: wireId("org", ctx.tenantId),
      name: tenant.name,
      contactEmail: row?.contact_email ?? null,
      website: row?.website ?? null,
      clients: { pending: count("pending"), active: count("active"), suspended: count("suspended"), ended: count("ended") },
      domains,
      createdAt: tenant.created_at.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }

  /**
   * Revokes pending and accepted grants for good, and stops what was created under them. Locks in the order of
   * acceptance.
   */
  async function revokeGrants(ctx: TxContext, clientId: string): Promise<void> {
    await inClientTenant(ctx, clientId, async (there) => {
      for (const status of ["pending", "accepted"] as const) {
        const grant = await findGrantOf(there.tx, ctx.tenantId, status, true);
        if (grant === null) continue;
        await settleGrant(there.tx, ctx.now, grant.id, "revoked", actorWireId(ctx.actor));
        await recordAudit(there, deps.ids, "agency_grant.revoked", wireId("grn", grant.id), { because: "ended" });
        if (status === "accepted") await ends.end(there, grant, "client_ended");
      }
    });
  }

  /**
   * Throws rate_limited until the oldest of the day's clients is a day old. Serialised per agency, so that concurrent requests do not
   * exceed the limit.
   */
  async function limit(ctx: TxContext): Promise<void> {
    await queries.lockNewClients(ctx.tx);
    const { count, first } = await queries.countNewClients(ctx.tx, new Date(ctx.now.getTime() - dayMs), clientsPerDayMax);
    if (first === null || count < clientsPerDayMax) return;
    throw new AppError("rate_limited", {
      message: `An agency can create at most ${clientsPerDayMax} clients a day.`,
      retryAfterSeconds: Math.max(1, Math.ceil((first.getTime() + dayMs - ctx.now.getTime()) / 1000)),
    });
  }

  /** In one transaction of the cross-tenant worker, because the application role may not create tenants. */
  async function make(ctx: TxContext, input: CreateClient): Promise<CreatedClient> {
    const name = input.name.trim();
    if (name === "") throw invalidField("name", "too_short");
    const email = readEmail(input.ownerEmail, "ownerEmail");
    const ownerName = input.ownerName?.trim();
    if (ownerName === "") throw invalidField("ownerName", "too_short");
    const expiresAt = readExpiry(input.grant?.expiresAt, ctx.now, "grant.expiresAt");
    const reference = input.reference?.trim() || null;
    const agency = await queries.tenantName(ctx.tx);
    const snapshot = await deps.library.chosen(ctx.tx, input);
    await limit(ctx);
    const clientId = deps.ids.uuid();
    // The client's own records name the agency as the author.
    const there: TxContext = {
      ...ctx,
      tenantId: clientId,
      homeTenantId: ctx.tenantId,
      actor: { kind: "system", id: wireId("org", ctx.tenantId) },
      tx: { tenantId: clientId, query: (statement) => ctx.tx.query(statement) },
    };
    await deps.tenants.makeTenant(there.tx.query, ctx.now, { id: clientId, name, kind: "business" }, there);
    await queries.insertClient(ctx.tx.query, ctx.now, { agencyId: ctx.tenantId, clientId, reference });
    await deps.onLinked(there, ctx.tenantId);
    let grant: queries.CurrentGrant | null = null;
    if (input.grant !== undefined) {
      grant = await insertGrant(there.tx, ctx.now, {
        id: deps.ids.uuid(),
        agencyId: ctx.tenantId,
        agencyName: agency.name,
        scopes: inOrder(input.grant.scopes),
        message: null,
        requestedBy: actorWireId(ctx.actor),
        acceptedBy: wireId("org", ctx.tenantId),
        expiresAt,
      });
      await recordAudit(there, deps.ids, "agency_grant.accepted", wireId("grn", grant.id), { scopes: grant.scopes });
    }
    if (snapshot !== null) await deps.setups.enqueue(there, ctx.tenantId, snapshot);
    const invitation = await deps.invitations.create(there, {
      email,
      role: "owner",
      ...(ownerName === undefined ? {} : { name: ownerName }),
    });
    await recordAudit(ctx, deps.ids, "agency_client.created", wireId("org", clientId), { scopes: input.grant?.scopes ?? [] });
    const row = await queries.findClient(ctx.tx, clientId);
    if (row === null) throw new Error("a new client does not exist");
    return {
      ...renderClient(row, ctx.now, {
        name,
        grant,
        setup: snapshot === null ? null : { status: "pending", problem: null, updatedAt: ctx.now.toISOString() },
      }),
      invitation: { id: invitation.id, email: invitation.email, expiresAt: invitation.expiresAt },
    };
  }

  return {
    find,
    profile,
    /** Like `create`, within a transaction of the cross-tenant worker. Hint `mail` and `keys` after its commit. */
    make,

    async updateProfile(ctx: TxContext, input: UpdateAgency): Promise<Agency> {
      const contactEmail = input.contactEmail == null ? input.contactEmail : readEmail(input.contactEmail, "contactEmail");
      if (input.website != null && URL.parse(input.website) === null) throw invalidField("website", "invalid_format");
      const fields = (["name", "contactEmail", "website"] as const).filter((field) => input[field] !== undefined);
      if (fields.length > 0) {
        if (input.name !== undefined) await deps.tenants.updateOrganization(ctx, { name: input.name });
        // Also for a change of only the name, because it changes the agency.
        await queries.saveProfile(ctx.tx, ctx.now, { contactEmail, website: input.website });
        await recordAudit(ctx, deps.ids, "agency.updated", wireId("org", ctx.tenantId), { fields });
      }
      return profile(ctx);
    },

    async list(ctx: TxContext, page: { limit: number; cursor?: string | undefined; status?: ClientStatus | undefined }) {
      const filters = { list: "agency clients", status: page.status ?? null };
      const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
      const rows = await queries.listClients(ctx.tx, page.status ?? null, after, page.limit + 1);
      const ids = rows.map((row) => row.client_id);
      const facts = new Map(
        (await queries.clientFacts(deps.database, ctx.tenantId, ids, ctx.now)).map((fact) => [fact.client_id, fact] as const),
      );
      const setups = await deps.setups.of(ctx.tenantId, ids);
      return deps.pager.page(
        ctx.tenantId,
        filters,
        rows,
        page.limit,
        (row) => [row.position, row.client_id],
        (row) =>
          renderClient(row, ctx.now, { name: "", grant: null, ...facts.get(row.client_id), setup: setups.get(row.client_id) ?? null }),
      );
    },

    /** The ids (UUIDs) of a page of clients that have not ended, in the order of `list`. */
    async listIds(ctx: TxContext, page: { limit: number; cursor?: string | undefined }) {
      const filters = { list: "agency client ids" };
      const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
      const rows = await queries.listClients(ctx.tx, "not ended", after, page.limit + 1);
      const key = (row: queries.ClientRow) => [row.position, row.client_id];
      return deps.pager.page(ctx.tenantId, filters, rows, page.limit, key, (row) => row.client_id);
    },

    async get(ctx: TxContext, wire: string): Promise<AgencyClient> {
      return show(ctx, await find(ctx, wire));
    },

    /** Names of clients of this agency, by uuid. */
    async names(ctx: TxContext, clientIds: string[]): Promise<Map<string, string>> {
      if (clientIds.length === 0) return new Map();
      const facts = await queries.clientFacts(deps.database, ctx.tenantId, clientIds, ctx.now);
      return new Map(facts.map((fact) => [fact.client_id, fact.name]));
    },

    /** Creates a linked tenant with an invitation for its owner and, if requested, a grant. */
    async create(ctx: Context, input: CreateClient, idempotency: IdempotencyRequest | null): Promise<BatchedResponse> {
      const answer = await deps.idempotency.run(
        ctx.tenantId,
        idempotency,
        ctx.now,
        async (tx) => JSON.stringify(await make({ ...ctx, tx }, input)),
        { acrossTenants: true },
      );
      deps.wake.hint("mail");
      deps.setups.wake();
      // The reach of an agency's keys under /admin is cached along with them.
      deps.wake.hint("keys");
      return answer;
    },

    /**
     * 409 invalid_transition for a status that an ended or invited client cannot get. Suspending and ending stop delegated keys
     * immediately.
     */
    async update(ctx: TxContext, wire: string, input: UpdateClient): Promise<AgencyClient> {
      const row = await find(ctx, wire, true);
      const status = await nextStatus(ctx, row, input.status);
      const reference = input.reference === undefined ? row.reference : input.reference?.trim() || null;
      if (status === "ended" && row.status !== "ended") {
        await revokeGrants(ctx, row.client_id);
        await inClientTenant(ctx, row.client_id, deps.onEnded);
      }
      const changed = await queries.updateClient(ctx.tx, ctx.now, row.client_id, { status, reference });
      const changes = {
        ...(status === row.status ? {} : { status: { from: row.status, to: status } }),
        reference: reference !== row.reference,
      };
      await recordAudit(ctx, deps.ids, "agency_client.updated", wire, changes);
      if (status !== row.status)
        await inClientTenant(ctx, row.client_id, (there) =>
          recordAudit(there, deps.ids, "agency_client.updated", wire, { status: { from: row.status, to: status } }),
        );
      return show(ctx, changed);
    },
  };

  async function nextStatus(ctx: TxContext, row: queries.ClientRow, wanted: UpdateClient["status"]): Promise<ClientStatus> {
    if (wanted === undefined || wanted === row.status) return row.status;
    if (row.status === "ended" || (row.status === "pending" && wanted === "active")) {
      throw new AppError("invalid_transition", {
        message: row.status === "ended" ? "An ended client cannot be reopened." : "A pending client becomes active when its owner joins.",
      });
    }
    if (wanted !== "active") return wanted;
    return (await inClientTenant(ctx, row.client_id, (there) => queries.hasOwner(there.tx))) ? "active" : "pending";
  }
}

export type ClientsService = ReturnType<typeof createClientsService>;

function renderClient(
  row: queries.ClientRow,
  now: Date,
  facts: { name: string; grant: queries.CurrentGrant | null; setup: AgencyClient["setup"] },
): AgencyClient {
  const { grant } = facts;
  const status = grant === null ? null : statusOf(grant, now);
  return {
    id: wireId("org", row.client_id),
    name: facts.name,
    status: row.status,
    reference: row.reference,
    setup: facts.setup,
    grantedScopes: grant !== null && status === "accepted" ? grant.scopes : [],
    grant:
      grant === null || status === null
        ? null
        : { grantId: wireId("grn", grant.id), status, expiresAt: grant.expires_at?.toISOString() ?? null },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
