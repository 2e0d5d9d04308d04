import type { Tx } from "#platform/db/database.ts";
import * as queries from "./sample-data.queries.ts";

/** Why an organization is no place for the sample data, the first that applies. */
export const refusals = ["already_added", "channel_connected", "has_transactions", "has_webhooks", "has_contacts"] as const;
export type Refusal = (typeof refusals)[number];

/** Of the audit log: how it is known that the data is there. */
export const addedAction = "organization.sample_data_added";

/** Whoever tried the phone of the demo has made a few. */
const demoContactsMax = 100;

/** Those that the operator may overrule. */
export const overruled: ReadonlySet<Refusal> = new Set(["has_webhooks", "has_contacts"]);

/** null: it can be added. The demo's channels are simulated, and its money is nobody's. */
export async function findRefusal(tx: Tx, isDemo: boolean): Promise<Refusal | null> {
  if (await queries.wasAdded(tx, addedAction)) return "already_added";
  if (!isDemo && (await queries.listChannels(tx)).some(({ status }) => status !== "Disconnected")) return "channel_connected";
  if (!isDemo && (await queries.hasEntries(tx))) return "has_transactions";
  if (await queries.hasActiveWebhooks(tx)) return "has_webhooks";
  const contactsMax = isDemo ? demoContactsMax : 0;
  return (await queries.countContacts(tx, contactsMax + 1)) > contactsMax ? "has_contacts" : null;
}
