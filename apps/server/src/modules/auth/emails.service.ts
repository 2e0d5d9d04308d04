import { type Composer, type MailContent, queueMail } from "#modules/mail/index.ts";
import { markEmailVerified, membershipsOf, readEmail, verifyPasswordOf, type WorkerQuery } from "#modules/tenants/index.ts";
import { hashToken, isToken, mintToken } from "#platform/auth/session-token.ts";
import { sqlState, type Database } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { PersonContext, PublicContext } from "#platform/http/context.ts";
import { networkOf } from "#platform/http/network.ts";
import type { PublicAnswer } from "#platform/http/route.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Attempts } from "./attempts.ts";
import { getPerson } from "./auth.queries.ts";
import * as queries from "./emails.queries.ts";
import type { ChangeEmail, EmailConfirmed, OwnEmail } from "./emails.schema.ts";
import { auditEverywhere } from "./person-audit.ts";

export interface EmailsDeps {
  database: Database;
  ids: IdSource;
  wake: Wake;
}

/** How long the link of a mail is good, from being asked for. */
export const proofLifeMs = 24 * 3_600_000;

export interface ProofPreview {
  userId: string;
  /** What is confirmed; where it differs from `present`, it takes its place. */
  email: string;
  present: string;
  change: boolean;
  /** Confirmed before, and still so. */
  already: boolean;
}

