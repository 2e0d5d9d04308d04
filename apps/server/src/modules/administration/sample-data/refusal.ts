import type { Tx } from "#platform/db/database.ts";
import * as queries from "./sample-data.queries.ts";

/** Why an organization cannot get the sample data; the first reason that applies. */
export const refusals = ["already_added", "channel_connected", "has_transactions", "has_webhooks", "has_contacts"] as const;
export type Refusal = (typeof refusals)[number];

/** The audit action that shows that the data was added. */
export const addedAction = "organization.sample_data_added";

/** Trying out the demo's phone creates a few contacts. */
const demoContactsMax = 100;

/** The ones that the operator may override. */
export const overridable: ReadonlySet<Refusal> = new Set(["has_webhooks", "has_contacts"]);

/** null: it can be added. The demo's channels are simulated, and its money is not real. */
export async function findRefusal(tx: Tx, isDemo: boolean): Promise<Refusal | null> {
  if (await queries.wasAdded(tx, addedAction)) return "already_added";
  if (!isDemo && (await queries.listChannels(tx)).some(({ status }) => status !== "Disconnected")) return "channel_connected";
  if (!isDemo && (await queries.hasEntries(tx))) return "has_transactions";
  if (await queries.hasActiveWebhooks(tx)) return "has_webhooks";
  const contactsMax = isDemo ? demoContactsMax : 0;
  return (await queries.countContacts(tx, contactsMax + 1)) > contactsMax ? "has_contacts" : null;
}
