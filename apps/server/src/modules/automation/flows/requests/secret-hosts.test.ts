/** Flow secrets are sent only to their own hosts, and nobody can read them: docs/subsystems/automation/flows.md, Secrets. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, describe, it } from "node:test";
import { setAgencyStage } from "../../../../../test/stages/agency-stage.ts";
import { ok, refused } from "../../../../../test/responses.ts";
import { dumpAll, placesOf } from "../../../../../test/fixtures/dump.ts";
import { type Api, startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";
import { allowsHost, readHost } from "./secret-hosts.ts";

let t: TestApp;
let tenant: TestTenant;
/** May write flows, but not change the organization. */
let writer: Api;
const seen: { port: number; authorization: string | undefined }[] = [];
let redirectTo: string | null = null;
const servers = [0, 1].map(() =>
  createServer((request, response) => {
    const { localPort } = request.socket as { localPort: number };
    seen.push({ port: localPort, authorization: request.headers.authorization });
    if (redirectTo !== null) response.writeHead(307, { location: redirectTo });
    response.end(`{"echo": ${JSON.stringify(request.headers.authorization ?? "")}}`);
  }),
);
let shop: string;
let thief: string;

before(async () => {
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const [one, two] = servers.map((server) => `127.0.0.1:${(server.address() as { port: number }).port}`) as [string, string];
  [shop, thief] = [one, two];
  t = await startTestApp();
  tenant = await t.tenant();
  writer = t.api(await t.key(tenant.id, { scopes: ["flows:read", "flows:write", "contacts:read"] }));
});
after(async () => {
  await t?.stop();
  for (const server of servers) server.close();
});
beforeEach(() => {
  seen.length = 0;
  redirectTo = null;
});

const value = "s3cret-value-of-the-shop";
/** null: the field is left out. */
const secret = async (name: string, hosts: string[] | null = [shop]) =>
  ok(tenant.api.post("/api/v1/flow-secrets", { name, value, ...(hosts === null ? {} : { hosts }) }));
const step = (host: string, name: string, more: object = {}) => ({
  type: "http_request",
  method: "POST",
  url: `http://${host}/orders/{{contact.name}}`,
  headers: { Authorization: `Bearer {{secrets.${name}}}` },
  ...more,
});
const flow = (steps: object[], api = tenant.api) => api.post("/api/v1/flows", { name: "Flow", trigger: { type: "manual" }, steps });
const run = async (id: string, contactName = "Ada") => {
  const contact = await ok(tenant.api.post("/api/v1/contacts", { name: contactName }));
  const started = await ok(tenant.api.post(`/api/v1/flows/${id}/runs`, { contactId: contact.id }));
  await t.drain();
  return ok(tenant.api.get(`/api/v1/flow-runs/${started.id}`));
};

describe("the hosts of a secret", () => {
  it("are whole names, with or without a port", () => {
    const kept: [string, string | null][] = [
      ["Shop.Example", "shop.example"],
      [" shop.example:8443 ", "shop.example:8443"],
      ["bücher.example", "xn--bcher-kva.example"],
      ["127.0.0.1", "127.0.0.1"],
      ["[2001:DB8::1]:443", "[2001:db8::1]:443"],
      ["https://shop.example", null],
      ["shop.example/path", null],
      ["user@shop.example", null],
      ["*.shop.example", null],
      ["shop.example:0", null],
      ["shop.example:65536", null],
      ["{{contact.name}}", null],
      ["", null],
    ];
    for (const [given, host] of kept) assert.equal(readHost(given), host, given);
  });

  it("match only themselves: no subdomain, no other port, nothing that merely looks similar", () => {
    const cases: [string, string, boolean][] = [
      ["shop.example", "https://shop.example/x", true],
      ["shop.example", "https://SHOP.example:8443/x", true],
      ["shop.example:443", "https://shop.example/x", true],
      ["shop.example:443", "https://shop.example:8443/x", false],
      ["shop.example:443", "http://shop.example/x", false],
      ["shop.example", "https://api.shop.example/x", false],
      ["shop.example", "https://shop.example.thief.example/x", false],
      ["shop.example", "https://shop.example@thief.example/x", false],
      ["shop.example", "https://thief.example/?shop.example", false],
      ["shop.example", "https://shop.example.", false],
      ["127.0.0.1", "http://2130706433/", true],
      ["shop.example", "no address", false],
    ];
    for (const [host, url, may] of cases) assert.equal(allowsHost([host], url), may, `${host} ${url}`);
    assert.equal(allowsHost([], "https://shop.example/"), false);
  });
});

