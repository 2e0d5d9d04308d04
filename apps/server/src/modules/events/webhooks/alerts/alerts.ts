import { type Composer, queueMail } from "#modules/people/mail/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { alertsDue, ownersOf, closePending, takeAlert, endpointOfMail } from "./alerts.queries.ts";

const atOnceMax = 50;
const closedAtOnce = 1_000;
/** A mail is no longer news after a week. */
const giveUpMs = 7 * 86_400_000;

/**
 * Reports that a webhook fails, or was disabled: an event, and a mail to each owner. The mark is cleared in the same tenant transaction, so
 * each is reported once. For a disabled webhook, the waiting deliveries are closed first, because nobody will attempt them.
 */
export function createAlerts(deps: { database: Database; clock: Clock; ids: IdSource; wake: Pick<Wake, "hint">; log: Log }) {
  const { database, clock, ids } = deps;

  async function sendAlert(tx: Tx, endpointId: string): Promise<void> {
    const row = await takeAlert(tx, endpointId);
    if (row === null) return;
    const now = clock.now();
    const webhook = { webhookId: wireId("whk", endpointId), url: row.url };
    const failingSince = row.failing_since?.toISOString() ?? null;
    const data =
      row.alert === "failing"
        ? { ...webhook, failingSince: failingSince ?? now.toISOString(), failureCount: row.failure_count }
        : { ...webhook, reason: row.disabled_reason ?? "", failingSince };
    await appendEvents(tx, now, [{ id: ids.uuid(), type: `webhook.${row.alert}`, data }]);
    for (const recipient of await ownersOf(tx)) {
      await queueMail(tx.query, {
        tenantId: tx.tenantId,
        id: ids.uuid(),
        kind: `webhook_${row.alert}`,
        recipient,
        aboutId: endpointId,
        now,
        giveUpAt: new Date(now.getTime() + giveUpMs),
      });
    }
  }

  return {
    async run(): Promise<boolean> {
      const due = await alertsDue(database, atOnceMax);
      let sent = false;
      for (const { tenant_id: tenantId, id, alert } of due) {
        try {
          if (alert === "disabled")
            while ((await closePending(database, { tenantId, endpointId: id }, clock.now(), closedAtOnce)) === closedAtOnce);
          await database.withTenant(tenantId, (tx) => sendAlert(tx, id));
          sent = true;
        } catch (error) {
          deps.log.error({ err: error, webhook: wireId("whk", id) }, "a webhook alert could not be sent; it is retried");
        }
      }
      if (sent) {
        deps.wake.hint("events");
        deps.wake.hint("mail");
      }
      return sent && due.length === atOnceMax;
    },
  };
}

/** null: it works again, so there is nothing to report. */
const composeFailing: Composer = async (query, mail, _now, tenantName) => {
  const row = await endpointOfMail(query, mail.tenantId, mail.aboutId);
  if (row === null || row.failing_since === null || row.status !== "active") return null;
  return {
    subject: `A webhook of ${tenantName} is failing`,
    paragraphs: [
      `No delivery to ${row.url} has succeeded since ${formatTime(row.failing_since)}; ${row.failure_count} attempts have failed.`,
      "Each delivery is attempted 11 times, over about three days, or more if the endpoint asks for longer waits. When nothing has succeeded for five days, the webhook is disabled. Its deliveries, under Webhooks, show how the endpoint responds.",
    ],
  };
};

const composeDisabled: Composer = async (query, mail, _now, tenantName) => {
  const row = await endpointOfMail(query, mail.tenantId, mail.aboutId);
  if (row === null || row.status !== "disabled") return null;
  return {
    subject: `A webhook of ${tenantName} was disabled`,
    paragraphs: [
      `Nothing is delivered to ${row.url} any longer. ${row.disabled_reason ?? ""}`.trim(),
      "Events from this time are kept. When the endpoint works again, activate the webhook and replay them, under Webhooks.",
    ],
  };
};

export const webhookMails = { webhook_failing: composeFailing, webhook_disabled: composeDisabled };

const formatTime = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
