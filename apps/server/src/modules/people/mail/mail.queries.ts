import type { Statement, Tx } from "#platform/db/database.ts";
import type { Claimed } from "#platform/jobs/claim.ts";

/** Inside a tenant's transaction, or the worker's; every statement names the tenant. */
export type Query = <R extends object>(statement: Statement) => Promise<R[]>;

export type MailKind =
  | "invitation"
  | "password_reset"
  | "password_changed"
  | "low_balance"
  | "markup_raised"
  | "email_verification"
  | "email_change"
  | "email_change_notice"
  | "email_changed"
  | "webhook_failing"
  | "webhook_disabled";

export interface NewMail {
  tenantId: string;
  id: string;
  kind: MailKind;
  recipient: string;
  /** The invitation, user or app that the mail is about. */
  aboutId: string;
  now: Date;
  /** After this, the mail would contain a link that no longer works. */
  giveUpAt: Date;
}

/** Queues a mail in the transaction that causes it. Wake the topic `mail` after its commit. */
export async function queueMail(query: Query, mail: NewMail): Promise<void> {
  await query({
    name: "mail_insert",
    text: `insert into mails (tenant_id, id, kind, recipient, about_id, state, run_at, give_up_at, created_at)
           values ($1, $2, $3, $4, $5, 'ready', $6, $7, $6)`,
    values: [mail.tenantId, mail.id, mail.kind, mail.recipient, mail.aboutId, mail.now, mail.giveUpAt],
  });
}

/** How many mails about something were queued since an instant, and whether one is still waiting. */
export async function mailsAbout(
  query: Query,
  tenantId: string,
  aboutId: string,
  since: Date,
): Promise<{ count: number; waiting: boolean }> {
  const [row] = await query<{ count: number; waiting: boolean }>({
    name: "mails_about",
    text: `select count(*)::int as count, coalesce(bool_or(state in ('ready', 'leased')), false) as waiting from mails
            where tenant_id = $1 and about_id = $2 and created_at > $3`,
    values: [tenantId, aboutId, since],
  });
  return row ?? { count: 0, waiting: false };
}

/** How many mails of a kind a tenant has queued since an instant; stops counting at `max`. */
export async function mailsSince(query: Query, tenantId: string, kind: MailKind, since: Date, max: number): Promise<number> {
  const [row] = await query<{ count: number }>({
    name: "mails_since",
    text: `select count(*)::int as count from (
             select 1 from mails where tenant_id = $1 and kind = $2 and created_at > $3 limit $4) m`,
    values: [tenantId, kind, since, max],
  });
  return row?.count ?? 0;
}

export interface ClaimedMail extends Claimed {
  id: string;
  kind: MailKind;
  recipient: string;
  about_id: string;
  give_up_at: Date;
}

export async function tenantName(query: Query, tenantId: string): Promise<string> {
  const [row] = await query<{ name: string }>({
    name: "mail_tenant_name",
    text: "select name from tenants where tenant_id = $1",
    values: [tenantId],
  });
  return row?.name ?? "";
}

export interface Outcome {
  state: "sent" | "failed" | "dropped" | "ready";
  at: Date;
  error: string | null;
  runAt: Date | null;
  content: object | null;
}

/** False if another claim has taken over the lease: its outcome counts. */
export async function settleMail(
  query: Query,
  mail: Pick<ClaimedMail, "tenant_id" | "id" | "attempts">,
  outcome: Outcome,
): Promise<boolean> {
  const rows = await query({
    name: "mail_settle",
    text: `update mails set state = $4, error = $5, run_at = coalesce($6, run_at), sent_at = case when $4 = 'sent' then $7::timestamptz end,
             content = $8, lease_until = null
            where tenant_id = $1 and id = $2 and attempts = $3 and state = 'leased' returning 1`,
    values: [
      mail.tenant_id,
      mail.id,
      mail.attempts,
      outcome.state,
      outcome.error,
      outcome.runAt,
      outcome.at,
      outcome.content === null ? null : JSON.stringify(outcome.content),
    ],
  });
  return rows.length > 0;
}

export interface StoredMail {
  id: string;
  kind: MailKind;
  recipient: string;
  state: string;
  content: { subject: string; text: string; html: string } | null;
  created_at: Date;
}

/** The newest mails of all tenants, for the demo's page. */
export function newestMails(query: Query, limit: number): Promise<StoredMail[]> {
  return query<StoredMail>({
    name: "mails_newest",
    text: "select id, kind, recipient, state, content, created_at from mails order by created_at desc, id desc limit $1",
    values: [limit],
  });
}

export function retryFailedMails(tx: Tx, now: Date, limit: number, id: string | null = null): Promise<object[]> {
  return tx.query({
    name: "mails_queue_retry",
    text: `update mails set state = 'ready', run_at = $2, error = null
            where tenant_id = $1 and id in (
              select id from mails where tenant_id = $1 and state = 'failed' and give_up_at > $2 and ($4::uuid is null or id = $4) order by id limit $3 for update skip locked)
           returning 1`,
    values: [tx.tenantId, now, limit, id],
  });
}

export function discardFailedMail(tx: Tx, id: string): Promise<object[]> {
  return tx.query({
    name: "mails_queue_discard",
    text: "update mails set state = 'dropped' where tenant_id = $1 and id = $2 and state = 'failed' returning 1",
    values: [tx.tenantId, id],
  });
}
