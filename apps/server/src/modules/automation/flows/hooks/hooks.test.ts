/** The addresses at which other systems start flows, and chains of flows through requests. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { after, describe, it } from "node:test";
import { ok, refused } from "../../../../../test/responses.ts";
import type { TestTenant } from "../../../../../test/harness.ts";
import { startInbox, wholeList } from "../../../../../test/inbox.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import { parseWireId } from "#platform/ids/ids.ts";

const { t, tenant, other } = await startInbox("447724");
const seen: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  seen.push(request.headers);
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());
const elsewhere = () => `http://127.0.0.1:${(server.address() as { port: number }).port}`;

const hookTrigger = { type: "webhook", contactBy: "phone", contactFrom: "body.customer.phone" };
let numbers = 0;
const phone = () => `+4477240${String(++numbers).padStart(5, "0")}`;

async function makeFlow(
  trigger: object,
  steps: object[],
  more: object = {},
  of: TestTenant = tenant,
): Promise<{ id: string; url: string }> {
  const { id } = await ok(of.api.post("/api/v1/flows", { name: "Flow", trigger, steps, ...more }));
  const { url } = await ok(of.api.post(`/api/v1/flows/${id}/webhook`));
  await ok(of.api.post(`/api/v1/flows/${id}/activate`));
  return { id, url };
}

async function call(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers };
}
const runsOf = async ({ id }: { id: string }, of: TestTenant = tenant): Promise<any[]> => wholeList(of.api, `/api/v1/flows/${id}/runs`);
const runOf = (id: string) => ok(tenant.api.get(`/api/v1/flow-runs/${id}`));

describe("the address of a flow", () => {
  it("starts a run for the contact in the body, with variables from it, and creates the contact if allowed", async () => {
    const flow = await makeFlow(
      {
        ...hookTrigger,
        createContact: true,
        nameFrom: "body.customer.name",
        store: [
          { from: "body.order.total", variable: "total" },
          { from: "body.order.items[0].sku", variable: "sku" },
        ],
      },
      [{ type: "create_ticket", subject: "{{variables.sku}} for {{variables.total}}" }],
      { conditions: { rules: [{ field: "variables.total", op: "gt", value: 50 }] } },
    );
    const to = phone();
    const body = (total: unknown) => ({
      customer: { phone: to, name: " Ada " },
      order: { total, items: [{ sku: "T-1 {{contact.name}}" }] },
    });
    const started = await call(flow.url, body("120.50"));
    assert.deepEqual([started.status, started.body.starts, started.body.reason], [200, true, null], started.text);
    await t.drain();
    const run = await runOf(started.body.runId);
    assert.deepEqual([run.status, run.startedBy, run.depth, run.conversationId], ["completed", "webhook", 0, null]);
    const contact = await ok(tenant.api.get(`/api/v1/contacts/${run.contactId}`));
    assert.deepEqual([contact.name, contact.phone, contact.source], ["Ada", to, "webhook"]);
    const [ticket] = await wholeList(tenant.api, `/api/v1/tickets?contactId=${run.contactId}`);
    assert.equal(ticket.subject, "T-1 {{contact.name}} for 120.50");
    const small = await call(flow.url, body(10));
    assert.deepEqual([small.status, small.body], [200, { starts: false, runId: null, reason: "conditions" }]);
    assert.equal((await runsOf(flow)).length, 1);
  });

  it("starts one run for one idempotency key, however many calls come at once", async () => {
    const flow = await makeFlow({ ...hookTrigger, createContact: true }, [{ type: "wait", seconds: 60 }]);
    const body = { customer: { phone: phone() } };
    const once = { "idempotency-key": "order-17" };
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(flow.url, body, once)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body: { runId } }) => runId)).size, 1);
    assert.deepEqual((await call(flow.url, body)).body, { starts: false, runId: null, reason: "running" });
    t.clock.advance(61_000);
    await t.drain();
    assert.equal((await call(flow.url, body, once)).body.runId, answers[0]?.body.runId, "also once it has ended");
    assert.equal((await runsOf(flow)).length, 1);
    assert.equal((await call(flow.url, body, { "idempotency-key": "" })).status, 400);
  });

  it("refuses a body without its contact, or with an unknown one", async () => {
    const byPhone = await makeFlow(hookTrigger, [{ type: "add_tag", tag: "x" }]);
    refused(await call(byPhone.url, {}), 422, "validation_error", "body.customer.phone", "required");
    refused(await call(byPhone.url, { customer: { phone: phone() } }), 422, "validation_error", "body.customer.phone", "unknown");
    refused(await call(byPhone.url, [1]), 400, "validation_error");
    const making = await makeFlow({ ...hookTrigger, createContact: true }, [{ type: "add_tag", tag: "x" }]);
    refused(await call(making.url, { customer: { phone: "no number" } }), 422, "validation_error", "body.customer.phone", "invalid_format");
    const byId = await makeFlow({ type: "webhook", contactBy: "id", contactFrom: "body.id" }, [{ type: "add_tag", tag: "x" }]);
    const { id: own } = await ok(tenant.api.post("/api/v1/contacts", { name: "Own" }));
    const { id: foreign } = await ok(other.api.post("/api/v1/contacts", { name: "Foreign" }));
    for (const id of [foreign, "x"]) refused(await call(byId.url, { id }), 422, "validation_error", "body.id", "unknown");
    assert.equal((await call(byId.url, { id: own })).body.starts, true);
  });

  it("is shown once, rotated, deleted, and refused while the flow is not active", async () => {
    const flow = await makeFlow({ ...hookTrigger, createContact: true }, [{ type: "add_tag", tag: "x" }]);
    const body = { customer: { phone: phone() } };
    const shown = await ok(tenant.api.get(`/api/v1/flows/${flow.id}/webhook`));
    assert.deepEqual([shown.flowId, "url" in shown], [flow.id, false]);
    const key = { "idempotency-key": "address" };
    const { url } = await ok(tenant.api.post(`/api/v1/flows/${flow.id}/webhook`, undefined, key));
    assert.equal(
      (await ok(tenant.api.post(`/api/v1/flows/${flow.id}/webhook`, undefined, key))).url,
      url,
      "a repeated request is answered alike",
    );
    assert.equal((await call(flow.url, body)).status, 404);
    assert.equal((await call(url, body)).status, 200);
    await ok(tenant.api.post(`/api/v1/flows/${flow.id}/deactivate`));
    refused(await call(url, body), 409, "conflict");
    for (const method of ["get", "post", "delete"] as const)
      assert.equal((await other.api[method](`/api/v1/flows/${flow.id}/webhook`)).status, 404, method);
    assert.deepEqual(await ok(tenant.api.delete(`/api/v1/flows/${flow.id}/webhook`)), { id: flow.id, deleted: true });
    assert.deepEqual([(await call(url, body)).status, (await tenant.api.get(`/api/v1/flows/${flow.id}/webhook`)).status], [404, 404]);
    const manual = await ok(tenant.api.post("/api/v1/flows", { name: "F", trigger: { type: "manual" }, steps: [] }));
    refused(await tenant.api.post(`/api/v1/flows/${manual.id}/webhook`), 409, "conflict");
  });

  it("accepts 600 calls a minute per flow, and few guesses per IP address", async () => {
    const own = await t.tenant();
    const flow = await makeFlow({ ...hookTrigger, createContact: true }, [{ type: "add_tag", tag: "x" }], {}, own);
    const body = () => ({ customer: { phone: phone() } });
    assert.equal((await call(flow.url, body())).status, 200);
    await t.app.database.worker({
      text: "update auth_attempts set attempts = 599 where subject = $1",
      values: [hash("sha256", `flowHook\0${parseWireId("flow", flow.id)}`, "buffer")],
    });
    assert.equal((await call(flow.url, body())).status, 200);
    const many = await call(flow.url, body());
    refused(many, 429, "rate_limited");
    assert.equal(many.headers.get("retry-after"), "60");
    t.clock.advance(60_001);
    const statuses: number[] = [];
    const guess = () => call(`${t.url}/api/v1/public/flow-hooks/${"x".repeat(47)}`, {});
    for (let n = 0; n < 21; n++) statuses.push((await guess()).status);
    assert.deepEqual([...new Set(statuses)], [404], "more than guesses of passwords may be wrong");
    assert.equal((await call(flow.url, body())).status, 200);
    const signIn = await t.api(null).post("/api/v1/auth/sign-in", { email: "nobody@flows.test", password: "long enough" });
    assert.equal(signIn.status, 401, "who signs in from there is not kept waiting by that");
    const counted = await t.app.database.worker<{ attempts: number }>({
      text: "update auth_attempts set attempts = attempts + 278 where subject = $1 returning attempts",
      values: [hash("sha256", `flowHookAtAddress\0${networkOf("127.0.0.1")}`, "buffer")],
    });
    assert.deepEqual(counted, [{ attempts: 299 }], "known addresses are not counted");
    assert.deepEqual([(await guess()).status, (await guess()).status], [404, 429]);
    t.clock.advance(60_001);
    assert.equal((await guess()).status, 404);
  });
});

describe("a webhook definition", () => {
  it("says where the contact is, and stores only variables", async () => {
    const made = await ok(
      tenant.api.post("/api/v1/flows", {
        name: "F",
        trigger: {
          type: "webhook",
          contactBy: "id",
          contactFrom: "customer.phone",
          createContact: true,
          store: [{ from: "status", variable: "a" }, { from: "body.x", field: "language" }, { variable: "B" }],
        },
        steps: [{ type: "send_message", text: "Hi" }],
      }),
    );
    const { problems } = await ok(tenant.api.post(`/api/v1/flows/${made.id}/validate`));
    assert.deepEqual(
      problems.map(({ field, issue }: any) => [field, issue]),
      [
        ["trigger.contactFrom", "invalid_format"],
        ["trigger.createContact", "not_allowed"],
        ["trigger.store[0].from", "invalid_format"],
        ["trigger.store[1].field", "not_allowed"],
        ["trigger.store[1].variable", "required"],
        ["trigger.store[2].from", "required"],
        ["trigger.store[2].variable", "invalid_format"],
        ["steps[0]", "not_allowed"],
      ],
    );
  });
});

describe("effects of a flow through requests", () => {
  it("count towards its chain: our API and the addresses of flows recognise a flow's calls", async () => {
    await ok(tenant.api.post("/api/v1/flow-secrets", { name: "OWN_KEY", value: `Bearer ${tenant.key}`, hosts: ["127.0.0.1"] }));
    const second = await ok(
      tenant.api.post("/api/v1/flows", {
        name: "Second",
        trigger: { type: "contact.tag_added", tag: "by request" },
        steps: [{ type: "http_request", method: "POST", url: elsewhere(), body: {} }],
      }),
    );
    await ok(tenant.api.post(`/api/v1/flows/${second.id}/activate`));
    const starting = await makeFlow(
      { type: "webhook", contactBy: "id", contactFrom: "body.id", store: [{ from: "body.id", variable: "id" }] },
      [
        {
          type: "http_request",
          method: "PATCH",
          url: `${t.url}/api/v1/contacts/{{variables.id}}`,
          headers: { authorization: "{{secrets.OWN_KEY}}" },
          body: { tags: ["by request"] },
        },
      ],
    );
    const contact = async () => (await ok(tenant.api.post("/api/v1/contacts", { name: "Ada" }))).id as string;
    const id = await contact();
    assert.equal((await call(starting.url, { id })).status, 200);
    for (let n = 0; n < 4; n++) await t.settle();
    const [run] = await runsOf(second);
    assert.deepEqual([run.contactId, run.depth], [id, 1], "the change by request belongs to the run's chain");
    const header = String(seen.at(-1)?.["x-flow-origin"]);
    assert.match(header, new RegExp(`^1\\.${run.id}\\.`));

    // A person with the header of a run can only increase its count, and only in that tenant.
    const depths: number[] = [];
    const altered = header.slice(0, -1) + (header.endsWith("_") ? "-" : "_");
    for (const given of [header, header.replace(/^1/, "0"), altered, "x", ""]) {
      const whom = await contact();
      await ok(tenant.api.patch(`/api/v1/contacts/${whom}`, { tags: ["by request"] }, { "x-flow-origin": given }));
      await t.settle();
      depths.push((await runsOf(second)).find(({ contactId }) => contactId === whom).depth);
    }
    assert.deepEqual(depths, [2, 0, 0, 0, 0]);
    const foreign = await ok(
      other.api.post("/api/v1/flows", {
        name: "Foreign",
        trigger: { type: "contact.tag_added", tag: "by request" },
        steps: [{ type: "add_tag", tag: "x" }],
      }),
    );
    await ok(other.api.post(`/api/v1/flows/${foreign.id}/activate`));
    const { id: theirs } = await ok(other.api.post("/api/v1/contacts", { name: "Theirs" }));
    await ok(other.api.patch(`/api/v1/contacts/${theirs}`, { tags: ["by request"] }, { "x-flow-origin": header }));
    await t.settle();
    assert.equal((await runsOf(foreign, other))[0].depth, 0);
  });

  it("are stopped as a loop if a flow keeps calling its own address", async () => {
    const { id } = await ok(
      tenant.api.post("/api/v1/flows", {
        name: "Loop",
        trigger: { type: "webhook", contactBy: "email", contactFrom: "body.email" },
        steps: [],
      }),
    );
    const { url } = await ok(tenant.api.post(`/api/v1/flows/${id}/webhook`));
    await ok(
      tenant.api.patch(`/api/v1/flows/${id}`, {
        steps: [{ type: "http_request", method: "POST", url, body: { email: "{{contact.name}}" } }],
      }),
    );
    await ok(tenant.api.post(`/api/v1/flows/${id}/activate`));
    const emails = Array.from({ length: 10 }, (_, i) => `loop-${i}@flows.test`);
    for (const [i, email] of emails.entries()) await ok(tenant.api.post("/api/v1/contacts", { email, name: emails[i + 1] ?? "end" }));
    assert.equal((await call(url, { email: emails[0] })).status, 200);
    for (let n = 0; n < 30; n++) await t.settle();
    const runs = await runsOf({ id });
    assert.deepEqual(runs.map(({ depth }) => depth).sort(), [0, 1, 2, 3, 4, 5, 6]);
    assert.equal(runs.find(({ depth }) => depth === 6).error.code, "loop_detected");
    const flow = await ok(tenant.api.get(`/api/v1/flows/${id}`));
    assert.deepEqual([flow.status, flow.pausedReason], ["paused", "loop_detected"]);
  });
});
