import { queueMail } from "#modules/people/mail/index.ts";
import { markEmailVerified, membershipsOf, readEmail, verifyPasswordOf, type WorkerQuery } from "#modules/organizations/tenants/index.ts";
import { hashToken, isToken } from "#platform/auth/session-token.ts";
import type { Verifier } from "#platform/auth/verifier.ts";
import { sqlState, type Database } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { PersonContext, PublicContext } from "#platform/http/context.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import type { PublicResponse } from "#platform/http/route.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Attempts } from "./attempts/attempts.ts";
import { getPerson } from "./auth.queries.ts";
import * as queries from "./emails.queries.ts";
import type { ChangeEmail, ConfirmEmail, EmailConfirmed, OwnEmail } from "./emails.schema.ts";
import { auditEverywhere, auditIn } from "./person-audit.ts";

export interface EmailsDeps {
  database: Database;
  ids: IdSource;
  wake: Wake;
  verifier: Pick<Verifier, "verifySession">;
}

/** How long a mail's link is valid, from the request. */
export const proofLifeMs = 24 * 3_600_000;

export interface ProofPreview {
  userId: string;
  /** The address to confirm. */
  email: string;
  /** It replaces another address. */
  change: boolean;
  /**
   * The current address, shown only in the person's own session. Null: the holder of the link must prove their identity
   * with the password.
   */
  present: string | null;
  /** Already confirmed, and still valid. */
  already: boolean;
}

