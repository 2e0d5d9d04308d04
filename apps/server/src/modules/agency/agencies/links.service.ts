import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import { readEmail } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { hasAllOf } from "#platform/auth/roles.ts";
import { asTenant, type Database, sqlState } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { inClientTenant, inOrder, readExpiry } from "./acting.ts";
import { grantAnswered, grantRequested } from "./agencies.events.ts";
import type { CreateLinkRequest, LinkRequest, LinkRequestStatus } from "./agencies.schema.ts";
import { tenantName } from "./clients.queries.ts";
import { findGrantOf, type GrantRow, insertGrant, listNotifiedMembers, settleGrant, withdrawGrant } from "./grants.queries.ts";
import * as queries from "./links.queries.ts";

export interface LinksDeps {
  database: Database;
  ids: IdSource;
  pager: Pager;
  notifications: Pick<NotificationsService, "notify">;
  /** Sets up what a client begins with, in its tenant. */
  onLinked(there: TxContext, agencyId: string): Promise<void>;
}

const dayMs = 86_400_000;
const lifeMs = 14 * dayMs;
const lifeMsMax = 90 * dayMs;
/** Limited because each request may contact strangers. */
const requestsPerDayMax = 50;
/** Per owner. */
const organizationsMax = 20;

/**
 * How an existing organization becomes an agency's client: the agency asks, an owner answers. Until somebody there has answered, the agency
 * sees the same whether or not the organization exists.
 */