/** Whose an address is, and changing it. See docs/subsystems/people.md, E-mail addresses. */
export function createEmailsService(deps: EmailsDeps, attempts: Attempts) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);

  /** False: the person belongs nowhere (any more), so that no tenant's mail it would be. */
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
    await queries.putProof(query, { userId, purpose, email, now, expiresAt: new Date(now.getTime() + proofLifeMs) });
    await mailTo(query, userId, { kind: purpose === "change" ? "email_change" : "email_verification", recipient: email, now });
  }

  async function own(query: WorkerQuery, userId: string, now: Date): Promise<OwnEmail> {
    const row = await queries.findOwnEmail(query, userId, now);
    if (row === null) throw new Error("the person of a session is gone");
    return {
      email: row.email,
      verifiedAt: row.email_verified_at?.toISOString() ?? null,
      pending:
        row.pending_email === null || row.asked_at === null || row.expires_at === null
          ? null
          : { email: row.pending_email, askedAt: row.asked_at.toISOString(), expiresAt: row.expires_at.toISOString() },
    };
  }

  async function confirmIn(query: WorkerQuery, ctx: PublicContext, token: string): Promise<EmailConfirmed> {
    const seen = await queries.findProof(query, hashToken(token), ctx.now);
    if (seen === null) throw unknownToken();
    // Read again once the person is held: of two at once the second waits here, and finds it used.
    await queries.lockPerson(query, seen.user_id);
    const proof = await queries.findProof(query, hashToken(token), ctx.now);
    if (proof === null) throw unknownToken();
    const { user_id: userId, email } = proof;
    if (proof.used_at !== null) {
      if (proof.present !== email) throw unknownToken();
      return { email, changed: proof.purpose === "change", already: true };
    }
    const audit = (action: string) => auditEverywhere(query, deps.ids, { ...ctx, userId, action });
    if (proof.purpose === "verification") {
      // The address was changed since.
      if (proof.present !== email) throw unknownToken();
      await markEmailVerified(query, userId, ctx.now);
      await queries.useProof(query, userId, proof.purpose, ctx.now);
      await audit("email.verified");
      return { email, changed: false, already: false };
    }
    if ((await queries.ownerOf(query, email)) !== null) throw taken();
    if (!(await queries.moveEmail(query, userId, proof.present, email, ctx.now))) throw unknownToken();
    await queries.useProof(query, userId, proof.purpose, ctx.now);
    await audit("email.changed");
    await mailTo(query, userId, { kind: "email_changed", recipient: proof.present, now: ctx.now });
    return { email, changed: true, already: false };
  }

  return {
    get: (ctx: PersonContext): Promise<OwnEmail> => own(ctx.tx.query, ctx.actor.id, ctx.now),

    /** Before the transaction: mails that are asked for count, whatever becomes of them. */
    async prepareVerification(ctx: Omit<PersonContext, "tx">): Promise<void> {
      const person = await getPerson(worker, ctx.actor.id);
      const owner = await queries.ownerOf(worker, person.email);
      if (owner?.email_verified_at == null) await attempts.attempt({ proof: person.email });
    },

    /** A mail with a link to the person's own address. 409 when it is verified. */
    async requestVerification(ctx: PersonContext): Promise<OwnEmail> {
      const { query } = ctx.tx;
      const found = await own(query, ctx.actor.id, ctx.now);
      if (found.verifiedAt !== null) throw new AppError("conflict", { message: "The address is confirmed already." });
      await ask(query, ctx.actor.id, "verification", found.email, ctx.now);
      await auditEverywhere(query, deps.ids, { ...ctx, userId: ctx.actor.id, action: "email.verification_requested" });
      return found;
    },

    /**
     * Before the transaction: that it is them. 403 for a wrong password, after too many of them 429; also after too many mails to one
     * address, or to addresses of one person's choice.
     */
    async prepareChange(ctx: Omit<PersonContext, "tx">, input: ChangeEmail): Promise<{ email: string }> {
      const email = readEmail(input.email);
      const attempt = await attempts.attempt({ person: ctx.actor.id });
      const person = await getPerson(worker, ctx.actor.id);
      if (!(await verifyPasswordOf(input.password, person.password_hash))) {
        throw new AppError("forbidden", { message: "The password is wrong.", details: [{ field: "password", issue: "unknown" }] });
      }
      await attempt.succeeded();
      await attempts.attempt({ emailChange: ctx.actor.id, proof: email });
      return { email };
    },

    /**
     * A link goes to the new address, a notice to the old one, which stays in force until the link is confirmed. The answer is the same
     * when the address is somebody's: only whoever reads its mails is told. 409 when it is one's own already.
     */
    async requestChange(ctx: PersonContext, { email }: { email: string }): Promise<OwnEmail> {
      const { query } = ctx.tx;
      const present = await own(query, ctx.actor.id, ctx.now);
      if (present.email === email) throw new AppError("conflict", { message: "This is your address already." });
      await ask(query, ctx.actor.id, "change", email, ctx.now);
      await mailTo(query, ctx.actor.id, { kind: "email_change_notice", recipient: present.email, now: ctx.now });
      await auditEverywhere(query, deps.ids, { ...ctx, userId: ctx.actor.id, action: "email.change_requested" });
      return own(query, ctx.actor.id, ctx.now);
    },

    /** Twice is as good as once. */
    async cancelChange(ctx: PersonContext): Promise<OwnEmail> {
      const { query } = ctx.tx;
      if (await queries.dropEmailChange(query, ctx.actor.id))
        await auditEverywhere(query, deps.ids, { ...ctx, userId: ctx.actor.id, action: "email.change_cancelled" });
      return own(query, ctx.actor.id, ctx.now);
    },

    /** Notes that somebody wants a new link. Whether an account waits for the address is found out later, by a job: nothing tells. */
    async requestLink(ctx: PublicContext, input: { email: string }): Promise<PublicAnswer<{ accepted: true }>> {
      const email = readEmail(input.email);
      await attempts.attempt({ address: networkOf(ctx.address), proof: email });
      await queries.insertProofRequest(worker, deps.ids.uuid(), email, ctx.now);
      deps.wake.hint("mail");
      return { body: { accepted: true } };
    },

    /** One request turned into a mail, in one transaction. False when there was none. */
    async turnRequest(now: Date): Promise<boolean> {
      return deps.database.workerTransaction(async (query) => {
        const request = await queries.takeProofRequest(query);
        if (request === null) return false;
        if (request.created_at.getTime() + 3_600_000 <= now.getTime()) return true;
        const owner = await queries.ownerOf(query, request.email);
        if (owner !== null) {
          if (owner.email_verified_at === null) await ask(query, owner.id, "verification", request.email, now);
          return true;
        }
        const waiting = await queries.findChangeTo(query, request.email, now);
        // The time to confirm it goes on running: whoever asked for the change may have forgotten it.
        if (waiting !== null) await mailTo(query, waiting.user_id, { kind: "email_change", recipient: request.email, now });
        return true;
      });
    },

    /** What a link would do; null: it is unknown, used or too old. Uses nothing up; 429 after too many that are none. */
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
        present: found.present,
        change: found.purpose === "change",
        already: found.used_at !== null,
      };
    },

    /** 400 for a token that is unknown, used or too old; 409 already_exists when the new address became somebody else's. Sessions stay. */
    async confirm(ctx: PublicContext, input: { token: string }): Promise<PublicAnswer<EmailConfirmed>> {
      const attempt = await attempts.attempt({ address: networkOf(ctx.address) });
      if (!isToken(input.token)) throw unknownToken();
      try {
        const body = await deps.database.workerTransaction((query) => confirmIn(query, ctx, input.token));
        deps.wake.hint("mail");
        await attempt.takeBack();
        return { body };
      } catch (error) {
        // Somebody took the address at the same moment.
        throw sqlState(error) === "23505" ? taken() : error;
      }
    },

    /** The mails of this module. A token is made as its mail is: only its hash was ever stored. */
    mails: {
      email_verification: async (query, mail, now) => {
        const { token, hash } = mintToken();
        const [row, proof] = [
          await queries.findOwnEmail(query, mail.aboutId, now),
          { userId: mail.aboutId, purpose: "verification" as const, email: mail.recipient, tokenHash: hash, now },
        ];
        const due = row !== null && row.email === mail.recipient && row.email_verified_at === null;
        if (!due || !(await queries.setProofToken(query, proof))) return null;
        return {
          subject: "Confirm your e-mail address",
          paragraphs: [
            "Please confirm that this is the address of your account.",
            "The link is good for one day. If you have no account, do nothing.",
          ],
          action: { label: "Confirm the address", path: "/confirm-email", token, endpoint: "POST /api/v1/auth/email/confirm" },
        };
      },
      email_change: async (query, mail, now) => {
        const owner = await queries.ownerOf(query, mail.recipient);
        if (owner !== null) return owner.id === mail.aboutId ? null : addressInUse;
        const { token, hash } = mintToken();
        const proof = { userId: mail.aboutId, purpose: "change" as const, email: mail.recipient, tokenHash: hash, now };
        if (!(await queries.setProofToken(query, proof))) return null;
        return {
          subject: "Confirm your new e-mail address",
          paragraphs: [
            "This is to be the new address of your account. It takes the place of the present one once you confirm it.",
            "The link is good for one day. If you asked for nothing of the kind, do nothing: nothing changes.",
          ],
          action: { label: "Confirm the new address", path: "/confirm-email", token, endpoint: "POST /api/v1/auth/email/confirm" },
        };
      },
      email_change_notice: async (query, mail, now) => {
        const row = await queries.findOwnEmail(query, mail.aboutId, now);
        if (row === null || row.pending_email === null || row.email !== mail.recipient) return null;
        return {
          subject: "Your e-mail address is to be changed",
          paragraphs: [
            `Somebody who knows your password asked that ${row.pending_email} becomes the address of your account. Nothing changes until the link that was sent there is confirmed.`,
            "If it was not you, choose a new password at once: that also takes the change back.",
          ],
        };
      },
      email_changed: async () => ({
        subject: "Your e-mail address was changed",
        paragraphs: [
          "The address of your account was changed; you sign in with the new one from now on. Mails come here no more.",
          "If it was not you, tell an administrator of your organization at once.",
        ],
      }),
    } satisfies Record<string, Composer>,
  };
}

export type EmailsService = ReturnType<typeof createEmailsService>;

const addressInUse: MailContent = {
  subject: "You have an account already",
  paragraphs: [
    "Somebody, perhaps you, wanted to make this the address of their account. It is the address of an account already, so nothing changes.",
    "If you meant this account, sign in with this address. If it was not you, do nothing.",
  ],
};

function unknownToken(): AppError {
  return invalidField("token", "unknown", "The link is not valid, was used, or is too old. Ask for a new one.");
}

function taken(): AppError {
  return new AppError("already_exists", {
    message: "This address became that of another account in the meantime. Yours stays as it is; choose another one.",
    details: [{ field: "email", issue: "exists" }],
  });
}
