import { type Mail, type MailContent, queueMail } from "#modules/people/mail/index.ts";
import {
  checkPasswordLength,
  hashPassword,
  membershipsOf,
  readEmail,
  verifyPasswordOf,
  markEmailVerified,
  type WorkerQuery,
} from "#modules/organizations/tenants/index.ts";
import { hashToken, isToken, mintToken } from "#platform/auth/session-token.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { PersonContext, PublicContext } from "#platform/http/context.ts";
import type { PublicResponse } from "#platform/http/route.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Attempts } from "./attempts/attempts.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import * as queries from "./auth.queries.ts";
import { dropEmailChange, lockPerson } from "./emails.queries.ts";
import type { ChangePassword, ConfirmPasswordReset } from "./auth.schema.ts";
import { auditEverywhere } from "./person-audit.ts";

export interface PasswordsDeps {
  database: Database;
  ids: IdSource;
  wake: Wake;
}

/** How long a mail's token is valid. */
export const resetLifeMs = 3_600_000;
const noticeLifeMs = 24 * 3_600_000;

export function createPasswordsService(deps: PasswordsDeps, attempts: Attempts) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);

  /** The person is notified, whoever made the change. */
  async function changed(query: WorkerQuery, person: { id: string; email: string }, ctx: { now: Date; requestId: string }, by: string) {
    // Whoever had the former password may have requested a change of address.
    await dropEmailChange(query, person.id);
    await auditEverywhere(query, deps.ids, { ...ctx, userId: person.id, action: "password.changed", changes: { by } });
    const [first] = await membershipsOf(query, person.id);
    if (first === undefined) return;
    await queueMail(query, {
      tenantId: parseWireId("org", first.tenantId) as string,
      id: deps.ids.uuid(),
      kind: "password_changed",
      recipient: person.email,
      aboutId: person.id,
      now: ctx.now,
      giveUpAt: new Date(ctx.now.getTime() + noticeLifeMs),
    });
  }

  return {
    /**
     * Records a request for a new password. A job finds out later whether the address has an account: neither the
     * response nor its timing can reveal it.
     */
    async requestReset(ctx: PublicContext, input: { email: string }): Promise<PublicResponse<{ accepted: true }>> {
      const email = readEmail(input.email);
      await attempts.attempt({ address: networkOf(ctx.address), reset: email });
      await queries.insertResetRequest(worker, deps.ids.uuid(), email, ctx.now);
      deps.wake.hint("mail");
      return { body: { accepted: true } };
    },

    /**
     * Turns one request into a mail. False if there was none. The request is removed in the transaction that queues the
     * mail, so a crash leaves exactly one of them. A request that is too old is dropped: nobody is waiting for that
     * mail any more.
     */
    async sendRequested(now: Date): Promise<boolean> {
      return deps.database.workerTransaction(async (query) => {
        const request = await queries.takeResetRequest(query);
        if (request === null) return false;
        const person = await queries.findPersonByEmail(query, request.email);
        const giveUpAt = new Date(request.created_at.getTime() + resetLifeMs);
        const [first] = person === null ? [] : await membershipsOf(query, person.id);
        if (person === null || first === undefined || giveUpAt <= now) return true;
        await queueMail(query, {
          tenantId: parseWireId("org", first.tenantId) as string,
          id: deps.ids.uuid(),
          kind: "password_reset",
          recipient: person.email,
          aboutId: person.id,
          now,
          giveUpAt,
        });
        return true;
      });
    },

    /** A token's owner; null: it is unknown, used or expired. Does not use it up; 429 after too many invalid ones. */
    async previewReset(ctx: PublicContext, token: string): Promise<{ email: string } | null> {
      if (!isToken(token)) return null;
      const attempt = await attempts.attempt({ address: networkOf(ctx.address) });
      const found = await queries.findResetToken(worker, hashToken(token), ctx.now);
      if (found === null) return null;
      await attempt.takeBack();
      return { email: found.email };
    },

    /** 400 for a token that is unknown, used or expired. Ends all of the person's sessions. */
    async confirmReset(ctx: PublicContext, input: ConfirmPasswordReset): Promise<PublicResponse<{ changed: true }>> {
      checkPasswordLength(input.password);
      const attempt = await attempts.attempt({ address: networkOf(ctx.address) });
      const tokenHash = isToken(input.token) ? hashToken(input.token) : null;
      const found = tokenHash === null ? null : await queries.findResetToken(worker, tokenHash, ctx.now);
      if (found === null || tokenHash === null) throw unknownToken();
      const passwordHash = await hashPassword(input.password);
      await deps.database.workerTransaction(async (query) => {
        // Locks the person first: of two concurrent requests the second waits here and finds the token used.
        await lockPerson(query, found.user_id);
        if (!(await queries.useResetToken(query, found.user_id, tokenHash, ctx.now))) throw unknownToken();
        await queries.setPassword(query, found.user_id, null, passwordHash);
        // The token came by mail, which proves the address.
        await markEmailVerified(query, found.user_id, ctx.now);
        await queries.endSessions(query, found.user_id, null);
        await changed(query, { id: found.user_id, email: found.email }, ctx, "reset");
      });
      deps.wake.hint("sessions");
      deps.wake.hint("mail");
      await attempt.takeBack();
      return { body: { changed: true } };
    },

    /** Before the transaction, because both hashes take time. 403 for a wrong current password, 429 after too many. */
    async prepareChange(ctx: Omit<PersonContext, "tx">, input: ChangePassword): Promise<{ from: string; to: string; email: string }> {
      checkPasswordLength(input.password);
      const attempt = await attempts.attempt({ person: ctx.actor.id });
      const person = await queries.getPerson(worker, ctx.actor.id);
      if (!(await verifyPasswordOf(input.currentPassword, person.password_hash))) {
        throw new AppError("forbidden", {
          message: "The current password is wrong.",
          details: [{ field: "currentPassword", issue: "unknown" }],
        });
      }
      await attempt.succeeded();
      return { from: person.password_hash, to: await hashPassword(input.password), email: person.email };
    },

    /** Ends all of the person's other sessions. 409 if the password was changed at the same time. */
    async change(ctx: PersonContext, prepared: { from: string; to: string; email: string }): Promise<{ changed: true }> {
      const { query } = ctx.tx;
      if (!(await queries.setPassword(query, ctx.actor.id, prepared.from, prepared.to))) throw new AppError("conflict");
      await queries.endSessions(query, ctx.actor.id, ctx.session.sessionId);
      await changed(query, { id: ctx.actor.id, email: prepared.email }, ctx, "person");
      return { changed: true };
    },

    /** The mails of this module. The token is created with its mail: only its hash is stored. */
    async composeReset(query: WorkerQuery, mail: Mail, now: Date): Promise<MailContent | null> {
      // A former address of the person must not give access.
      if ((await queries.findPersonByEmail(query, mail.recipient))?.id !== mail.aboutId) return null;
      const { token, hash } = mintToken();
      await queries.insertResetToken(query, mail.aboutId, hash, new Date(now.getTime() + resetLifeMs));
      return {
        subject: "Choose a new password",
        paragraphs: [
          "Someone, probably you, asked to reset the password of your account.",
          "The link works once, within one hour. If it was not you, ignore this e-mail. Your password stays as it is.",
        ],
        action: { label: "Choose a new password", path: "/reset-password", token, endpoint: "POST /api/v1/auth/password-reset/confirm" },
      };
    },

    async composeChanged(): Promise<MailContent> {
      return {
        subject: "Your password was changed",
        paragraphs: [
          "The password of your account was changed, and your other sessions were signed out.",
          "If it was not you, reset your password now and contact an administrator of your organization.",
        ],
      };
    },
  };
}

export type PasswordsService = ReturnType<typeof createPasswordsService>;

function unknownToken(): AppError {
  return invalidField("token", "unknown", "The link is invalid, used or expired. Request a new one.");
}
