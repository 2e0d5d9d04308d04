import { type Static, Type } from "typebox";
import { actorWireId } from "#platform/auth/actor.ts";
import { hashToken, isToken, mintToken } from "#platform/auth/session-token.ts";
import type { MemberRole } from "#platform/auth/roles.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { Context, PublicContext } from "#platform/http/context.ts";
import { type AnyRoute, type PublicResponse, publicRoute } from "#platform/http/route.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Attempts } from "../attempts/attempts.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import { insertSession, type Maker } from "../auth.queries.ts";
import { Session } from "../auth.schema.ts";
import { auditIn } from "../person-audit.ts";
import { renderSession } from "../sessions.service.ts";
import {
  creatorOfKey,
  memberForKey,
  creatorStanding,
  standingOf,
  findLink,
  saveLink,
  take,
  reachesFurther,
} from "./login-links.queries.ts";

const lifeMs = 10 * 60_000;
/** For sessions from another credential's link, unless they end earlier anyway. */
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

/** Links that replace a password once (docs/subsystems/people/agents.md, Login links). */
export function createLoginLinks(deps: LoginLinkDeps, attempts: Attempts) {
  return {
    /**
     * Whether a session of this person would reach further than a single tenant's administrators may: into another
     * tenant, the platform, or around a second factor. Runs as the cross-tenant worker, because it reads the person's
     * other memberships.
     */
    reachesFurther: (userId: string, tenantId: string) => reachesFurther((statement) => deps.database.worker(statement), userId, tenantId),

    /**
     * The recipient of a key's link that names nobody: the member who created the key, otherwise the oldest member;
     * only active ones with one of `roles` whose session reaches no further than the tenant. null: none. Runs as the
     * cross-tenant worker, as above.
     */
    async memberFor(key: { id: string; tenantId: string }, roles: readonly MemberRole[]): Promise<string | null> {
      const [made] = await creatorOfKey(deps.database, key.tenantId, key.id);
      const [row] = await memberForKey(deps.database, key.tenantId, roles, parseWireId("agt", made?.created_by ?? ""));
      return row?.user_id ?? null;
    },

    /**
     * The current access of a link's two people, stored with the link. 401 if the calling session has ended or has
     * another role, even if a cache says otherwise; null for a person who is not a member. Runs as the cross-tenant
     * worker, because passwords and other tenants belong to the person.
     */
    async standings(ctx: Pick<Context, "tenantId" | "actor" | "session">, userId: string): Promise<Standings | null> {
      const { tenantId, actor, session } = ctx;
      let maker: string | null = null;
      if (session !== null) {
        const [row] = await creatorStanding(deps.database, session.sessionId, tenantId, session.role);
        if (row === undefined) throw new AppError("unauthorized");
        maker = row.standing;
      }
      const own = session !== null && actor.id === userId;
      const [row] = await standingOf(deps.database, tenantId, userId, own ? null : tenantId);
      return row === undefined ? null : { subject: row.standing, maker: own ? null : maker };
    },

    /**
     * A link's owner; null: it is unknown, used or expired. Does not use it up; 429 after too many invalid ones. Runs
     * as the worker, because the owner is unknown.
     */
    async preview(ctx: PublicContext, token: string): Promise<{ name: string; email: string; tenantName: string } | null> {
      if (!isToken(token)) return null;
      const attempt = await attempts.attempt({ address: networkOf(ctx.address) });
      const [row] = await findLink(deps.database, hashToken(token), ctx.now);
      if (row === undefined) return null;
      await attempt.takeBack();
      return row;
    },

    /**
     * Creates a link; the previous one becomes void. `madeBy`: null for the person's own. Runs in the request's
     * transaction. `standings` were read before everything else that matters, so that a change in between yields a link
     * that cannot sign in.
     */
    async mint(tx: Tx, now: Date, userId: string, madeBy: Maker | null, standings: Standings): Promise<{ token: string; expiresAt: Date }> {
      const { token, hash } = mintToken();
      const expiresAt = new Date(now.getTime() + lifeMs);
      await saveLink(
        tx,
        userId,
        hash,
        madeBy !== null,
        expiresAt,
        now,
        madeBy?.kind ?? null,
        madeBy?.id ?? null,
        standings.subject,
        standings.maker,
      );
      return { token, expiresAt };
    },

    /**
     * 400 for a token that is unknown, used or expired; 403 for a person who is no longer an active member, or whom the
     * link's creator may no longer sign in. A session from another credential's link is bound: to the tenant, to eight
     * hours, to the expiry of the key that created it.
     */
    async use(ctx: PublicContext, input: { token: string }): Promise<PublicResponse<Static<typeof SignedInByLink>>> {
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
        // Suspended since the link was created.
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

/** See platform/auth/link-validity.ts. */
export interface Standings {
  subject: string;
  /** Null for a link created by a key, and for the person's own. */
  maker: string | null;
}
