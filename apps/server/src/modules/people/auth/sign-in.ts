import { membershipsOf, verifyPasswordOf } from "#modules/organizations/tenants/index.ts";
import { hashToken, isToken, mintToken } from "#platform/auth/session-token.ts";
import type { InstallationSecrets } from "#platform/crypto/installation-secrets.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PublicContext } from "#platform/http/context.ts";
import type { PublicResponse } from "#platform/http/route.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Attempts } from "./attempts/attempts.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import * as queries from "./auth.queries.ts";
import type { SignedIn, SignIn } from "./auth.schema.ts";
import { auditIn } from "./person-audit.ts";
import { takeCode } from "./second-factor-check.ts";
import { renderSession } from "./sessions.service.ts";

export interface SignInDeps {
  database: Database;
  ids: IdSource;
  wake: Wake;
  log: Log;
  installationSecrets: InstallationSecrets;
  sessionLifeMs: number;
}

export function createSignIn(deps: SignInDeps, attempts: Attempts) {
  const worker = <R extends object>(statement: Parameters<Database["worker"]>[0]) => deps.database.worker<R>(statement);

  return {
    /**
     * 401 for a wrong e-mail address, password or code: the same response after the same time, so that nobody learns
     * who has an account. 429 after too many attempts. 403 forbidden for the right credentials of a person who is
     * suspended, belongs to no tenant, or not to the one they name.
     */
    async signIn(ctx: PublicContext, input: SignIn): Promise<PublicResponse<SignedIn>> {
      const email = input.email.trim().toLowerCase();
      const network = networkOf(ctx.address);
      const attempt = await attempts.attempt({ address: network, accountAtAddress: `${email}\0${network}`, account: email });
      const person = await queries.findPersonByEmail(worker, email);
      const right = await verifyPasswordOf(input.password, person?.password_hash ?? null);
      if (person === null || !right) {
        deps.log.info({ address: ctx.address }, "a sign-in failed");
        throw new AppError("unauthorized", { message: "The e-mail address or password is wrong." });
      }
      if (person.second_factor !== null && input.code === undefined) {
        // Only this attempt: otherwise somebody with the password could guess codes without limit.
        await attempt.takeBack();
        return { body: { secondFactorRequired: true, session: null } };
      }
      const { token, hash: tokenHash } = mintToken();
      const expiresAt = new Date(ctx.now.getTime() + deps.sessionLifeMs);
      const session = await deps.database.workerTransaction(async (query) => {
        if (person.second_factor !== null) {
          const taken = await takeCode(query, deps.installationSecrets, person.id, person.second_factor, input.code ?? "", ctx.now);
          if (!taken) {
            throw new AppError("unauthorized", {
              message: "The code is wrong or already used.",
              details: [{ field: "code", issue: "unknown" }],
            });
          }
        }
        const tenantId = await tenantOf(query, person.id, input.tenantId);
        // A browser has one session: its previous one ends here, whoever it belonged to.
        if (ctx.sessionToken !== null && isToken(ctx.sessionToken)) await queries.endSessionByToken(query, hashToken(ctx.sessionToken));
        const made = await queries.insertSession(query, {
          id: deps.ids.uuid(),
          userId: person.id,
          tokenHash,
          tenantId,
          address: ctx.address,
          userAgent: ctx.userAgent,
          now: ctx.now,
          expiresAt,
          link: null,
          accessVersion: person.access_version,
        });
        if (made === null) {
          const now = await queries.findPersonByEmail(query, email);
          if (now === null || now.suspended) throw new AppError("forbidden", { message: "This account is suspended." });
          // Changed while it was checked: what was right then proves nothing now.
          throw new AppError("unauthorized", { message: "The e-mail address or password is wrong." });
        }
        await auditIn(query, deps.ids, tenantId, { ...ctx, userId: person.id, action: "session.started" });
        return made;
      });
      if (ctx.sessionToken !== null) deps.wake.hint("sessions");
      await attempt.succeeded();
      return { body: { secondFactorRequired: false, session: renderSession(session, session.id) }, session: { token, expiresAt } };
    },

    /** Checks the password without starting a session: 401 and 429 as when signing in. */
    async checkPassword(ctx: PublicContext, input: { email: string; password: string }): Promise<void> {
      const email = input.email.trim().toLowerCase();
      const network = networkOf(ctx.address);
      const attempt = await attempts.attempt({ address: network, accountAtAddress: `${email}\0${network}`, account: email });
      const person = await queries.findPersonByEmail(worker, email);
      const right = await verifyPasswordOf(input.password, person?.password_hash ?? null);
      if (person === null || !right) {
        throw new AppError("unauthorized", {
          message: "The e-mail address or password is wrong.",
          details: [{ field: "password", issue: "unknown" }],
        });
      }
      // Only this attempt: where a code is required, a correct password alone must not allow more attempts.
      await attempt.takeBack();
    },

    /** Ends the cookie's session, if it is valid. Repeating it has no further effect. */
    async signOut(ctx: PublicContext): Promise<PublicResponse<{ signedOut: true }>> {
      const token = ctx.sessionToken;
      if (token !== null && isToken(token)) {
        await deps.database.workerTransaction(async (query) => {
          const ended = await queries.endSessionByToken(query, hashToken(token));
          if (ended === null) return;
          await auditIn(query, deps.ids, ended.current_tenant_id, { ...ctx, userId: ended.user_id, action: "session.ended" });
        });
        deps.wake.hint("sessions");
      }
      return { body: { signedOut: true }, session: null };
    },
  };
}

export type SignInService = ReturnType<typeof createSignIn>;

async function tenantOf(query: Parameters<typeof membershipsOf>[0], userId: string, wanted: string | undefined): Promise<string> {
  const memberships = await membershipsOf(query, userId);
  const found = wanted === undefined ? memberships[0] : memberships.find(({ tenantId }) => tenantId === wanted);
  const tenantId = found === undefined ? null : parseWireId("org", found.tenantId);
  if (tenantId === null) {
    throw new AppError("forbidden", {
      message: wanted === undefined ? "You are not a member of any organization." : "You are not a member of that organization.",
    });
  }
  return tenantId;
}