/** Confirming and changing addresses. See docs/subsystems/people/people.md, E-mail addresses. */
export function createEmailsService(deps: EmailsDeps, attempts: Attempts) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);

  /** False: the person no longer belongs to any tenant, so there is none to send the mail. */
  async function mailTo(
    query: WorkerQuery,
    userId: string,
    mail: { kind: "email_verification" | "email_change" | "email_change_notice" | "email_changed"; recipient: string; now: Date },
  ): Promise<boolean> {
    const [first] = await membershipsOf(query, userId);
    if (first === undefined) return false;
    await queueMail(query, {
      ...mail,
      tenantId: parseWireId("org", first.tenantId) as string,
      id: deps.ids.uuid(),
      aboutId: userId,
      giveUpAt: new Date(mail.now.getTime() + proofLifeMs),
    });
    return true;
  }

  async function ask(query: WorkerQuery, userId: string, purpose: queries.ProofPurpose, email: string, now: Date): Promise<void> {
    await queries.saveProof(query, { userId, purpose, email, now, expiresAt: new Date(now.getTime() + proofLifeMs) });
    await mailTo(query, userId, { kind: purpose === "change" ? "email_change" : "email_verification", recipient: email, now });
  }

  async function own(query: WorkerQuery, userId: string, now: Date): Promise<OwnEmail> {
    const row = await queries.findOwnEmail(query, userId, now);
    if (row === null) throw new Error("the person of a session does not exist");
    return {
      email: row.email,
      verifiedAt: row.email_verified_at?.toISOString() ?? null,
      pending:
        row.pending_email === null || row.asked_at === null || row.expires_at === null
          ? null
          : { email: row.pending_email, askedAt: row.asked_at.toISOString(), expiresAt: row.expires_at.toISOString() },
    };
  }

  /**
   * Whether the browser is signed in as this person, by their own sign-in: a session from a link that somebody else
   * created does not count.
   */
  async function isSignedIn(ctx: PublicContext, userId: string): Promise<boolean> {
    if (ctx.sessionToken === null || !isToken(ctx.sessionToken)) return false;
    try {
      const credential = await deps.verifier.verifySession(ctx.sessionToken, ctx.address);
      return credential.id === userId && !credential.bound;
    } catch (error) {
      if (error instanceof AppError && error.code === "unauthorized") return false;
      throw error;
    }
  }

  /**
   * A mistyped new address may have sent the link to a stranger, so the person must prove their identity too. 401
   * without either proof, counted as a sign-in attempt; 429 after too many.
   */
  async function proveIdentity(ctx: PublicContext, proof: queries.ProofRow, password: string | undefined): Promise<"session" | "password"> {
    if (await isSignedIn(ctx, proof.user_id)) return "session";
    if (password === undefined) {
      throw new AppError("unauthorized", {
        message: "Sign in to the account that the address is for, or enter its password.",
        details: [{ field: "password", issue: "required" }],
      });
    }
    const attempt = await attempts.attempt({ accountAtAddress: `${proof.present}\0${networkOf(ctx.address)}`, account: proof.present });
    const person = await getPerson(worker, proof.user_id);
    if (!(await verifyPasswordOf(password, person.password_hash))) {
      throw new AppError("unauthorized", { message: "The password is wrong.", details: [{ field: "password", issue: "unknown" }] });
    }
    // Only this attempt, as when joining: where a code is required, a correct password alone must not allow more
    // attempts.
    await attempt.takeBack();
    return "password";
  }

  /** `by`: how the person proved their identity; null: no proof was needed, because nothing changes. */
  async function confirmIn(
    query: WorkerQuery,
    ctx: PublicContext,
    seen: queries.ProofRow,
    tokenHash: Buffer,
    by: "session" | "password" | null,
  ): Promise<EmailConfirmed> {
    // Read again under the person's lock: of two concurrent requests the second waits here and finds the link used. A
    // password change in the meantime has cancelled the change of address.
    const person = await queries.lockPerson(query, seen.user_id);
    const proof = await queries.findProof(query, tokenHash, ctx.now);
    if (person === null || proof === null) throw unknownToken();
    if (person.suspended_at !== null) throw suspended();
    const { user_id: userId, email } = proof;
    if (proof.used_at !== null) {
      if (proof.present !== email) throw unknownToken();
      return { email, changed: proof.purpose === "change", already: true };
    }
    if (proof.purpose === "verification") {
      // The address has been changed since.
      if (proof.present !== email) throw unknownToken();
      await markEmailVerified(query, userId, ctx.now);
      await queries.useProof(query, userId, proof.purpose, ctx.now);
      await auditEverywhere(query, deps.ids, { ...ctx, userId, action: "email.verified" });
      return { email, changed: false, already: false };
    }
    if (by === null) throw new Error("a change of an address is about to be confirmed by nobody");
    if ((await queries.ownerOf(query, email)) !== null) throw taken();
    const tenants = await queries.moveEmail(query, userId, proof.present, email, ctx.now);
    if (tenants === null) throw unknownToken();
    await queries.useProof(query, userId, proof.purpose, ctx.now);
    // In every tenant with the address, including those where the person is suspended.
    for (const tenantId of tenants) await auditIn(query, deps.ids, tenantId, { ...ctx, userId, action: "email.changed", changes: { by } });
    await mailTo(query, userId, { kind: "email_changed", recipient: proof.present, now: ctx.now });
    return { email, changed: true, already: false };
  }

  return {
    get: (ctx: PersonContext): Promise<OwnEmail> => own(ctx.tx.query, ctx.actor.id, ctx.now),

    /** Before the transaction, so that every requested mail counts, whatever happens later. */
    async prepareVerification(ctx: Omit<PersonContext, "tx">): Promise<void> {
      const person = await getPerson(worker, ctx.actor.id);
      const owner = await queries.ownerOf(worker, person.email);
      if (owner?.email_verified_at == null) await attempts.attempt({ proof: person.email });
    },

    /** Mails a link to the person's own address. 409 if it is already verified. */
    async requestVerification(ctx: PersonContext): Promise<OwnEmail> {
      const { query } = ctx.tx;
      const found = await own(query, ctx.actor.id, ctx.now);
      if (found.verifiedAt !== null) throw new AppError("conflict", { message: "The address is already confirmed." });
      await ask(query, ctx.actor.id, "verification", found.email, ctx.now);
      await auditEverywhere(query, deps.ids, { ...ctx, userId: ctx.actor.id, action: "email.verification_requested" });
      return found;
    },

    /**
     * Before the transaction: the person confirms their identity. 403 for a wrong password, 429 after too many; also
     * 429 after too many mails to one address, or to addresses of one person's choice.
     */
    async prepareChange(ctx: Omit<PersonContext, "tx">, input: ChangeEmail): Promise<PreparedChange> {
      const email = readEmail(input.email);
      const attempt = await attempts.attempt({ person: ctx.actor.id });
      const person = await getPerson(worker, ctx.actor.id);
      if (!(await verifyPasswordOf(input.password, person.password_hash))) {
        throw new AppError("forbidden", { message: "The password is wrong.", details: [{ field: "password", issue: "unknown" }] });
      }
      await attempt.succeeded();
      await attempts.attempt({ emailChange: ctx.actor.id, proof: email });
      return { email, passwordHash: person.password_hash };
    },

    /**
     * Mails a link to the new address and a notice to the old one, which remains in use until the link is confirmed.
     * The response is the same for an address that another account has: only the reader of its mails learns that. 409
     * if it is already the person's own, or the password was changed at the same time; 403 for a person suspended at
     * the same time.
     */
    async requestChange(ctx: PersonContext, { email, passwordHash }: PreparedChange): Promise<OwnEmail> {
      const { query } = ctx.tx;
      const person = await queries.lockPerson(query, ctx.actor.id);
      if (person === null || person.suspended_at !== null) throw suspended();
      if (person.password_hash !== passwordHash) throw new AppError("conflict");
      const present = await own(query, ctx.actor.id, ctx.now);
      if (present.email === email) throw new AppError("conflict", { message: "This is already your address." });
      await ask(query, ctx.actor.id, "change", email, ctx.now);
      await mailTo(query, ctx.actor.id, { kind: "email_change_notice", recipient: present.email, now: ctx.now });
      await auditEverywhere(query, deps.ids, { ...ctx, userId: ctx.actor.id, action: "email.change_requested" });
      return own(query, ctx.actor.id, ctx.now);
    },

    /** Repeating it has no further effect. */
    async cancelChange(ctx: PersonContext): Promise<OwnEmail> {
      const { query } = ctx.tx;
      if (await queries.dropEmailChange(query, ctx.actor.id))
        await auditEverywhere(query, deps.ids, { ...ctx, userId: ctx.actor.id, action: "email.change_cancelled" });
      return own(query, ctx.actor.id, ctx.now);
    },

    /**
     * Records a request for a new link. A job finds out later whether an account is waiting to confirm the address, so
     * the response reveals nothing. Anybody may request one, so it costs the person nothing: neither their own mails of
     * the hour nor their valid links.
     */
    async requestLink(ctx: PublicContext, input: { email: string }): Promise<PublicResponse<{ accepted: true }>> {
      const email = readEmail(input.email);
      await attempts.attempt({ address: networkOf(ctx.address), emailLink: email });
      await queries.insertLinkRequest(worker, deps.ids.uuid(), email, ctx.now);
      deps.wake.hint("mail");
      return { body: { accepted: true } };
    },

    /** Turns one request into a mail, in one transaction. False if there was none. */
    async sendRequested(now: Date): Promise<boolean> {
      return deps.database.workerTransaction(async (query) => {
        const request = await queries.takeLinkRequest(query);
        if (request === null) return false;
        if (request.created_at.getTime() + 3_600_000 <= now.getTime()) return true;
        const owner = await queries.ownerOf(query, request.email);
        if (owner !== null) {
          if (owner.email_verified_at !== null || owner.suspended_at !== null) return true;
          const proof = { userId: owner.id, purpose: "verification" as const, email: request.email, now };
          await queries.renewProof(query, { ...proof, expiresAt: new Date(now.getTime() + proofLifeMs) });
          await mailTo(query, owner.id, { kind: "email_verification", recipient: request.email, now });
          return true;
        }
        const waiting = await queries.findChangeTo(query, request.email, now);
        // The time to confirm is not extended: whoever requested the change may have forgotten it.
        if (waiting !== null) await mailTo(query, waiting.user_id, { kind: "email_change", recipient: request.email, now });
        return true;
      });
    },

    /** What a link would do; null: it is unknown, used or expired. Does not use it up; 429 after too many invalid ones. */
    async previewLink(ctx: PublicContext, token: string): Promise<ProofPreview | null> {
      if (!isToken(token)) return null;
      const attempt = await attempts.attempt({ address: networkOf(ctx.address) });
      const found = await queries.findProof(worker, hashToken(token), ctx.now);
      const gone = found === null || (found.present !== found.email && (found.used_at !== null || found.purpose === "verification"));
      if (gone) return null;
      await attempt.takeBack();
      return {
        userId: found.user_id,
        email: found.email,
        change: found.purpose === "change",
        present: (await isSignedIn(ctx, found.user_id)) ? found.present : null,
        already: found.used_at !== null,
      };
    },

    /**
     * 400 for a token that is unknown, used or expired; for a new address 401 without a session of that person (not
     * from another credential's login link) or their password; 403 for a suspended person; 409 already_exists if
     * another account has taken the new address. Sessions stay.
     */
    async confirm(ctx: PublicContext, input: ConfirmEmail): Promise<PublicResponse<EmailConfirmed>> {
      const attempt = await attempts.attempt({ address: networkOf(ctx.address) });
      if (!isToken(input.token)) throw unknownToken();
      const tokenHash = hashToken(input.token);
      const seen = await queries.findProof(worker, tokenHash, ctx.now);
      if (seen === null) throw unknownToken();
      const opens = seen.purpose === "change" && seen.used_at === null;
      const by = opens ? await proveIdentity(ctx, seen, input.password) : null;
      try {
        const body = await deps.database.workerTransaction((query) => confirmIn(query, ctx, seen, tokenHash, by));
        deps.wake.hint("mail");
        await attempt.takeBack();
        return { body };
      } catch (error) {
        // Another account took the address at the same moment.
        throw sqlState(error) === "23505" ? taken() : error;
      }
    },
  };
}

export type EmailsService = ReturnType<typeof createEmailsService>;

interface PreparedChange {
  email: string;
  /** The hash that the password was checked against. */
  passwordHash: string;
}

function suspended(): AppError {
  return new AppError("forbidden", { message: "This account is suspended." });
}

function unknownToken(): AppError {
  return invalidField("token", "unknown", "The link is invalid, used or expired. Request a new one.");
}

function taken(): AppError {
  return new AppError("already_exists", {
    message: "Another account has taken this address in the meantime. Your address stays as it is. Choose a different one.",
    details: [{ field: "email", issue: "exists" }],
  });
}