export function createLinksService(deps: LinksDeps) {
  async function find(ctx: TxContext, wire: string, lock = false): Promise<queries.LinkRequestRow> {
    const id = parseWireId("lnk", wire);
    const row = id === null ? null : await queries.findLinkRequest(ctx.tx, id, lock);
    if (row === null) throw notFound();
    return row;
  }

  const dataOf = (row: GrantRow) => ({
    grantId: wireId("grn", row.id),
    agencyId: wireId("org", row.agency_id),
    agencyName: row.agency_name,
    clientId: wireId("org", row.tenant_id),
    scopes: row.scopes,
    linkRequestId: row.link_request_id === null ? null : wireId("lnk", row.link_request_id),
  });

  /** In the organization: an event, and a notification for owners and administrators. */
  async function notifyRequest(there: TxContext, row: GrantRow): Promise<void> {
    const data = dataOf(row);
    await appendEvents(there.tx, there.now, [{ id: deps.ids.uuid(), type: grantRequested, data }]);
    const actor = { kind: "system" as const, id: data.agencyId };
    await deps.notifications.notify(
      { ...there, actor },
      {
        kind: "grant_requested",
        memberIds: await listNotifiedMembers(there.tx),
        conversationId: null,
        messageId: null,
        detail: data.grantId,
      },
    );
  }

  /**
   * In the organization `there`, which has no agency. Asks nothing if it has got one meanwhile, or the agency already has a pending
   * request.
   */
  async function ask(there: TxContext, request: queries.LinkRequestRow, agency: { id: string; name: string }): Promise<void> {
    const open = await findGrantOf(there.tx, agency.id, "pending", true);
    if (open !== null && (open.expires_at === null || open.expires_at > there.now)) return;
    if (open !== null) await settleGrant(there.tx, there.now, open.id, "revoked", wireId("org", agency.id));
    const grant = await insertGrant(there.tx, there.now, {
      id: deps.ids.uuid(),
      agencyId: agency.id,
      agencyName: agency.name,
      scopes: request.scopes,
      message: request.message,
      requestedBy: request.requested_by,
      acceptedBy: null,
      expiresAt: request.expires_at,
      linkRequestId: request.id,
    });
    await recordAudit(there, deps.ids, "agency_grant.requested", wireId("grn", grant.id), { scopes: grant.scopes, link: true });
    await notifyRequest(there, grant);
  }

  /** Withdraws the other grants of the same request, in whichever organization they are pending. */
  async function withdrawOthers(ctx: TxContext, agencyId: string, requestId: string, by: string, except: string | null): Promise<void> {
    for (const { tenant_id, id } of await queries.listPendingGrants(deps.database, agencyId, requestId)) {
      if (id === except) continue;
      await asTenant(ctx.tx, tenant_id, (tx) => withdrawGrant(tx, ctx.now, id, by));
    }
  }

  return {
    notifyRequest,

    /**
     * In the organization, before the grant's row is locked. An acceptance or a withdrawal holds the request while it ends grants in other
     * organizations, so whoever answers must not hold one of those and wait for the request.
     */
    async lock(ctx: TxContext, agencyId: string, requestId: string): Promise<void> {
      await asTenant(ctx.tx, agencyId, (tx) => queries.findLinkRequest(tx, requestId, true));
    },

    /** In the organization: notifies both sides of its answer. */
    async notifyAnswer(ctx: TxContext, row: GrantRow, status: "accepted" | "refused"): Promise<void> {
      const data = { ...dataOf(row), status };
      const event = () => ({ id: deps.ids.uuid(), type: grantAnswered, data });
      await appendEvents(ctx.tx, ctx.now, [event()]);
      await asTenant(ctx.tx, row.agency_id, (tx) => appendEvents(tx, ctx.now, [event()]));
    },

    /**
     * In the organization, with the request's row and the grant's locked. Throws forbidden for a session that is not an owner's own, or a key
     * that lacks a scope of an owner; conflict if it has an agency, or the agency has withdrawn the request.
     */
    async accept(ctx: TxContext, row: GrantRow, requestId: string): Promise<void> {
      const by = { actor: ctx.actor, role: ctx.session?.role ?? null, scopes: ctx.scopes };
      // Otherwise an administrator could with a key what they cannot themselves.
      if (ctx.session?.bound === true || !hasAllOf(by, "owner"))
        throw new AppError("forbidden", {
          message:
            "Only an owner, with a sign-in of their own, can make the organization a client of an agency. A key needs all scopes of an owner.",
        });
      const client = wireId("org", row.tenant_id);
      await asTenant(ctx.tx, row.agency_id, async (tx) => {
        const request = await queries.findLinkRequest(tx, requestId);
        if (request === null || request.status !== "pending")
          throw new AppError("conflict", { message: "The agency no longer requests this." });
        const linked = await queries.linkClient(tx, ctx.now, row.tenant_id, request.reference).catch((error: unknown) => {
          throw sqlState(error) === "23505"
            ? new AppError("conflict", { message: "The organization already has an agency. It must end that relationship first." })
            : error;
        });
        if (!linked) throw new AppError("conflict", { message: "The organization is already a client of this agency." });
        await queries.settleLinkRequest(tx, ctx.now, requestId, "accepted", row.tenant_id);
        const there: TxContext = {
          ...ctx,
          tenantId: row.agency_id,
          homeTenantId: row.tenant_id,
          session: null,
          actor: { kind: "system", id: client },
          tx,
        };
        await recordAudit(there, deps.ids, "agency_client.linked", client, { linkRequestId: wireId("lnk", requestId) });
      });
      await withdrawOthers(ctx, row.agency_id, requestId, client, row.id);
      await deps.onLinked(ctx, row.agency_id);
      await recordAudit(ctx, deps.ids, "agency_client.linked", client, { agencyId: wireId("org", row.agency_id) });
    },

    /**
     * Settles the request once the last organization asked has refused, or revoked its grant. With the request's row locked: of
     * organizations that refuse at once, none sees the others' answers before they are committed.
     */
    async decline(ctx: TxContext, row: GrantRow, requestId: string): Promise<void> {
      const others = (await queries.listPendingGrants(deps.database, row.agency_id, requestId)).filter(({ id }) => id !== row.id);
      if (others.length > 0) return;
      await asTenant(ctx.tx, row.agency_id, async (tx) => {
        const request = await queries.findLinkRequest(tx, requestId);
        if (request?.status === "pending") await queries.settleLinkRequest(tx, ctx.now, requestId, "declined", null);
      });
    },

    // The agency's side.
    async list(ctx: TxContext, page: { limit: number; cursor?: string | undefined; status?: LinkRequestStatus | undefined }) {
      const filters = { list: "link requests", status: page.status ?? null };
      const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
      const rows = await queries.listLinkRequests(ctx.tx, { status: page.status ?? null, now: ctx.now }, after, page.limit + 1);
      return deps.pager.page(
        ctx.tenantId,
        filters,
        rows,
        page.limit,
        (row) => [row.position, row.id],
        (row) => render(row, ctx.now),
      );
    },

    async get(ctx: TxContext, wire: string): Promise<LinkRequest> {
      return render(await find(ctx, wire), ctx.now);
    },

    /**
     * 400 for anything but an id or an address; 429 beyond the daily limit. Otherwise the response is the same, whether somebody is found
     * or not.
     */
    async request(ctx: TxContext, input: CreateLinkRequest): Promise<LinkRequest> {
      const text = input.organization.trim();
      const email = text.includes("@") ? readEmail(text, "organization") : null;
      if (email === null && !text.startsWith("org_"))
        throw invalidField("organization", "invalid_format", "organization must be an id (org_…) or the e-mail address of an owner.");
      const message = input.message?.trim();
      if (message === "") throw invalidField("message", "too_short");
      const expiresAt = readExpiry(input.expiresAt ?? undefined, ctx.now, "expiresAt") ?? new Date(ctx.now.getTime() + lifeMs);
      if (expiresAt.getTime() > ctx.now.getTime() + lifeMsMax)
        throw invalidField("expiresAt", "out_of_range", "The date must be at most 90 days ahead.");
      const { count, first } = await queries.countLinkRequests(ctx.tx, new Date(ctx.now.getTime() - dayMs));
      if (count >= requestsPerDayMax && first !== null)
        throw new AppError("rate_limited", {
          message: `An agency can make at most ${requestsPerDayMax} requests a day.`,
          retryAfterSeconds: Math.max(1, Math.ceil((first.getTime() + dayMs - ctx.now.getTime()) / 1000)),
        });
      const request = await queries.insertLinkRequest(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        organization: email ?? text,
        scopes: inOrder(input.scopes),
        message: message ?? null,
        reference: input.reference?.trim() || null,
        by: actorWireId(ctx.actor),
        expiresAt,
      });
      const { name } = await tenantName(ctx.tx);
      const asked = await queries.findOrganizationsToAsk(
        deps.database,
        { id: email === null ? parseWireId("org", text) : null, email },
        organizationsMax,
      );
      for (const tenantId of asked) await inClientTenant(ctx, tenantId, (there) => ask(there, request, { id: ctx.tenantId, name }));
      await recordAudit(ctx, deps.ids, "agency_link.requested", wireId("lnk", request.id), { scopes: request.scopes });
      return render(request, ctx.now);
    },

    /** 409 unless it is pending. */
    async withdraw(ctx: TxContext, wire: string): Promise<LinkRequest> {
      const row = await find(ctx, wire, true);
      const status = statusOf(row, ctx.now);
      if (status !== "pending") throw new AppError("invalid_transition", { message: `The request is ${status}.` });
      await withdrawOthers(ctx, ctx.tenantId, row.id, wireId("org", ctx.tenantId), null);
      await queries.settleLinkRequest(ctx.tx, ctx.now, row.id, "withdrawn", null);
      await recordAudit(ctx, deps.ids, "agency_link.withdrawn", wire);
      return render(await find(ctx, wire), ctx.now);
    },
  };
}

export type LinksService = ReturnType<typeof createLinksService>;

function statusOf(row: queries.LinkRequestRow, now: Date): LinkRequestStatus {
  return row.status === "pending" && row.expires_at <= now ? "expired" : row.status;
}

function render(row: queries.LinkRequestRow, now: Date): LinkRequest {
  return {
    id: wireId("lnk", row.id),
    organization: row.organization,
    scopes: row.scopes,
    message: row.message,
    reference: row.reference,
    status: statusOf(row, now),
    clientId: row.client_id === null ? null : wireId("org", row.client_id),
    requestedBy: row.requested_by,
    expiresAt: row.expires_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
