import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import { mailsAbout, mailsSince, queueMail } from "#modules/people/mail/index.ts";
import { readEmail } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { hasAllOf, type MemberRole, roleAbove } from "#platform/auth/roles.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import * as queries from "./invitations.queries.ts";
import { seatAllowance } from "./seat-allowance.ts";
import type { CreateInvitation, Invitation, InvitationStatus } from "./invitations.schema.ts";

export interface InvitationsDeps {
  ids: IdSource;
  pager: Pager;
  entitlements: Pick<EntitlementsService, "claim">;
}

const lifeMs = 7 * 86_400_000;
const dayMs = 86_400_000;
/** Mails per invitation and day, so that an inviter cannot flood a stranger. */
const mailsPerDay = 10;
/** Mails per tenant and day, so that a stolen key cannot send spam. */
const tenantMailsPerDay = 500;

export function createInvitationsService(deps: InvitationsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.InvitationRow> {
    const id = parseWireId("inv", wire);
    const row = id === null ? null : await queries.findInvitation(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  function refuseRole(ctx: TxContext, role: MemberRole): void {
    const by = { actor: ctx.actor, role: ctx.session?.role ?? null, scopes: ctx.scopes };
    if (!hasAllOf(by, role)) throw roleAbove(by, role, [{ field: "role", issue: "not_allowed" }]);
  }

  async function sendMail(ctx: TxContext, id: string, email: string, expiresAt: Date): Promise<void> {
    const since = new Date(ctx.now.getTime() - dayMs);
    if ((await mailsSince(ctx.tx.query, ctx.tenantId, "invitation", since, tenantMailsPerDay)) >= tenantMailsPerDay) {
      throw new AppError("rate_limited", {
        message: `An organization can send at most ${tenantMailsPerDay} invitations a day.`,
        retryAfterSeconds: 3_600,
      });
    }
    await queueMail(ctx.tx.query, {
      tenantId: ctx.tenantId,
      id: deps.ids.uuid(),
      kind: "invitation",
      recipient: email,
      aboutId: id,
      now: ctx.now,
      giveUpAt: expiresAt,
    });
  }

  return {
    async list(ctx: TxContext, page: { limit: number; cursor?: string | undefined; status?: InvitationStatus | undefined }) {
      const filters = { list: "invitations", status: page.status ?? null };
      const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
      const rows = await queries.listInvitations(ctx.tx, page.status, ctx.now, after, page.limit + 1);
      return deps.pager.page(
        ctx.tenantId,
        filters,
        rows,
        page.limit,
        (row) => [row.position, row.id],
        (row) => renderInvitation(row, ctx.now),
      );
    },

    async get(ctx: TxContext, wire: string): Promise<Invitation> {
      return renderInvitation(await find(ctx.tx, wire), ctx.now);
    },

    /**
     * 403 for a role above the caller's, and entitlement_exceeded; 409 already_exists for a member, and for an address
     * with an open invitation, naming it; 429 for too many mails in a day.
     */
    async create(ctx: TxContext, input: CreateInvitation): Promise<Invitation> {
      const email = readEmail(input.email);
      const name = input.name?.trim();
      if (name === "") throw invalidField("name", "too_short");
      refuseRole(ctx, input.role);
      if (await queries.isMember(ctx.tx, email)) throw exists("This address already belongs to a member.", null);
      const open = await queries.findPendingInvitation(ctx.tx, email);
      if (open !== null && open.expires_at > ctx.now) throw exists("This address already has an open invitation.", open.id);
      if (open !== null) await queries.revokeInvitation(ctx.tx, ctx.now, open.id);
      await deps.entitlements.claim(ctx.tx, ctx.now, seatAllowance.name);
      const id = deps.ids.uuid();
      const expiresAt = new Date(ctx.now.getTime() + lifeMs);
      await queries
        .insertInvitation(ctx.tx, ctx.now, {
          id,
          email,
          name: name ?? null,
          role: input.role,
          invitedBy: actorWireId(ctx.actor),
          expiresAt,
        })
        .catch((error: unknown) => {
          throw sqlState(error) === "23505" ? exists("This address already has an open invitation.", null) : error;
        });
      await sendMail(ctx, id, email, expiresAt);
      await recordAudit(ctx, deps.ids, "invitation.created", wireId("inv", id), { role: input.role });
      return renderInvitation(await find(ctx.tx, wireId("inv", id)), ctx.now);
    },

    /**
     * For an open invitation: `profile` is merged into what acceptance will copy, in stored form. 403 for a role above
     * the caller's. Throws not_found.
     */
    async update(
      ctx: TxContext,
      wire: string,
      input: { name?: string | undefined; role?: MemberRole | undefined; profile: object },
    ): Promise<void> {
      const row = await find(ctx.tx, wire, true);
      if (row.state !== "pending") throw notFound(wire);
      const role = input.role ?? row.role;
      // As for members: name and profile confer no rights.
      if (ctx.actor.kind !== "api" || input.role !== undefined) {
        refuseRole(ctx, row.role);
        refuseRole(ctx, role);
      }
      await queries.updateInvitation(ctx.tx, ctx.now, row.id, { name: input.name ?? row.name, role, profile: input.profile });
      await recordAudit(ctx, deps.ids, "invitation.updated", wire, { role });
    },

    async exists(ctx: TxContext, wire: string): Promise<void> {
      await find(ctx.tx, wire);
    },

    /**
     * Sends another mail and extends the invitation by seven days; the link in the earlier mail becomes void once the
     * new one is sent. 403 entitlement_exceeded for an expired invitation, which no longer held a seat; 409 unless
     * pending or expired.
     */
    async resend(ctx: TxContext, wire: string): Promise<Invitation> {
      const row = await find(ctx.tx, wire, true);
      if (row.state !== "pending") throw new AppError("conflict", { message: `The invitation is ${row.state}.` });
      refuseRole(ctx, row.role);
      if (row.expires_at <= ctx.now) await deps.entitlements.claim(ctx.tx, ctx.now, seatAllowance.name);
      const mails = await mailsAbout(ctx.tx.query, ctx.tenantId, row.id, new Date(ctx.now.getTime() - dayMs));
      if (mails.count >= mailsPerDay) {
        throw new AppError("rate_limited", {
          message: `An invitation can be sent at most ${mailsPerDay} times a day.`,
          retryAfterSeconds: 3_600,
        });
      }
      const expiresAt = new Date(ctx.now.getTime() + lifeMs);
      await queries.prolongInvitation(ctx.tx, ctx.now, row.id, expiresAt);
      // A mail still queued will carry the new expiry.
      if (!mails.waiting) await sendMail(ctx, row.id, row.email, expiresAt);
      await recordAudit(ctx, deps.ids, "invitation.resent", wire);
      return renderInvitation(await find(ctx.tx, wire), ctx.now);
    },

    /**
     * It stays listed as revoked; revoking it again changes nothing. 403 for a role above the caller's; 409 for an
     * accepted one: remove the member instead.
     */
    async revoke(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      if (row.state === "accepted") throw new AppError("conflict", { message: "The invitation was accepted. Remove the member instead." });
      refuseRole(ctx, row.role);
      if (row.state === "pending") {
        await queries.revokeInvitation(ctx.tx, ctx.now, row.id);
        await recordAudit(ctx, deps.ids, "invitation.revoked", wire);
      }
      return { id: wire, deleted: true };
    },
  };
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;

function exists(message: string, id: string | null): AppError {
  return new AppError("already_exists", {
    message,
    details: [{ field: "email", issue: "exists", ...(id === null ? {} : { id: wireId("inv", id) }) }],
  });
}

const mailStatus = { ready: "queued", leased: "queued", sent: "sent", failed: "failed", dropped: "failed" } as const;

function renderInvitation(row: queries.InvitationRow, now: Date): Invitation {
  return {
    id: wireId("inv", row.id),
    email: row.email,
    name: row.name,
    role: row.role,
    status: row.state === "pending" && row.expires_at <= now ? "expired" : row.state,
    invitedBy: row.invited_by,
    mailStatus: row.mail_state === null ? "queued" : mailStatus[row.mail_state],
    mailError: row.mail_error,
    expiresAt: row.expires_at.toISOString(),
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