describe("a step that sends a secret", () => {
  it("to another host is refused on saving, with its field; also in a branch, in the URL, in the body, and for a secret without hosts", async () => {
    await secret("SAVED");
    await secret("NOWHERE", null);
    refused(await flow([step(thief, "SAVED")]), 422, "validation_error", "steps[0].url", "not_allowed");
    refused(await flow([step(shop, "NOWHERE")]), 422, "validation_error", "steps[0].url", "not_allowed");
    const { headers: _, ...plain } = step(thief, "SAVED");
    for (const sent of [
      { ...plain, url: `http://${thief}/?key={{secrets.SAVED}}` },
      { ...plain, body: { deep: [{ key: "{{ secrets.SAVED }}" }] } },
    ])
      refused(await flow([{ type: "add_tag", tag: "x" }, sent]), 422, "validation_error", "steps[1].url", "not_allowed");
    // biome-ignore lint/suspicious/noThenProperty: steps
    const branch = { type: "branch", conditions: { rules: [{ field: "tags", op: "exists" }] }, then: [step(thief, "SAVED")] };
    refused(await flow([branch]), 422, "validation_error", "steps[0].then[0].url", "not_allowed");
    refused(
      await flow([step(shop, "SAVED", { onError: [step(thief, "SAVED")] })]),
      422,
      "validation_error",
      "steps[0].onError[0].url",
      "not_allowed",
    );
    const made = await ok(flow([step(shop, "SAVED")]));
    refused(
      await tenant.api.patch(`/api/v1/flows/${made.id}`, { steps: [step(thief, "SAVED")] }),
      422,
      "validation_error",
      "steps[0].url",
      "not_allowed",
    );
    assert.equal((await ok(tenant.api.get(`/api/v1/flows/${made.id}`))).version, 1);
  });

  it("to a host removed from the secret since is refused on activation, and on the call", async () => {
    const { id } = await secret("MOVED");
    const made = await ok(flow([step(shop, "MOVED")]));
    await ok(tenant.api.post(`/api/v1/flows/${made.id}/activate`));
    assert.equal((await run(made.id)).status, "completed");
    assert.deepEqual(
      seen.splice(0).map((call) => call.authorization),
      [`Bearer ${value}`],
    );
    await ok(tenant.api.patch(`/api/v1/flow-secrets/${id}`, { hosts: [thief] }));
    const later = await run(made.id);
    assert.deepEqual([later.status, later.error.code], ["failed", "provider_error"], JSON.stringify(later));
    assert.match(later.error.message, /The secret MOVED must not be sent to/);
    assert.deepEqual(seen, []);
    refused(await tenant.api.post(`/api/v1/flows/${made.id}/activate`), 422, "validation_error", "steps[0].url", "not_allowed");
    const { problems } = await ok(tenant.api.post(`/api/v1/flows/${made.id}/validate`));
    assert.deepEqual(
      problems.map((problem: any) => [problem.field, problem.issue]),
      [["steps[0].url", "not_allowed"]],
    );
  });

  it("goes to the URL's host before its variables, regardless of their values, and follows no redirect", async () => {
    await secret("FIXED");
    const made = await ok(flow([step(shop, "FIXED")]));
    await ok(tenant.api.post(`/api/v1/flows/${made.id}/activate`));
    redirectTo = `http://${thief}/`;
    for (const name of [`@${thief}/`, `//${thief}`, `\\${thief}`, `.${thief}`]) await run(made.id, name);
    assert.deepEqual([...new Set(seen.map((call) => `127.0.0.1:${call.port}`))], [shop]);
    for (const url of [`http://{{contact.name}}/`, `http://${shop}{{contact.name}}/`, `http://${shop}@${thief}/`]) {
      const open = await flow([step(shop, "FIXED", { url })]);
      if (open.status === 200)
        refused(await tenant.api.post(`/api/v1/flows/${open.body.id}/activate`), 422, "validation_error", "steps[0].url");
      else assert.equal(open.status, 422, open.text);
    }
  });
});

