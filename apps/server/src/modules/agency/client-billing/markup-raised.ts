import { type Composer, queueMail } from "#modules/people/mail/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { findOwnerEmails, findRaisedTerms } from "./client-billing.queries.ts";

/** A week later, the mail is no longer news. */
const giveUpMs = 7 * 86_400_000;

/** In the client's tenant, together with the change: the payer is notified, because nobody there made the change. */
export async function notifyOwners(ids: IdSource, there: TxContext): Promise<void> {
  for (const { email, app_id } of await findOwnerEmails(there.tx)) {
    await queueMail(there.tx.query, {
      tenantId: there.tenantId,
      id: ids.uuid(),
      kind: "markup_raised",
      recipient: email,
      aboutId: app_id,
      now: there.now,
      giveUpAt: new Date(there.now.getTime() + giveUpMs),
    });
  }
}

/** Describes the state at the time of sending. null: the agency no longer manages the organization. */
export const composeMarkupRaised: Composer = async (query, mail, _now, tenantName) => {
  const terms = await findRaisedTerms(query, mail.tenantId, mail.aboutId);
  if (terms === null) return null;
  const percent = Number(terms.markup_percent);
  return {
    subject: `${tenantName}'s usage charges have changed`,
    paragraphs: [
      `Your agency has raised the markup on the usage-based charges of ${tenantName}. It is now ${percent} % of the cost and applies to usage from now on. Work that started earlier is charged at the earlier markup.`,
      "Billing shows the markup. Your audit log shows when it changed, and its earlier value.",
    ],
  };
};
