import type { Attempts } from "#modules/people/auth/index.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import type { Composer } from "#modules/people/mail/index.ts";
import {
  checkPasswordLength,
  findUserByEmail,
  hashPassword,
  insertMember,
  insertUser,
  markEmailVerified,
  type WorkerQuery,
} from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { hashToken, isToken, mintToken } from "#platform/auth/session-token.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { PublicContext } from "#platform/http/context.ts";
import type { PublicResponse } from "#platform/http/route.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import * as queries from "./invitations.queries.ts";
import type { AcceptedInvitation, AcceptInvitation, InvitationPreview } from "./invitations.schema.ts";

export interface AcceptingDeps {
  database: Database;
  ids: IdSource;
  attempts: Attempts;
  /** Runs when a person joins, in the same transaction, as the cross-tenant worker. */
  joined?: (query: WorkerQuery, now: Date, member: { tenantId: string; role: string }) => Promise<void>;
}

/** The invited person's side: the token from the mail is the only credential. */
export function createAccepting(deps: AcceptingDeps) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);

  async function find(ctx: PublicContext, token: string): Promise<queries.OpenInvitationRow> {
    const attempt = await deps.attempts.attempt({ address: networkOf(ctx.address) });
    const found = isToken(token) ? await queries.findByToken(worker, hashToken(token), ctx.now) : null;
    if (found === null) throw unknownToken();
    await attempt.takeBack();
    return found;
  }

  return {
    async preview(ctx: PublicContext, input: { token: string }): Promise<PublicResponse<InvitationPreview>> {
      const found = await find(ctx, input.token);
      return {
        body: {
          email: found.email,
          name: found.name,
          role: found.role,
          tenantName: found.tenant_name,
          existingUser: found.is_user,
          expiresAt: found.expires_at.toISOString(),
        },
      };
    },

    /**
     * Adds the person as a member, and creates a user if the address has none. 400 for a token that is unknown, used,
     * revoked or expired, for a new account without a password, and for a password given for an existing account; 409
     * for an existing member.
     */
    async accept(ctx: PublicContext, input: AcceptInvitation): Promise<PublicResponse<AcceptedInvitation>> {
      const found = await find(ctx, input.token);
      if (found.is_user && input.password !== undefined) {
        throw invalidField("password", "not_allowed", "This address already has an account and keeps its password. Leave `password` out.");
      }
      if (!found.is_user && input.password === undefined)
        throw invalidField("password", "required", "Choose a password for the new account.");
      if (input.password !== undefined) checkPasswordLength(input.password);
      if (input.name !== undefined && input.name.trim() === "") throw invalidField("name", "too_short");
      // Hashing takes time, so it happens outside the transaction.
      const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
      const body = await deps.database.workerTransaction(async (query): Promise<AcceptedInvitation> => {
        // Under its lock: of two concurrent requests the second finds it used.
        const open = await queries.findByToken(query, hashToken(input.token), ctx.now, true);
        if (open === null) throw unknownToken();
        const userId = await userOf(query, open, passwordHash, ctx.now);
        const name = input.name?.trim() ?? open.name ?? (open.email.split("@", 1)[0] as string);
        const member = { tenantId: open.tenant_id, userId, name, email: open.email, role: open.role };
        if (!(await insertMember(query, ctx.now, member))) {
          throw new AppError("already_exists", { message: "You are already a member of this organization." });
        }
        // The token came by mail, which proves the address.
        await markEmailVerified(query, userId, ctx.now);
        await queries.acceptInvitation(query, ctx.now, open.tenant_id, open.id, userId);
        await deps.joined?.(query, ctx.now, member);
        await recordAudit(
          {
            tenantId: open.tenant_id,
            actor: { kind: "member", id: userId },
            scopes: new Set(),
            session: null,
            requestId: ctx.requestId,
            now: ctx.now,
            tx: { tenantId: open.tenant_id, query },
          },
          deps.ids,
          "invitation.accepted",
          wireId("inv", open.id),
          { memberId: wireId("agt", userId), role: open.role },
        );
        return {
          tenantId: wireId("org", open.tenant_id),
          tenantName: open.tenant_name,
          userId: wireId("usr", userId),
          agentId: wireId("agt", userId),
          email: open.email,
          name,
          role: open.role,
        };
      });
      return { body };
    },

    compose: (async (query, mail, now, tenantName) => {
      const { token, hash } = mintToken();
      const open = await queries.setToken(query, mail.tenantId, mail.aboutId, hash, now);
      if (open === null) return null;
      return {
        subject: `You are invited to ${tenantName}`,
        paragraphs: [
          `You are invited to join ${tenantName} as ${open.role}.`,
          `The invitation works once, until ${open.expires_at.toISOString().slice(0, 10)}. If you did not expect it, ignore this e-mail.`,
        ],
        action: { label: "Accept the invitation", path: "/accept-invitation", token, endpoint: "POST /api/v1/auth/invitations/accept" },
      };
    }) satisfies Composer,
  };

  async function userOf(query: WorkerQuery, open: { id: string; email: string }, passwordHash: string | null, now: Date): Promise<string> {
    const known = await findUserByEmail(query, open.email);
    // An account created since the check above keeps its password.
    if (known !== null && passwordHash === null) return known.id;
    // The invitation's id, so that the agent keeps the id that they have had so far (docs/subsystems/people/agents.md).
    const { id, email } = open;
    if (known !== null || passwordHash === null || !(await insertUser(query, now, { id, email, passwordHash }))) {
      throw new AppError("conflict", { message: "The account changed at the same time. Try again." });
    }
    return id;
  }
}

export type Accepting = ReturnType<typeof createAccepting>;

function unknownToken(): AppError {
  return invalidField("token", "unknown", "The invitation is invalid, used, withdrawn or expired. Request a new one.");
}
