import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import { sqlState } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { AcceptGrant, AgencyGrant, GrantStatus, RequestGrant } from "./agencies.schema.ts";
import { tenantName } from "./clients.queries.ts";
import type { ClientsService } from "./clients.service.ts";
import { inClientTenant, inOrder, readExpiry } from "./acting.ts";
import type { GrantEnd } from "./grant-end.ts";
import * as queries from "./grants.queries.ts";
import type { LinksService } from "./links.service.ts";

export interface GrantsDeps {
  ids: IdSource;
  pager: Pager;
}

interface Page {
  limit: number;
  cursor?: string | undefined;
  status?: GrantStatus | undefined;
}

/**
 * An agency's permission to act for a client: the agency asks, and the client's owner or administrator answers and can revoke it. An agency
 * has at most one pending and one accepted grant; accepting another replaces it.
 */
export function createGrantsService(
  deps: GrantsDeps,
  clients: Pick<ClientsService, "find">,
  ends: Pick<GrantEnd, "end">,
  links: Pick<LinksService, "lock" | "accept" | "decline" | "notifyRequest" | "notifyAnswer">,
) {
  /** In the client's tenant. */
  async function find(ctx: TxContext, wire: string, lock = false): Promise<queries.GrantRow> {
    const id = parseWireId("grn", wire);
    const row = id === null ? null : await queries.findGrant(ctx.tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function listIn(ctx: TxContext, there: TxContext, agencyId: string | null, page: Page) {
    const filters = { list: "grants", of: there.tenantId, status: page.status ?? null };
    const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
    const filter = { agencyId, status: page.status ?? null, now: ctx.now };
    const rows = await queries.listGrants(there.tx, filter, after, page.limit + 1);
    return deps.pager.page(
      ctx.tenantId,
      filters,
      rows,
      page.limit,
      (row) => [row.position, row.id],
      (row) => renderGrant(row, ctx.now),
    );
  }

  /** Locked, after its link request. */
  async function findLocked(ctx: TxContext, wire: string): Promise<queries.GrantRow> {
    const { agency_id: agencyId, link_request_id: requestId } = await find(ctx, wire);
    if (requestId !== null) await links.lock(ctx, agencyId, requestId);
    return find(ctx, wire, true);
  }

  /** Locked. 409 unless it is pending and has not expired. */
  async function findOpen(ctx: TxContext, wire: string): Promise<queries.GrantRow> {
    const row = await findLocked(ctx, wire);
    const status = statusOf(row, ctx.now);
    if (status !== "pending") throw new AppError("invalid_transition", { message: `The grant is ${status}.` });
    return row;
  }

  async function settle(ctx: TxContext, row: queries.GrantRow, status: "accepted" | "refused" | "revoked"): Promise<AgencyGrant> {
    const settled = await queries.settleGrant(ctx.tx, ctx.now, row.id, status, actorWireId(ctx.actor));
    await recordAudit(ctx, deps.ids, `agency_grant.${status}`, wireId("grn", row.id), {
      agencyId: wireId("org", row.agency_id),
      scopes: row.scopes,
    });
    return renderGrant(settled, ctx.now);
  }

  return {
    async exists(ctx: TxContext, wire: string): Promise<void> {
      await find(ctx, wire);
    },

    // The client's side.
    list: (ctx: TxContext, page: Page) => listIn(ctx, ctx, null, page),

    async get(ctx: TxContext, wire: string): Promise<AgencyGrant> {
      return renderGrant(await find(ctx, wire), ctx.now);
    },

    /**
     * 403 insufficient_scope for a caller who lacks one of its scopes and is not an owner; 409 unless pending. Replaces the active one.
     * With a link request the organization becomes a client: 403 for a session that is not an owner's own, or a key that lacks a scope of
     * an owner; 409 conflict for an organization that has an agency.
     */
    async accept(ctx: TxContext, wire: string, input: AcceptGrant = {}): Promise<AgencyGrant> {
      const row = await findOpen(ctx, wire);
      const chosen = input.scopes === undefined ? row.scopes : inOrder(input.scopes);
      const beyond = chosen.findIndex((scope) => !row.scopes.includes(scope));
      if (beyond >= 0) throw brokenRule(`scopes[${beyond}]`, "not_allowed", "The agency did not request this.");
      // An owner signed in through another person's login link has only the scopes of the role.
      const byOwner = ctx.session?.role === "owner" && !ctx.session.bound;
      const missing = byOwner ? [] : chosen.filter((scope) => !ctx.scopes.has(scope as Scope));
      if (missing.length > 0) {
        throw new AppError("insufficient_scope", {
          message: `You cannot grant scopes that you do not have: ${missing.join(", ")}. The owner can.`,
          details: missing.map((scope) => ({ field: scope, issue: "missing_scope" })),
        });
      }
      if (row.link_request_id !== null) await links.accept(ctx, row, row.link_request_id);
      if (chosen.length < row.scopes.length) await queries.narrowGrant(ctx.tx, row.id, chosen);
      row.scopes = chosen;
      const former = await queries.findGrantOf(ctx.tx, row.agency_id, "accepted", true);
      if (former !== null) {
        await settle(ctx, former, "revoked");
        await ends.end(ctx, former, "replaced", row);
      }
      const accepted = await settle(ctx, row, "accepted");
      await links.notifyAnswer(ctx, row, "accepted");
      return accepted;
    },

    async refuse(ctx: TxContext, wire: string): Promise<AgencyGrant> {
      const row = await findOpen(ctx, wire);
      const refused = await settle(ctx, row, "refused");
      if (row.link_request_id !== null) await links.decline(ctx, row, row.link_request_id);
      await links.notifyAnswer(ctx, row, "refused");
      return refused;
    },

    /**
     * Stops all its keys, and everything created with them that acts by itself. A pending grant counts as refused for its link request.
     * Idempotent; 409 for a refused grant.
     */
    async revoke(ctx: TxContext, wire: string): Promise<AgencyGrant> {
      const row = await findLocked(ctx, wire);
      if (row.status === "refused") throw new AppError("invalid_transition", { message: "The grant was refused." });
      if (row.status === "revoked") return renderGrant(row, ctx.now);
      const settled = await settle(ctx, row, "revoked");
      if (row.status === "accepted") await ends.end(ctx, row, "revoked");
      else if (row.link_request_id !== null && statusOf(row, ctx.now) === "pending") await links.decline(ctx, row, row.link_request_id);
      return settled;
    },

    // The agency's side.
    async listOfClient(ctx: TxContext, client: string, page: Page) {
      const { client_id } = await clients.find(ctx, client);
      return inClientTenant(ctx, client_id, (there) => listIn(ctx, there, ctx.tenantId, page));
    },

    /**
     * Asks the client for a grant. 409 already_exists while another request is pending, conflict for an ended client.
     */
    async request(ctx: TxContext, client: string, input: RequestGrant): Promise<AgencyGrant> {
      const row = await clients.find(ctx, client, true);
      if (row.status === "ended") throw new AppError("conflict", { message: "The client has ended." });
      const expiresAt = readExpiry(input.expiresAt, ctx.now, "expiresAt");
      const message = input.message?.trim();
      if (message === "") throw invalidField("message", "too_short");
      const { name } = await tenantName(ctx.tx);
      const grant = await inClientTenant(ctx, row.client_id, async (there) => {
        const open = await queries.findGrantOf(there.tx, ctx.tenantId, "pending", true);
        if (open !== null && statusOf(open, ctx.now) === "pending") throw requestPending(open.id);
        // It has expired without an answer.
        if (open !== null) await queries.settleGrant(there.tx, ctx.now, open.id, "revoked", actorWireId(ctx.actor));
        const made = await queries
          .insertGrant(there.tx, ctx.now, {
            id: deps.ids.uuid(),
            agencyId: ctx.tenantId,
            agencyName: name,
            scopes: inOrder(input.scopes),
            message: message ?? null,
            requestedBy: actorWireId(ctx.actor),
            acceptedBy: null,
            expiresAt,
          })
          .catch((error: unknown) => {
            throw sqlState(error) === "23505" ? requestPending(null) : error;
          });
        await recordAudit(there, deps.ids, "agency_grant.requested", wireId("grn", made.id), { scopes: made.scopes });
        await links.notifyRequest(there, made);
        return made;
      });
      await recordAudit(ctx, deps.ids, "agency_grant.requested", wireId("grn", grant.id), { clientId: client, scopes: grant.scopes });
      return renderGrant(grant, ctx.now);
    },
  };
}

export type GrantsService = ReturnType<typeof createGrantsService>;

export function statusOf(row: Pick<queries.GrantRow, "status" | "expires_at">, now: Date): GrantStatus {
  const open = row.status === "pending" || row.status === "accepted";
  return open && row.expires_at !== null && row.expires_at <= now ? "expired" : row.status;
}

function requestPending(id: string | null): AppError {
  return new AppError("already_exists", {
    message: "A grant is already waiting for the client's answer.",
    details: [{ field: "scopes", issue: "exists", ...(id === null ? {} : { id: wireId("grn", id) }) }],
  });
}

function renderGrant(row: queries.GrantRow, now: Date): AgencyGrant {
  return {
    id: wireId("grn", row.id),
    agencyId: wireId("org", row.agency_id),
    agencyName: row.agency_name,
    clientId: wireId("org", row.tenant_id),
    scopes: row.scopes,
    linkRequestId: row.link_request_id === null ? null : wireId("lnk", row.link_request_id),
    message: row.message,
    status: statusOf(row, now),
    requestedBy: row.requested_by,
    acceptedBy: row.accepted_by,
    grantedBy: row.accepted_by,
    expiresAt: row.expires_at?.toISOString() ?? null,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    refusedAt: row.refused_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
