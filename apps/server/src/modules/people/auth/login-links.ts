import { type Static, Type } from "typebox";
import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { hashToken, isToken, mintToken } from "#platform/auth/session-token.ts";
import type { MemberRole } from "#platform/auth/roles.ts";
import { linkStands, standing } from "#platform/auth/link-standing.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { Context, PublicContext } from "#platform/http/context.ts";
import { type AnyRoute, type PublicAnswer, publicRoute } from "#platform/http/route.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Attempts } from "./attempts.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import { insertSession, type Maker } from "./auth.queries.ts";
import { Session } from "./auth.schema.ts";
import { auditIn } from "./person-audit.ts";
import { renderSession } from "./sessions.service.ts";

const lifeMs = 10 * 60_000;
/** Of sessions by somebody else's link, unless sessions end earlier anyway. */
const boundLifeMs = 8 * 3_600_000;

export const UseLoginLink = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 100, description: "The value of `token=` in the link" }) },
  { title: "UseLoginLink" },
);
export const SignedInByLink = Type.Object({ session: Session }, { title: "SignedInByLink" });

export interface LoginLinkDeps {
  database: Database;
  ids: IdSource;
  wake: Wake;
  sessionLifeMs: number;
}

/** Links that stand in for a password, once (docs/subsystems/people/agents.md, Login links). */
export function createLoginLinks(deps: LoginLinkDeps, attempts: Attempts) {
  return {
    /**
     * Whether a session of this person would reach further than one tenant's administrators may: another tenant, the platform, or around a
     * second factor. As the cross-tenant worker: where else somebody is a member is the question.
     */
    reachesFurther: (userId: string, tenantId: string) => reachesFurther((statement) => deps.database.worker(statement), userId, tenantId),

    /**
     * Whom a key's link is for when it names nobody: the member who made the key, else the oldest one, of those that are active, have one of
     * `roles`, and whose session reaches no further than the tenant. null: there is none. As the cross-tenant worker, as above.
     */
    async memberFor(key: { id: string; tenantId: string }, roles: readonly MemberRole[]): Promise<string | null> {
      const [made] = await deps.database.worker<{ created_by: string | null }>({
        name: "login_link_key_maker",
        text: "select created_by from api_keys where tenant_id = $1 and id = $2",
        values: [key.tenantId, key.id],
      });
      const [row] = await deps.database.worker<{ user_id: string }>({
        name: "login_link_member",
        text: `select m.user_id from members m join users u on u.id = m.user_id
                where m.tenant_id = $1 and m.status = 'active' and m.role = any($2) and not ${further("$1")}
                order by m.user_id = $3 desc nulls last, m.created_at, m.user_id limit 1`,
        values: [key.tenantId, roles, parseWireId("agt", made?.created_by ?? "")],
      });
      return row?.user_id ?? null;
    },

    /**
     * What a link is made with: what its two people may do now. 401 when the session that asks is over, or is in another role, though a cache says
     * otherwise; null for somebody who is none here. As the cross-tenant worker: passwords and other tenants belong to the person.
     */
    async standings(ctx: Pick<Context, "tenantId" | "actor" | "session">, userId: string): Promise<Standings | null> {
      const { tenantId, actor, session } = ctx;
      let maker: string | null = null;
      if (session !== null) {
        const [row] = await deps.database.worker<{ standing: string }>({
          name: "login_link_maker_standing",
          text: `select ${standing("s.user_id", "s.current_tenant_id")} as standing from user_sessions s
                   join members m on m.tenant_id = s.current_tenant_id and m.user_id = s.user_id and m.status = 'active' and m.role = $3
                  where s.id = $1 and s.current_tenant_id = $2`,
          values: [session.sessionId, tenantId, session.role],
        });
        if (row === undefined) throw new AppError("unauthorized");
        maker = row.standing;
      }
      const own = session !== null && actor.id === userId;
      const [row] = await deps.database.worker<{ standing: string }>({
        name: "login_link_standing",
        text: `select ${standing("m.user_id", "$3::uuid")} as standing from members m where m.tenant_id = $1 and m.user_id = $2`,
        values: [tenantId, userId, own ? null : tenantId],
      });
      return row === undefined ? null : { subject: row.standing, maker: own ? null : maker };
    },

    /** Whose a link is; null: it is unknown, used or too old. Uses nothing up; 429 after too many that are none. As the worker: whose it is is unknown. */
    async preview(ctx: PublicContext, token: string): Promise<{ name: string; email: string; tenantName: string } | null> {
      if (!isToken(token)) return null;
      const attempt = await attempts.attempt({ address: networkOf(ctx.address) });
      const [row] = await deps.database.worker<{ name: string; email: string; tenantName: string }>({
        name: "login_link_preview",
        text: `select m.name, m.email, t.name as "tenantName" from login_links l
                 join members m on m.tenant_id = l.tenant_id and m.user_id = l.user_id join tenants t on t.tenant_id = l.tenant_id
                where l.token_hash = $1 and l.expires_at > $2`,
        values: [hashToken(token), ctx.now],
      });
      if (row === undefined) return null;
      await attempt.takeBack();
      return row;
    },

    /**
     * A new one; the one before is void. `madeBy`: null when it is the person's own. In the transaction of the request; `standings` were looked up before
     * what decides on it was read, so that a change in between makes a link that signs nobody in.
     */
    async mint(tx: Tx, now: Date, userId: string, madeBy: Maker | null, standings: Standings): Promise<{ token: string; expiresAt: Date }> {
      const { token, hash } = mintToken();
      const expiresAt = new Date(now.getTime() + lifeMs);
      await tx.query({
        name: "login_link_put",
        text: `insert into login_links (tenant_id, user_id, token_hash, by_another, expires_at, created_at, made_by_kind, made_by, standing, maker_standing)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
               on conflict (tenant_id, user_id) do update
                 set token_hash = excluded.token_hash, by_another = excluded.by_another, expires_at = excluded.expires_at,
                     created_at = excluded.created_at, made_by_kind = excluded.made_by_kind, made_by = excluded.made_by,
                     standing = excluded.standing, maker_standing = excluded.maker_standing`,
        values: [
          tx.tenantId,
          userId,
          hash,
          madeBy !== null,
          expiresAt,
          now,
          madeBy?.kind ?? null,
          madeBy?.id ?? null,
          standings.subject,
          standings.maker,
        ],
      });
      return { token, expiresAt };
    },

    /**
     * 400 for a token that is unknown, used or too old; 403 for somebody who is no active member (any more), or whom another may not sign in (any
     * more). By another's link, the session is bound: to the tenant, to eight hours, to the end of the key that made it.
     */
    async use(ctx: PublicContext, input: { token: string }): Promise<PublicAnswer<Static<typeof SignedInByLink>>> {
      const attempt = await attempts.attempt({ address: networkOf(ctx.address) });
      const { token, hash: tokenHash } = mintToken();
      const { session, expiresAt } = await deps.database.workerTransaction(async (query) => {
        const link = isToken(input.token) ? await take(query, hashToken(input.token), ctx.now) : null;
        if (link === null) throw invalidField("token", "unknown", "The link is invalid, used or expired. Request a new one.");
        const { user_id: userId, tenant_id: tenantId } = link;
        if (!link.is_active || !link.stands || (link.by_another && (await reachesFurther(query, userId, tenantId)))) {
          throw new AppError("forbidden", { message: "This link no longer works." });
        }
        const madeBy = link.made_by_kind === null ? null : { kind: link.made_by_kind, id: link.made_by as string };
        const lifeMs = madeBy === null ? deps.sessionLifeMs : Math.min(deps.sessionLifeMs, boundLifeMs);
        const expiresAt = new Date(Math.min(ctx.now.getTime() + lifeMs, link.key_expires_at?.getTime() ?? Number.POSITIVE_INFINITY));
        const made = await insertSession(query, {
          id: deps.ids.uuid(),
          userId,
          tokenHash,
          tenantId,
          address: ctx.address,
          userAgent: ctx.userAgent,
          now: ctx.now,
          expiresAt,
          link: { madeBy, standing: link.standing, makerStanding: link.maker_standing },
          accessVersion: null,
        });
        // Suspended since the link was made.
        if (made === null) throw new AppError("forbidden", { message: "This account is suspended." });
        await auditIn(query, deps.ids, tenantId, {
          ...ctx,
          userId,
          action: "session.started",
          changes: { by: "login_link", madeBy: madeBy === null ? null : actorWireId(madeBy) },
        });
        return { session: made, expiresAt };
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
      summary: "Sign in with a login link token; the session is stored in a cookie",
      description: "Valid once, within ten minutes of GET /agents-management/login-link.",
      scope: null,
      body: UseLoginLink,
      response: SignedInByLink,
      example: { body: { token: "Zk3mQ…" } },
      handle: (ctx, body) => links.use(ctx, body),
    }),
  ];
}

/** See platform/auth/link-standing.ts. */
export interface Standings {
  subject: string;
  /** Null where a key made the link, and for one's own. */
  maker: string | null;
}

interface LinkRow {
  tenant_id: string;
  user_id: string;
  by_another: boolean;
  is_active: boolean;
  made_by_kind: Maker["kind"] | null;
  made_by: string | null;
  /** Both people may still do what they might when it was made. */
  stands: boolean;
  standing: string;
  maker_standing: string | null;
  /** Of the key that made it. */
  key_expires_at: Date | null;
}

/** Used up by removal. As the cross-tenant worker: whose token it is is unknown until it is found. */
async function take(query: WorkerQuery, tokenHash: Buffer, now: Date): Promise<LinkRow | null> {
  const [row] = await query<LinkRow>({
    name: "login_link_take",
    text: `delete from login_links l where l.token_hash = $1 and l.expires_at > $2
           returning l.tenant_id, l.user_id, l.by_another, l.made_by_kind, l.made_by, l.standing, l.maker_standing,
             l.by_another = (l.made_by is not null) and coalesce(${linkStands("l", "l.tenant_id")}, false)
               and not exists (select from api_keys e where e.tenant_id = l.tenant_id and e.id = l.made_by and e.expires_at <= $2) as stands,
             (select e.expires_at from api_keys e where e.tenant_id = l.tenant_id and e.id = l.made_by) as key_expires_at,
             exists (select from members m where m.tenant_id = l.tenant_id and m.user_id = l.user_id and m.status = 'active') as is_active`,
    values: [tokenHash, now],
  });
  return row ?? null;
}

/** Whether the session of the user `u` would reach further than a tenant: somewhere else, or around a second factor. */
const further = (tenant: string) => `(u.platform_admin
  or exists (select from user_second_factors f where f.user_id = u.id and f.enabled_at is not null)
  or exists (select from members o where o.user_id = u.id and o.tenant_id <> ${tenant} and o.status <> 'removed'))`;

async function reachesFurther(query: WorkerQuery, userId: string, tenantId: string): Promise<boolean> {
  const [row] = await query<{ further: boolean }>({
    name: "login_link_reach",
    text: `select ${further("$2")} as further from users u where u.id = $1`,
    values: [userId, tenantId],
  });
  return row?.further !== false;
}
