/** Concurrent calls to flow addresses: contacts created once, equal keys answered alike, addresses that end with a grant. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { ok, refused } from "../../../../../test/responses.ts";
import type { Api } from "../../../../../test/harness.ts";
import { startInbox, wholeList } from "../../../../../test/inbox.ts";

const { t, tenant } = await startInbox("447727");
const hook = (by: "phone" | "email") => ({ type: "webhook", contactBy: by, contactFrom: "body.who", createContact: true });
const email = () => `${randomBytes(6).toString("hex")}@calls.test`;

async function makeFlow(trigger: object, api: Api = tenant.api): Promise<{ id: string; url: string }> {
  const { id } = await ok(api.post("/api/v1/flows", { name: "Flow", trigger, steps: [{ type: "add_tag", tag: "called" }] }));
  const { url } = await ok(api.post(`/api/v1/flows/${id}/webhook`));
  await ok(api.post(`/api/v1/flows/${id}/activate`));
  return { id, url };
}

async function call(url: string, who: unknown, key?: string) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key === undefined ? {} : { "idempotency-key": key }) },
    body: JSON.stringify({ who }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}
const having = (query: string) => wholeList(tenant.api, `/api/v1/contacts?${query}`);

describe("a contact created by calls", () => {
  it("is a single one, also by its e-mail, however many calls come at once", async () => {
    const flow = await makeFlow(hook("email"));
    const [one, two] = [email(), email()];
    const calls = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => call(flow.url, n % 2 === 0 ? one : ` ${one.toUpperCase()} `)),
      ...Array.from({ length: 6 }, () => call(flow.url, two, "the same")),
    ]);
    assert.deepEqual(new Set(calls.map(({ status }) => status)), new Set([200]), calls.find(({ status }) => status !== 200)?.text);
    assert.deepEqual([(await having(`email=${one}`)).length, (await having(`email=${two}`)).length], [1, 1]);
    assert.equal(new Set(calls.slice(6).map(({ body }) => body.runId)).size, 1);
  });

  it("is not created in addition to the run of a concurrent call with the same key", async () => {
    const flow = await makeFlow(hook("phone"));
    const phones = [1, 2, 3, 4, 5].map((n) => `+4477271000${n}0`);
    const calls = await Promise.all(phones.map((phone) => call(flow.url, phone, "one order")));
    assert.deepEqual(new Set(calls.map(({ status, body }) => `${status} ${body.starts}`)), new Set(["200 true"]));
    const made = await Promise.all(phones.map((phone) => having(`phone=${encodeURIComponent(phone)}`)));
    assert.equal(made.flat().length, 1);
  });

  it("is not chosen among several with the same e-mail", async () => {
    const flow = await makeFlow(hook("email"));
    const both = email();
    for (const name of ["A", "B"]) await ok(tenant.api.post("/api/v1/contacts", { name, email: both }));
    refused(await call(flow.url, both), 422, "validation_error", "body.who", "duplicate");
    assert.equal((await having(`email=${both}`)).length, 2);
  });

  it("lacks a field that is required of contacts that people enter", async () => {
    const own = await t.tenant();
    await ok(own.api.post("/api/v1/contact-fields", { key: "plan", label: "Plan", type: "text", required: true }));
    const flow = await makeFlow(hook("phone"), own.api);
    const answer = await call(flow.url, "+44772720001");
    assert.deepEqual([answer.status, answer.body.starts], [200, true], answer.text);
    const [made] = await wholeList(own.api, "/api/v1/contacts");
    assert.deepEqual([made.source, made.customFields], ["webhook", {}]);
  });

  it("is refused without revealing the plan if the limit is reached", async () => {
    const own = await t.tenant();
    const flow = await makeFlow(hook("email"), own.api);
    await withClient(t.database.admin, (admin) =>
      admin.query("insert into entitlements (tenant_id, resource, max_value, updated_at) values ($1, 'contacts', 0, now())", [own.id]),
    );
    const answer = await call(flow.url, email());
    refused(answer, 403, "entitlement_exceeded");
    assert.equal(answer.body.error.details ?? null, null);
    assert.ok(!/\d/.test(answer.body.error.message), answer.text);
  });
});

describe("a repeated key", () => {
  it("gets its first answer even if the flow was deactivated since", async () => {
    const flow = await makeFlow(hook("email"));
    const who = email();
    const first = await call(flow.url, who, "first");
    assert.equal(first.body.starts, true);
    await ok(tenant.api.post(`/api/v1/flows/${flow.id}/deactivate`));
    assert.deepEqual((await call(flow.url, who, "first")).body, first.body);
    refused(await call(flow.url, who, "second"), 409, "conflict");
  });
});

describe("an address created by an agency", () => {
  it("ends with the agency's grant; the client's own addresses stay", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const clients = "/api/v1/agencies/current/clients";
    const scopes = ["flows:read", "flows:write", "contacts:read", "contacts:write"];
    const client = await ok(agency.api.post(clients, { name: "Bakery", ownerEmail: email(), grant: { scopes } }));
    const token = await ok(agency.api.post(`${clients}/${client.id}/access-tokens`, { scopes }));
    const own = t.api(await t.key(client.id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")));
    const theirs = await makeFlow(hook("email"), t.api(token.token));
    const ours = await makeFlow(hook("email"), own);
    const webhookOf = async ({ id }: { id: string }) => (await ok(own.get(`/api/v1/flows/${id}`))).webhook;
    assert.equal((await webhookOf(theirs)).createdBy, `org_${agency.id.replaceAll("-", "")}`);
    assert.deepEqual(Object.keys(await webhookOf(ours)).sort(), ["createdAt", "createdBy"]);
    assert.deepEqual([(await call(theirs.url, email())).status, (await call(ours.url, email())).status], [200, 200]);
    await ok(own.post(`/api/v1/agency-grants/${token.grantId}/revoke`));
    assert.deepEqual([(await call(theirs.url, email())).status, (await call(ours.url, email())).status], [404, 200]);
    assert.deepEqual([await webhookOf(theirs), (await own.get(`/api/v1/flows/${theirs.id}/webhook`)).status], [null, 404]);
    // To continue using the flow, a client activates it and creates its own address.
    await ok(own.post(`/api/v1/flows/${theirs.id}/activate`));
    const { url } = await ok(own.post(`/api/v1/flows/${theirs.id}/webhook`));
    assert.equal((await call(url, email())).status, 200);
    await ok(own.delete(`/api/v1/flows/${theirs.id}/webhook`));
    assert.equal(await webhookOf(theirs), null);
  });
});
