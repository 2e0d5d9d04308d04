import { type Composer, queueMail } from "#modules/people/mail/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { findOwners, findRaised } from "./client-billing.queries.ts";

/** A mail says nothing new once a week has passed. */
const giveUpMs = 7 * 86_400_000;

/** In the client's tenant, with the change: who pays hears of it, though nobody there made it. */
export async function tellOwners(ids: IdSource, there: TxContext): Promise<void> {
  for (const { email, app_id } of await findOwners(there.tx)) {
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

/** Says what holds when it is sent. null: the agency has nothing to do with it any more. */
export const composeMarkupRaised: Composer = async (query, mail, _now, tenantName) => {
  const terms = await findRaised(query, mail.tenantId, mail.aboutId);
  if (terms === null) return null;
  const percent = Number(terms.markup_percent);
  return {
    subject: `What ${tenantName} pays for usage has changed`,
    paragraphs: [
      `Your agency has raised the markup on the usage-based charges of ${tenantName}. It is now ${percent} % of the cost and applies to usage from now on. Work that started earlier is charged at the earlier markup.`,
      "Billing shows the markup. Your audit log shows when it changed, and its earlier value.",
    ],
  };
};
