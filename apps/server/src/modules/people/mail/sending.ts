import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { Claims, ClaimSource } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { type ClaimedMail, type MailKind, type Outcome, type Query, settleMail, tenantName } from "./mail.queries.ts";
import { type MailBrand, type MailContent, type RenderedMail, renderMail } from "./render.ts";
import { MailError, type MailTransport } from "./transport.ts";

export interface Mail {
  tenantId: string;
  id: string;
  recipient: string;
  aboutId: string;
}

/**
 * Creates a mail's content when it is sent, in a separate transaction (the worker's): a token is generated here and
 * only its hash is stored. Runs again for a further attempt. null: the mail no longer has a reason.
 */
export type Composer = (query: Query, mail: Mail, now: Date, tenantName: string) => Promise<MailContent | null>;

export interface SendingDeps {
  database: Database;
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  composers: Record<MailKind, Composer>;
  /** "keep": a demo, which shows its mails on its own page. null: no transport is configured. */
  transport: MailTransport | "keep" | null;
  publicUrl(): string;
  /** The look of a tenant's mails; null: the product's own. */
  brandOf(query: Query, tenantId: string): Promise<MailBrand | null>;
}

export const mailSource: ClaimSource = {
  table: "mails",
  lane: "tenant_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: ["kind", "recipient", "about_id", "give_up_at"],
  setAside: "state = 'failed', error = reason",
};
const source = mailSource;
/**
 * So few that all claimed mails are tried long before their lease expires, however slow the server is (at most 40 s per
 * mail).
 */
const perTenant = 2;
const tenantsPerClaim = 10;
const atOnceMax = 5;
const leaseMs = 300_000;
const retryMs = [30_000, 120_000, 600_000, 3_600_000];
export const noServerError = "No mail server is configured. Set SMTP_URL and MAIL_FROM, then send again.";

/**
 * Sends queued mails: claimed, composed, handed to the server outside any transaction, settled. If a process dies in
 * between, the next claim takes the row, and the mail may arrive twice, under the same Message-ID.
 */
export function createMailSending(deps: SendingDeps): { loop: Loop } {
  const { database, clock } = deps;
  const worker: Query = (statement) => database.worker(statement);

  async function compose(claim: ClaimedMail): Promise<(RenderedMail & { brand: MailBrand | null }) | null> {
    return database.workerTransaction(async (query) => {
      const name = await tenantName(query, claim.tenant_id);
      const mail = { tenantId: claim.tenant_id, id: claim.id, recipient: claim.recipient, aboutId: claim.about_id };
      const content = await deps.composers[claim.kind](query, mail, clock.now(), name);
      if (content === null) return null;
      const brand = await deps.brandOf(query, claim.tenant_id);
      return { ...renderMail(content, { tenantName: name, publicUrl: deps.publicUrl(), brand }), brand };
    });
  }

  async function outcomeOf(claim: ClaimedMail): Promise<Outcome> {
    const settled = (state: Outcome["state"], error: string | null = null, content: object | null = null): Outcome => ({
      state,
      error,
      content,
      at: clock.now(),
      runAt: null,
    });
    if (claim.give_up_at <= clock.now()) return settled("failed", "It could not be sent in time.");
    if (deps.transport === null) return settled("failed", noServerError);
    try {
      const rendered = await compose(claim);
      if (rendered === null) return settled("dropped");
      if (deps.transport === "keep") return settled("sent", null, { subject: rendered.subject, text: rendered.text, html: rendered.html });
      const { brand, ...mail } = rendered;
      await deps.transport.send({
        ...mail,
        id: claim.id,
        to: claim.recipient,
        fromName: brand?.name ?? null,
        replyTo: brand?.supportEmail ?? null,
      });
      return settled("sent");
    } catch (error) {
      const message = error instanceof MailError ? error.message : "The e-mail could not be created.";
      deps.log.warn({ err: error, kind: claim.kind, mailId: claim.id }, "an e-mail was not sent");
      const runAt = new Date(clock.now().getTime() + (retryMs[Math.min(claim.attempts, retryMs.length) - 1] as number));
      const again = !(error instanceof MailError && !error.retryable) && runAt < claim.give_up_at;
      return again ? { ...settled("ready", message), runAt } : settled("failed", message);
    }
  }

  const loop = createLoop({
    name: "mails",
    wake: deps.wake,
    topics: ["mail"],
    pollMs: 5_000,
    log: deps.log,
    async run() {
      await deps.claims.returnExpired(source, clock.now());
      const claims = await deps.claims.claim<ClaimedMail>(source, {
        now: clock.now(),
        leaseMs,
        perLane: perTenant,
        lanes: tenantsPerClaim,
      });
      const queue = [...claims];
      const work = async () => {
        for (let claim = queue.shift(); claim !== undefined; claim = queue.shift()) {
          await settleMail(worker, claim, await outcomeOf(claim));
        }
      };
      await Promise.all(Array.from({ length: Math.min(atOnceMax, claims.length) }, work));
      return claims.length > 0;
    },
  });
  return { loop };
}
