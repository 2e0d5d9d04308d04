import { type Composer, queueMail } from "#modules/people/mail/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { toDecimal, toNumber } from "#platform/money/money.ts";
import type { Account } from "./ledger.queries.ts";
import { ownersOf, lowBalanceOf } from "./billing.queries.ts";

/** After a week a mail is out of date. */
const giveUpMs = 7 * 86_400_000;
const ownersMax = 20;

/**
 * Notifies once when a balance falls below the tenant's threshold, in the same transaction, and again only after it has
 * been above. Reserved money counts as available, so that work that starts and ends does not notify over and over.
 * Changes the account.
 */
export async function notifyLowBalance(deps: { ids: IdSource; currency: string }, tx: Tx, now: Date, account: Account): Promise<void> {
  const there = account.balance + account.reserved;
  if (account.lowThreshold === null || there >= account.lowThreshold) {
    account.lowSince = null;
    return;
  }
  if (account.lowSince !== null) return;
  account.lowSince = now;
  const appId = wireId("app", account.id);
  const amounts = { balance: toNumber(toDecimal(there)), threshold: toNumber(toDecimal(account.lowThreshold)) };
  await appendEvents(tx, now, [{ id: deps.ids.uuid(), type: "balance.low", data: { appId, ...amounts, currency: deps.currency } }]);
  const owners = await ownersOf(tx, ownersMax);
  for (const { email } of owners) {
    await queueMail(tx.query, {
      tenantId: tx.tenantId,
      id: deps.ids.uuid(),
      kind: "low_balance",
      recipient: email,
      aboutId: account.id,
      now,
      giveUpAt: new Date(now.getTime() + giveUpMs),
    });
  }
}

/** null: the balance is high enough again, so no mail is needed. */
export function composeLowBalance(currency: string): Composer {
  return async (query, mail, _now, tenantName) => {
    const [row] = await lowBalanceOf(query, mail.tenantId, mail.aboutId);
    if (row === undefined || row.low_since === null) return null;
    return {
      subject: `The balance of ${tenantName} is low`,
      paragraphs: [
        `${tenantName} has ${toNumber(row.balance)} ${currency} left. You asked to be notified below ${toNumber(row.low_threshold)} ${currency}.`,
        "When the balance is used up, usage-based services stop. Top it up under Billing.",
      ],
    };
  };
}
