import { readEmail, verifyPasswordOf, type WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { InstallationSecrets } from "#platform/crypto/installation-secrets.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import { productName } from "#platform/http/openapi.ts";
import type { PersonContext } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Attempt, Attempts } from "./attempts/attempts.ts";
import * as queries from "./auth.queries.ts";
import type { ProveTwoFactor, TwoFactor } from "./auth.schema.ts";
import { hashBackupCode, newBackupCodes } from "./backup-codes.ts";
import { auditEverywhere } from "./person-audit.ts";
import { secretPlace, takeCode } from "./second-factor-check.ts";
import { describeTotp, newTotpSecret, stepOfCode } from "./totp.ts";

export interface TwoFactorDeps {
  database: Database;
  ids: IdSource;
  clock: Clock;
  installationSecrets: InstallationSecrets;
  /** The name under which the person's organization presents the service; null: the product's own. */
  brandOf(query: WorkerQuery, tenantId: string): Promise<{ name: string } | null>;
}

export interface ProvenIdentity {
  email: string;
  attempt: Attempt;
}

type Prepared = Omit<PersonContext, "tx">;

export function createTwoFactorService(deps: TwoFactorDeps, attempts: Attempts) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);
  const audit = (ctx: PersonContext, action: string) => auditEverywhere(ctx.tx.query, deps.ids, { ...ctx, userId: ctx.actor.id, action });

  async function newCodes(ctx: PersonContext): Promise<{ backupCodes: string[] }> {
    const backupCodes = newBackupCodes();
    await queries.replaceBackupCodes(
      ctx.tx.query,
      ctx.actor.id,
      backupCodes.map((code) => hashBackupCode(code) as Buffer),
    );
    return { backupCodes };
  }

  /** Checks the enabled second factor and uses the code up. Throws 409 without one, 403 for a wrong code. */
  async function useCode(ctx: PersonContext, code: string): Promise<void> {
    const factor = await queries.findSecondFactor(ctx.tx.query, ctx.actor.id, true);
    if (factor === null || factor.enabled_at === null) throw notEnabled();
    if (!(await takeCode(ctx.tx.query, deps.installationSecrets, ctx.actor.id, factor.secret, code, ctx.now))) throw wrong("code");
  }

  return {
    async get(ctx: PersonContext): Promise<TwoFactor> {
      const factor = await queries.findSecondFactor(ctx.tx.query, ctx.actor.id);
      const enabledAt = factor?.enabled_at ?? null;
      return { enabled: enabledAt !== null, enabledAt: enabledAt?.toISOString() ?? null, backupCodesLeft: factor?.codes_left ?? 0 };
    },

    /** Before the transaction: the person confirms their identity. 403 for a wrong password, 429 after too many. */
    async proveIdentity(ctx: Prepared, input: { password: string }): Promise<ProvenIdentity> {
      const attempt = await attempts.attempt({ person: ctx.actor.id });
      const person = await queries.getPerson(worker, ctx.actor.id);
      if (!(await verifyPasswordOf(input.password, person.password_hash))) throw wrong("password");
      return { email: person.email, attempt };
    },

    /** Before the transaction: entering a code counts as an attempt. */
    count: (ctx: Prepared): Promise<Attempt> => attempts.attempt({ person: ctx.actor.id }),

    /**
     * Creates a secret for an authenticator app. It has no effect until its first code is verified. 409 if one is
     * enabled.
     */
    async start(ctx: PersonContext, proven: ProvenIdentity): Promise<{ secret: string; uri: string }> {
      const secret = newTotpSecret();
      const sealed = deps.installationSecrets.seal(secretPlace(ctx.actor.id), secret);
      if (!(await queries.startSecondFactor(ctx.tx.query, ctx.actor.id, sealed, ctx.now))) {
        throw new AppError("conflict", { message: "Two-factor authentication is already enabled. Disable it first." });
      }
      await proven.attempt.succeeded(ctx.tx.query);
      return describeTotp(secret, proven.email, (await deps.brandOf(ctx.tx.query, ctx.tenantId))?.name ?? productName);
    },

    /**
     * Enables it, with the first code as proof that the app has the secret. 403 for a wrong code; 409 if none was
     * started, or one is already enabled.
     */
    async verify(ctx: PersonContext, code: string, attempt: Attempt): Promise<{ backupCodes: string[] }> {
      const { id } = ctx.actor;
      const factor = await queries.findSecondFactor(ctx.tx.query, id, true);
      if (factor === null)
        throw new AppError("conflict", { message: "Two-factor setup has not been started. Start it with POST /auth/two-factor." });
      if (factor.enabled_at !== null) throw new AppError("conflict", { message: "Two-factor authentication is already enabled." });
      const secret = deps.installationSecrets.open(secretPlace(id), factor.secret);
      const step = stepOfCode(secret, code.replaceAll(/\s/g, ""), ctx.now);
      if (step === null || !(await queries.takeStep(ctx.tx.query, id, step))) throw wrong("code");
      await queries.enableSecondFactor(ctx.tx.query, id, ctx.now);
      // Sessions that signed in with only the password must sign in again.
      await queries.endSessions(ctx.tx.query, id, ctx.session.sessionId);
      await audit(ctx, "second_factor.enabled");
      await attempt.succeeded(ctx.tx.query);
      return newCodes(ctx);
    },

    async disable(ctx: PersonContext, input: ProveTwoFactor, proven: ProvenIdentity): Promise<TwoFactor> {
      await useCode(ctx, input.code);
      await queries.removeSecondFactor(ctx.tx.query, ctx.actor.id);
      // Whoever disabled it may not be the person: no other session continues with only a password behind it.
      await queries.endSessions(ctx.tx.query, ctx.actor.id, ctx.session.sessionId);
      await audit(ctx, "second_factor.disabled");
      await proven.attempt.succeeded(ctx.tx.query);
      return { enabled: false, enabledAt: null, backupCodesLeft: 0 };
    },

    /**
     * For the operator of the installation, of somebody who can show no code any more. Their sessions end. Returns who it
     * is (uuid). 404 for an unknown address, 409 without a second factor.
     */
    async removeFor(address: string): Promise<{ userId: string }> {
      const [email, now] = [readEmail(address), deps.clock.now()];
      return deps.database.workerTransaction(async (query) => {
        const person = await queries.findPersonByEmail(query, email);
        if (person === null) throw notFound(email);
        const factor = await queries.findSecondFactor(query, person.id, true);
        if (factor === null || factor.enabled_at === null) throw notEnabled();
        await queries.removeSecondFactor(query, person.id);
        await queries.endSessions(query, person.id, null);
        const by = { kind: "system", id: "operator" } as const;
        await auditEverywhere(query, deps.ids, { now, requestId: "", userId: person.id, action: "second_factor.removed", by });
        return { userId: person.id };
      });
    },

    /** Creates ten new codes; the old ones become void. */
    async renewBackupCodes(ctx: PersonContext, input: ProveTwoFactor, proven: ProvenIdentity): Promise<{ backupCodes: string[] }> {
      await useCode(ctx, input.code);
      await audit(ctx, "second_factor.codes_renewed");
      await proven.attempt.succeeded(ctx.tx.query);
      return newCodes(ctx);
    },
  };
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

function wrong(field: "code" | "password"): AppError {
  const message = field === "code" ? "The code is wrong or already used." : "The password is wrong.";
  return new AppError("forbidden", { message, details: [{ field, issue: "unknown" }] });
}

function notEnabled(): AppError {
  return new AppError("conflict", { message: "Two-factor authentication is not enabled." });
}