describe("sending a secret to another host needs organization:write", () => {
  const lacks = [{ field: "organization:write", issue: "missing_scope" }];

  it("when its hosts change; changing its name or value does not", async () => {
    const { id } = await secret("OWNED");
    const path = `/api/v1/flow-secrets/${id}`;
    for (const hosts of [[thief], [shop, thief], []]) {
      const response = await writer.patch(path, { hosts });
      assert.deepEqual([response.status, response.body.error?.details], [403, lacks], response.text);
    }
    assert.deepEqual((await ok(writer.patch(path, { hosts: [shop.toUpperCase()], value: "another value" }))).hosts, [shop]);
    assert.deepEqual((await ok(tenant.api.patch(path, { hosts: [thief, shop] }))).hosts, [shop, thief].sort());
    const supervisor = await t.person(tenant.id, { role: "supervisor" });
    assert.equal((await supervisor.api.patch(path, { hosts: [thief] })).status, 403);
    const admin = await t.person(tenant.id, { role: "admin" });
    assert.equal((await admin.api.patch(path, { hosts: [thief] })).status, 200);
  });

  it("when a step's host changes, even to one of the secret's hosts, and even when the step was removed for a version", async () => {
    await secret("BOTH", [shop, thief]);
    const made = await ok(flow([step(shop, "BOTH")], writer));
    const path = `/api/v1/flows/${made.id}`;
    for (const steps of [[step(thief, "BOTH")], [step(shop, "BOTH"), step(thief, "BOTH")]]) {
      const response = await writer.patch(path, { steps });
      assert.deepEqual([response.status, response.body.error?.details], [403, lacks], response.text);
    }
    await ok(writer.patch(path, { steps: [{ type: "add_tag", tag: "x" }] }));
    assert.equal((await writer.patch(path, { steps: [step(thief, "BOTH")] })).status, 403);
    // The same host, another path: this changes the request, not its destination.
    await ok(writer.patch(path, { steps: [step(shop, "BOTH", { url: `http://${shop}/other` })] }));
    await ok(tenant.api.patch(path, { steps: [step(thief, "BOTH")] }));
  });

  it("so an agency cannot, regardless of its grant", async () => {
    const s = await setAgencyStage(t, tenant);
    await s.grant();
    const { api } = await s.act();
    const { id } = await secret("CLIENTS");
    assert.equal((await api.patch(`/api/v1/flow-secrets/${id}`, { hosts: [thief] })).status, 403);
    refused(await flow([step(thief, "CLIENTS")], api), 422, "validation_error", "steps[0].url", "not_allowed");
  });
});

describe("the value of a secret", () => {
  it("is in no response, version, snapshot, export, dry run, run, log or row", async () => {
    const hidden = 'h1dden/+value&of "nobody"';
    const { id } = await ok(tenant.api.post("/api/v1/flow-secrets", { name: "HIDDEN", value: hidden, hosts: [shop] }));
    const made = await ok(flow([step(shop, "HIDDEN", { store: [{ from: "body.echo", field: "language" }], onError: [] })]));
    await ok(tenant.api.post(`/api/v1/flows/${made.id}/activate`));
    const done = await run(made.id);
    assert.equal(seen[0]?.authorization, `Bearer ${hidden}`);
    const contact = await ok(tenant.api.post("/api/v1/contacts", { name: "Ada" }));
    const reads = [
      await tenant.api.get(`/api/v1/flow-secrets/${id}`),
      await tenant.api.get("/api/v1/flow-secrets"),
      await tenant.api.patch(`/api/v1/flow-secrets/${id}`, { hosts: [shop, thief] }),
      await tenant.api.get(`/api/v1/flows/${made.id}`),
      await tenant.api.get(`/api/v1/flows/${made.id}/versions`),
      await tenant.api.get(`/api/v1/flows/${made.id}/versions/1`),
      await tenant.api.post(`/api/v1/flows/${made.id}/validate`),
      await tenant.api.post(`/api/v1/flows/${made.id}/test`, { contactId: contact.id }),
      await tenant.api.get(`/api/v1/flow-runs/${done.id}`),
      await tenant.api.get("/api/v1/organization/snapshot"),
      await tenant.api.get("/api/v1/audit-log"),
      await tenant.api.get("/api/v1/events"),
    ];
    const forms = [hidden, JSON.stringify(hidden).slice(1, -1), encodeURIComponent(hidden), Buffer.from(hidden).toString("base64")];
    for (const { status, text } of reads) {
      assert.equal(status, 200, text);
      for (const form of forms) assert.ok(!text.includes(form), text);
    }
    const dump = await dumpAll(t);
    for (const form of forms) assert.deepEqual(placesOf(dump, form), []);
  });
});
