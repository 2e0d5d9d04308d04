/** An agency whose clients get entitlements. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { parseWireId } from "../../src/platform/ids/ids.ts";
import { patientDatabase } from "../database/locks.ts";
import { startTestApp, type TestTenant } from "../harness.ts";

export const t = await startTestApp({ database: await patientDatabase() });
export const agency = await t.tenant({ kind: "agency" });
after(async () => {
  await t.stop();
  await t.database.drop();
});

export const base = "/api/v1/agencies/current";
export const word = () => randomBytes(5).toString("hex");

export interface Client extends TestTenant {
  wire: string;
  path: string;
}

export async function client(limits: Record<string, number | null> = {}): Promise<Client> {
  const made = await agency.api.post(`${base}/clients`, { name: "Harbour Bakery", ownerEmail: `${word()}@bakery.test` });
  assert.equal(made.status, 200, made.text);
  const id = parseWireId("org", made.body.id) as string;
  const key = await t.key(id);
  const path = `${base}/clients/${made.body.id}/entitlements`;
  if (Object.keys(limits).length > 0) assert.equal((await agency.api.put(path, limits)).status, 200);
  return { id, key, api: t.api(key), wire: made.body.id, path };
}
export const usage = async (of: Client, name: string) => (await of.api.get("/api/v1/organization/entitlements")).body.entitlements[name];

export const writes = (externalId: string, from: string, text: string) => t.simulator.customer(from, "Ona").sendText(externalId, text);
