/** Agencies, their clients, and both ledgers. For client-billing*.test.ts. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import type { LedgerContext } from "../../src/modules/money/billing/index.ts";
import { parseWireId } from "../../src/platform/ids/ids.ts";
import { patientDatabase } from "../database/locks.ts";
import { startTestApp, type TestTenant } from "../harness.ts";

export const t = await startTestApp({ database: await patientDatabase() });
after(async () => {
  await t.stop();
  await t.database.drop();
});

export const base = "/api/v1/agencies/current";
const actor = { kind: "system", id: "test" } as const;
export const word = () => randomBytes(6).toString("hex");
export const price = { modelName: "large", costPerRequest: 0.01, requests: 1, unit: "answer" } as const;
export const inAnHour = () => new Date(t.clock.now().getTime() + 3_600_000);

export interface Client {
  id: string;
  wire: string;
  path: string;
  api: TestTenant["api"];
}

export const within = <T>(tenantId: string, verb: (ctx: LedgerContext) => Promise<T>): Promise<T> =>
  t.app.database.withTenant(tenantId, (tx) => verb({ tx, now: t.clock.now(), actor }));
export const topUp = (tenantId: string, amount: number) =>
  within(tenantId, (ctx) => t.app.ledger.topUp(ctx, { amount, reference: `start:${word()}` }));
export const charge = (of: Client, amount: number | string, reference = word()) =>
  within(of.id, (ctx) => t.app.ledger.charge(ctx, { amount, reference, price }));
export const balance = async (of: { api: TestTenant["api"] }) => (await of.api.get("/api/v1/billing/balance")).body;
export const entries = async (of: { api: TestTenant["api"] }) =>
  (await of.api.get("/api/v1/billing/transactions?limit=100")).body.data as any[];

export async function client(agency: TestTenant, terms?: { mode: string; markupPercent?: number }): Promise<Client> {
  const made = await agency.api.post(`${base}/clients`, { name: "Harbour Bakery", ownerEmail: `${word()}@bakery.test` });
  assert.equal(made.status, 200, made.text);
  const id = parseWireId("org", made.body.id) as string;
  const path = `${base}/clients/${made.body.id}/billing`;
  if (terms !== undefined) assert.equal((await agency.api.put(path, terms)).status, 200);
  return { id, wire: made.body.id, path, api: t.api(await t.key(id)) };
}
