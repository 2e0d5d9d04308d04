/** A tenant's knowledge sources, and a web site for them. For sources*.test.ts. */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { startTestApp, type TestTenant } from "../harness.ts";

export const sources = "/api/v1/knowledge/sources";
export const hour = 3_600_000;

export const t = await startTestApp();
/** What the site responds at a path. */
export const pages = new Map<string, (request: IncomingMessage, answer: ServerResponse) => void>();
export const calls: { path: string; headers: IncomingMessage["headers"] }[] = [];
const site = createServer((request, answer) => {
  calls.push({ path: request.url ?? "", headers: request.headers });
  const page = pages.get(request.url ?? "");
  if (page === undefined) answer.writeHead(404).end();
  else page(request, answer);
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
export const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
after(async () => {
  site.closeAllConnections();
  site.close();
  await t.stop();
});

export const html =
  (body: string, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, answer: ServerResponse) => {
    answer
      .writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers })
      .end(`<html><head><title>Page</title></head><body>${body}</body></html>`);
  };
export async function add(tenant: TestTenant, body: object) {
  const made = await tenant.api.post(sources, { name: "Source", ...body });
  assert.equal(made.status, 200, made.text);
  return made.body;
}
export const get = async (tenant: TestTenant, id: string) => (await tenant.api.get(`${sources}/${id}`)).body;
export const finds = async (tenant: TestTenant, q: string) =>
  (await tenant.api.get(`/api/v1/knowledge/search?record=false&q=${encodeURIComponent(q)}`)).body.data as {
    text: string;
    heading: string;
    title: string;
  }[];
export async function upload(tenant: TestTenant, bytes: Buffer, filename: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), filename);
  const response = await fetch(`${t.url}/api/v1/media`, { method: "POST", body: form, headers: { authorization: `Bearer ${tenant.key}` } });
  const body = (await response.json()) as { id: string };
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.id;
}
export const rows = async (table: string, tenant: TestTenant) =>
  (await t.app.database.worker({ text: `select 1 from ${table} where tenant_id = $1`, values: [tenant.id] })).length;
