import { createMailQueue } from "./mail.queue.ts";
import { wireId } from "#platform/ids/ids.ts";
import { newestMails } from "./mail.queries.ts";
import { createMailSending, type SendingDeps } from "./sending.ts";

export { mailsAbout, mailsSince, queueMail } from "./mail.queries.ts";
export type { MailBrand, MailContent } from "./render.ts";
export type { Composer, Mail } from "./sending.ts";
export { createSmtpTransport, type MailTransport } from "./transport.ts";

/**
 * Mails to people: invitations, new passwords. Other modules queue them (queueMail) and provide their text (composers).
 */
export function createMailModule(deps: SendingDeps) {
  return {
    loops: [createMailSending(deps).loop],
    queues: [createMailQueue(deps.database)],
    /**
     * The texts of a demo's mails, newest first. Runs as the worker: they are shown to whoever runs the demo, for all
     * its tenants.
     */
    async kept(limit: number) {
      const rows = await newestMails((statement) => deps.database.worker(statement), limit);
      return rows.map((row) => ({
        id: wireId("mail", row.id),
        to: row.recipient,
        kind: row.kind,
        state: row.state,
        createdAt: row.created_at.toISOString(),
        subject: row.content?.subject ?? null,
        text: row.content?.text ?? null,
      }));
    },
    close(): void {
      if (deps.transport !== null && deps.transport !== "keep") deps.transport.close();
    },
  };
}
