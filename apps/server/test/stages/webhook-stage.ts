/** Test stage for webhooks: an app whose background work runs on demand, a receiver, and hand-made events. */
import assert from "node:assert/strict";
import { after } from "node:test";
import pg from "pg";
import { type Receiver, startReceiver } from "@parley/simulators/receiver";
import { appendEvents } from "../../src/platform/events/log.ts";
import { startTestApp, type TestTenant } from "../harness.ts";

export const t = await startTestApp();
export const receiver: Receiver = await startReceiver();
after(async () => {
  await receiver.close();
  await t.stop();
});

/** An endpoint at a separate path, so that tests do not see each other's deliveries. */
let paths = 0;
export async function endpoint(tenant: TestTenant, input: object = {}) {
  const path = `/hook${++paths}`;
  const made = await tenant.api.post("/api/v1/webhooks", { url: `${receiver.url}${path}`, events: ["*"], ...input });
  assert.equal(made.status, 200, made.text);
  return {
    path,
    id: made.body.id as string,
    secret: made.body.secret as string,
    at: `/api/v1/webhooks/${made.body.id}`,
    received: () => receiver.deliveries.filter((d) => d.path === path),
  };
}

export async function emit(
  tenant: TestTenant,
  type = "contact.created",
  data: Record<string, unknown> = { n: 1 },
  channelId: string | null = null,
): Promise<string> {
  const id = t.app.ids.uuid();
  await t.app.database.withTenant(tenant.id, (tx) => appendEvents(tx, t.clock.now(), [{ id, type, data, channelId }]));
  return `evt_${id.replaceAll("-", "")}`;
}

export const deliveries = async (tenant: TestTenant, at: string, query = "") =>
  (await tenant.api.get(`${at}/deliveries${query}`)).body.data;

/** Rows that neither of the app's roles may read. */
export async function ownerRows<T extends object>(text: string, values: unknown[]): Promise<T[]> {
  const client = new pg.Client(t.database.admin);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}
