import { type Static, Type } from "typebox";
import type { WorkerQuery } from "#modules/tenants/index.ts";
import { hashToken, isToken, mintToken } from "#platform/auth/session-token.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { PublicContext } from "#platform/http/context.ts";
import { type AnyRoute, type PublicAnswer, publicRoute } from "#platform/http/route.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Attempts } from "./attempts.ts";
import { networkOf } from "#platform/http/network.ts";
import { insertSession } from "./auth.queries.ts";
import { Session } from "./auth.schema.ts";
import { auditIn } from "./person-audit.ts";
import { renderSession } from "./sessions.service.ts";

const lifeMs = 10 * 60_000;

export const UseLoginLink = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 100, description: "What stands behind # in the link" }) },
  { title: "UseLoginLink" },
);
export const SignedInByLink = Type.Object({ session: Session }, { title: "SignedInByLink" });

export interface LoginLinkDeps {
  database: Database;
  ids: IdSource;
  wake: Wake;
  sessionLifeMs: number;
}

/** Links that stand in for a password, once (docs/subsystems/agents.md, Login links). */
export function createLoginLinks(deps: LoginLinkDeps, attempts: Attempts) {
  return {
    /**
     * Whether a session of this person would reach further than one tenant's administrators may: another tenant, the platform, or around a
     * second factor. As the cross-tenant worker: where else somebody is a member is the question.
     */
    reachesFurther: (userId: string, tenantId: string) => reachesFurther((statement) => deps.database.worker(statement), userId, tenantId),

    /** A new one; the one before is void. In the transaction of the request. */
    async mint(tx: Tx, now: Date, userId: string, byAnother: boolean): Promise<{ token: string; expiresAt: Date }> {
      const { token, hash } = mintToken();
      const expiresAt = new Date(now.getTime() + lifeMs);
      await tx.query({
        name: "login_link_put",
        text: `insert into login_links (tenant_id, user_id, token_hash, by_another, expires_at, created_at) values ($1, $2, $3, $4, $5, $6)
               on conflict (tenant_id, user_id) do update
                 set token_hash = excluded.token_hash, by_another = excluded.by_another, expires_at = excluded.expires_at,
                     created_at = excluded.created_at`,
        values: [tx.tenantId, userId, hash, byAnother, expiresAt, now],
      });
      return { token, expiresAt };
    },

    /** 400 for a token that is unknown, used or too old; 403 for somebody who is no active member (any more), or whom another may not sign in. */
    async use(ctx: PublicContext, input: { token: string }): Promise<PublicAnswer<Static<typeof SignedInByLink>>> {
      const attempt = await attempts.attempt({ address: networkOf(ctx.address) });
      const { token, hash: tokenHash } = mintToken();
      const expiresAt = new Date(ctx.now.getTime() + deps.sessionLifeMs);
      const session = await deps.database.workerTransaction(async (query) => {
        const link = isToken(input.token) ? await take(query, hashToken(input.token), ctx.now) : null;
        if (link === null) throw invalidField("token", "unknown", "The link is not valid, was used, or is too old. Ask for a new one.");
        const { user_id: userId, tenant_id: tenantId } = link;
        if (!link.is_active || (link.by_another && (await reachesFurther(query, userId, tenantId)))) {
          throw new AppError("forbidden", { message: "This link signs nobody in any more." });
        }
        const made = await insertSession(query, {
          id: deps.ids.uuid(),
          userId,
          tokenHash,
          tenantId,
          address: ctx.address,
          userAgent: ctx.userAgent,
          now: ctx.now,
          expiresAt,
        });
        // Suspended since the link was made.
        if (made === null) throw new AppError("forbidden", { message: "This account is suspended." });
        await auditIn(query, deps.ids, tenantId, { ...ctx, userId, action: "session.started", changes: { by: "login_link" } });
        return made;
      });
      deps.wake.hint("sessions");
      await attempt.takeBack();
      return { body: { session: renderSession(session, session.id) }, session: { token, expiresAt } };
    },
  };
}

export type LoginLinks = ReturnType<typeof createLoginLinks>;

export function loginLinkRoutes(links: LoginLinks): AnyRoute[] {
  return [
    publicRoute({
      method: "POST",
      path: "/auth/login-link",
      operationId: "useLoginLink",
      tag: "Sign-in",
      summary: "Sign in with the token of a login link; the session is in a cookie",
      description: "Works once, within ten minutes of GET /agents-management/login-link.",
      scope: null,
      body: UseLoginLink,
      response: SignedInByLink,
      example: { body: { token: "Zk3mQ…" } },
      handle: (ctx, body) => links.use(ctx, body),
    }),
  ];
}

interface LinkRow {
  tenant_id: string;
  user_id: string;
  by_another: boolean;
  is_active: boolean;
}

/** Used up by removal. As the cross-tenant worker: whose token it is is unknown until it is found. */
async function take(query: WorkerQuery, tokenHash: Buffer, now: Date): Promise<LinkRow | null> {
  const [row] = await query<LinkRow>({
    name: "login_link_take",
    text: `delete from login_links l where l.token_hash = $1 and l.expires_at > $2
           returning l.tenant_id, l.user_id, l.by_another,
             exists (select from members m where m.tenant_id = l.tenant_id and m.user_id = l.user_id and m.status = 'active') as is_active`,
    values: [tokenHash, now],
  });
  return row ?? null;
}

async function reachesFurther(query: WorkerQuery, userId: string, tenantId: string): Promise<boolean> {
  const [row] = await query<{ further: boolean }>({
    name: "login_link_reach",
    text: `select u.platform_admin
                  or exists (select from user_second_factors f where f.user_id = u.id and f.enabled_at is not null)
                  or exists (select from members m where m.user_id = u.id and m.tenant_id <> $2 and m.status <> 'removed') as further
             from users u where u.id = $1`,
    values: [userId, tenantId],
  });
  return row?.further !== false;
}
