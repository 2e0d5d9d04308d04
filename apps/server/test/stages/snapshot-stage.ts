/** Snapshots of organizations: reading, planning and applying them. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { type Api, startTestApp } from "../harness.ts";

export const t = await startTestApp();
after(() => t.stop());

export const path = "/api/v1/organization/snapshot";

export async function read(api: Api, query = ""): Promise<any> {
  const response = await api.get(`${path}${query}`);
  assert.equal(response.status, 200, response.text);
  return response.body;
}

export async function ask(api: Api, verb: "plan" | "apply", parts: object, more: object = {}): Promise<any> {
  const response = await api.post(`${path}/${verb}`, { snapshot: { version: 1, parts }, ...more });
  assert.equal(response.status, 200, response.text);
  return response.body;
}
