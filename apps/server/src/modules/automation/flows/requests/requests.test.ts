/** HTTP requests of flows: what is sent, what is stored, how often, and what nobody can read. */
import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { after, beforeEach, describe, it } from "node:test";
import { dumpAll, placesOf } from "../../../../../test/fixtures/dump.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { freePort } from "../../../../../test/free-port.ts";
import { startInbox, wholeList } from "../../../../../test/inbox.ts";

const { t, tenant, other, incoming } = await startInbox("4478");
const api = tenant.api;

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
const seen: Seen[] = [];
let answers: { status: number; body: string }[] = [];
/** The responses that wait; null: none does. */
let held: (() => void)[] | null = null;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() });
    const { status, body } = answers.shift() ?? { status: 200, body: "{}" };
    const respond = () => response.writeHead(status, { "content-type": "application/json" }).end(body);
    if (held === null) respond();
    else held.push(respond);
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { port: number };
const url = `http://127.0.0.1:${port}`;
after(() => server.close());
beforeEach(() => {
  seen.length = 0;
  answers = [];
  held = null;
});

async function makeFlow(steps: object[], trigger: object = { type: "manual" }, { api } = tenant): Promise<any> {
  const made = await api.post("/api/v1/flows", { name: "Flow", trigger, steps });
  assert.equal(made.status, 200, made.text);
  const active = await api.post(`/api/v1/flows/${made.body.id}/activate`);
  assert.equal(active.status, 200, active.text);
  return active.body;
}
const contact = async (fields: object = {}, { api } = tenant): Promise<string> =>
  (await api.post("/api/v1/contacts", { name: "Ada Lovelace", ...fields })).body.id;
const tagsOf = async (id: string) => (await api.get(`/api/v1/contacts/${id}`)).body.tags;

async function start(flow: { id: string }, body: object, { api } = tenant): Promise<() => Promise<any>> {
  const started = await api.post(`/api/v1/flows/${flow.id}/runs`, body);
  assert.equal(started.status, 200, started.text);
  await t.drain();
  return async () => (await api.get(`/api/v1/flow-runs/${started.body.id}`)).body;
}

describe("a request of a flow", () => {
  it("carries what the step says, and the run continues with the response", async () => {
    const flow = await makeFlow([
      {
        type: "http_request",
        method: "POST",
        url: `${url}/customers/{{contact.name}}/orders?who={{contact.name}}`,
        headers: { "X-Name": "{{contact.firstName}}" },
        body: { name: "{{contact.name}}", nested: [{ n: 1, text: "Hi {{contact.firstName|there}}" }] },
        store: [
          { from: "body.order.number", variable: "order" },
          { from: "body.items[1].sku", variable: "sku" },
          { from: "status", variable: "status" },
          { from: "body.country", field: "country" },
        ],
      },
      {
        type: "branch",
        conditions: { rules: [{ field: "variables.sku", op: "eq", value: "b-2" }] },
        // biome-ignore lint/suspicious/noThenProperty: steps
        then: [
          { type: "create_ticket", subject: "Order {{variables.order}}", description: "{{variables.none|nothing}} {{variables.status}}" },
        ],
      },
    ]);
    answers = [{ status: 201, body: JSON.stringify({ order: { number: 4711 }, items: [{ sku: "a-1" }, { sku: "b-2" }], country: "DE" }) }];
    const contactId = await contact({ name: 'Ada "A/B" ?x=1&y' });
    const run = await (await start(flow, { contactId }))();
    assert.deepEqual([run.status, run.error], ["completed", null]);
    const [request] = seen as [Seen];
    assert.equal(seen.length, 1);
    const name = encodeURIComponent('Ada "A/B" ?x=1&y');
    assert.deepEqual([request.method, request.url], ["POST", `/customers/${name}/orders?who=${name}`]);
    assert.deepEqual(
      [request.headers["x-name"], request.headers["content-type"], request.headers["idempotency-key"]],
      ["Ada", "application/json", `${run.id}-1`],
    );
    assert.deepEqual(JSON.parse(request.body), { name: 'Ada "A/B" ?x=1&y', nested: [{ n: 1, text: "Hi Ada" }] });
    assert.deepEqual(
      run.steps.map((step: any) => `${step.path} ${step.type} ${step.status}`),
      ["steps[0] http_request waiting", "steps[0] http_request done", "steps[1] branch done", "steps[1].then[0] create_ticket done"],
    );
    const { outcome, status, calls, stored } = run.steps[1].result;
    assert.deepEqual(
      [outcome, status, calls, stored[0]],
      ["answered", 201, 1, { from: "body.order.number", into: "variables.order", value: 4711 }],
    );
    const [ticket] = await wholeList(api, `/api/v1/tickets?contactId=${contactId}`);
    assert.deepEqual([ticket.subject, ticket.description], ["Order 4711", "nothing 201"]);
    assert.equal((await api.get(`/api/v1/contacts/${contactId}`)).body.country, "DE");
  });

  it("that is refused fails the run, or takes the error branch", async () => {
    const step = { type: "http_request", method: "POST", url: `${url}/x` };
    answers = [{ status: 404, body: "no" }];
    const plain = await (await start(await makeFlow([step, { type: "add_tag", tag: "after" }]), { contactId: await contact() }))();
    assert.deepEqual(
      [plain.status, plain.error],
      ["failed", { code: "provider_error", message: "The server responded with 404.", path: "steps[0]" }],
    );
    answers = [{ status: 500, body: "no" }];
    const contactId = await contact();
    const flow = await makeFlow([
      { ...step, onError: [{ type: "add_tag", tag: "bad" }] },
      { type: "add_tag", tag: "after" },
    ]);
    const caught = await (await start(flow, { contactId }))();
    assert.deepEqual([caught.status, caught.steps[1].status, caught.steps[1].result.status], ["completed", "failed", 500]);
    assert.deepEqual(await tagsOf(contactId), ["bad", "after"]);
    assert.equal(seen.length, 2, "what may have had an effect is not asked again");
  });

  it("that may be repeated is sent three times, with the same key", async () => {
    answers = [
      { status: 503, body: "" },
      { status: 429, body: "" },
      { status: 200, body: "" },
    ];
    const shown = await start(await makeFlow([{ type: "http_request", method: "PUT", url: `${url}/x`, idempotent: true }]), {
      contactId: await contact(),
    });
    assert.deepEqual([(await shown()).status, (await shown()).waitingUntil], ["waiting", null]);
    for (const waitMs of [5_000, 30_000]) {
      t.clock.advance(waitMs);
      await t.drain();
    }
    const run = await shown();
    assert.deepEqual([run.status, run.steps[1].result.calls], ["completed", 3]);
    assert.equal(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size, 1);
  });

  /** Simulates that the process died during the call: it has begun, and the lease has expired. */
  const dieCalling = () =>
    t.app.database.worker({
      text: "update flow_requests set state = 'leased', begun_at = now(), attempts = attempts + 1, lease_until = '2000-01-01', run_at = '2000-01-01' where state = 'ready'",
    });

  it("whose process died is not repeated, because its effect is unknown", async () => {
    const gone = await freePort();
    const flow = await makeFlow([{ type: "http_request", method: "POST", url: `http://127.0.0.1:${gone}/x` }]);
    const shown = await start(flow, { contactId: await contact() });
    assert.equal((await shown()).status, "waiting", "a connection that was refused had no effect, and is tried again");
    await dieCalling();
    await t.drain();
    const run = await shown();
    assert.deepEqual([run.status, run.error.code, run.steps[1].result.outcome], ["failed", "provider_error", "unknown"]);
  });

  it("whose process died is repeated if the step says that this is safe", async () => {
    answers = [{ status: 503, body: "" }];
    const shown = await start(await makeFlow([{ type: "http_request", method: "GET", url: `${url}/x` }]), { contactId: await contact() });
    await dieCalling();
    await t.drain();
    assert.equal((await shown()).status, "completed");
    assert.equal(seen.length, 2);
  });

  it("whose process died waits for no other organization's, however long that one's address takes", async () => {
    answers = [tenant, other].map(() => ({ status: 503, body: "" }));
    const runs: (() => Promise<any>)[] = [];
    for (const each of [tenant, other]) {
      const flow = await makeFlow([{ type: "http_request", method: "GET", url: `${url}/x` }], { type: "manual" }, each);
      runs.push(await start(flow, { contactId: await contact({}, each) }, each));
    }
    await dieCalling();
    held = [];
    const done = t.drain();
    await eventually("both are called at the same time", () => held?.length === 2);
    for (const respond of held) respond();
    await done;
    for (const shown of runs) assert.equal((await shown()).status, "completed");
  });

  it("that no run waits for any more is not sent", async () => {
    const flow = await makeFlow([{ type: "http_request", method: "GET", url: `${url}/x` }]);
    const started = await api.post(`/api/v1/flows/${flow.id}/runs`, { contactId: await contact() });
    answers = [{ status: 503, body: "" }];
    await t.drain();
    await api.post(`/api/v1/flow-runs/${started.body.id}/cancel`);
    t.clock.advance(60_000);
    await t.drain();
    assert.equal(seen.length, 1);
    assert.deepEqual(await t.app.database.worker({ text: "select 1 from flow_requests" }), []);
  });

  it("of a deleted flow is not sent, though its runs have not been removed yet", async () => {
    const flow = await makeFlow([{ type: "http_request", method: "GET", url: `${url}/x` }]);
    answers = [{ status: 503, body: "" }];
    await start(flow, { contactId: await contact() });
    assert.equal((await api.post(`/api/v1/flows/${flow.id}/deactivate`)).status, 200);
    assert.equal((await api.delete(`/api/v1/flows/${flow.id}`)).status, 200);
    t.clock.advance(60_000);
    await t.drain(["flow requests"]);
    assert.equal(seen.length, 1);
    assert.deepEqual(await t.app.database.worker({ text: "select 1 from flow_requests" }), []);
  });

  it("lets no value choose the host, or leave the path", async () => {
    const problems = async (step: object): Promise<string[]> => {
      const made = await api.post("/api/v1/flows", {
        name: "Flow",
        trigger: { type: "manual" },
        steps: [{ type: "http_request", ...step }],
      });
      assert.equal(made.status, 200, made.text);
      const { body } = await api.post(`/api/v1/flows/${made.body.id}/validate`);
      return body.problems.map((problem: any) => `${problem.field} ${problem.issue}`);
    };
    const post = { method: "POST", url: "https://example.com/x" };
    const cases: [object, string[]][] = [
      [post, []],
      [{}, ["steps[0].method required", "steps[0].url required"]],
      [{ method: "GET", url: "https://{{contact.name}}.example.com/" }, ["steps[0].url invalid_format"]],
      [{ method: "GET", url: "https://example.com{{contact.name}}/" }, ["steps[0].url invalid_format"]],
      [{ method: "GET", url: "http://example.com/" }, ["steps[0].url not_allowed"]],
      [{ method: "GET", url: "https://10.0.0.1/" }, ["steps[0].url private_address"]],
      [{ method: "GET", url: "https://example.com/", body: "x" }, ["steps[0].body not_allowed"]],
      [{ ...post, headers: { Host: "x" } }, ["steps[0].headers.Host not_allowed"]],
      [{ ...post, headers: { Authorization: "Bearer abc" } }, ["steps[0].headers.Authorization not_allowed"]],
      [{ ...post, headers: { Authorization: "Bearer {{secrets.NONE}}" } }, ["steps[0] unknown"]],
      [{ ...post, body: { a: ["{{contact.nickname}}"] } }, ["steps[0].body unknown_value"]],
      [
        { ...post, store: [{ from: "body..x", variable: "A" }, { from: "status" }, { from: "body", field: "nonsense" }] },
        [
          "steps[0].store[0].from invalid_format",
          "steps[0].store[0].variable invalid_format",
          "steps[0].store[1].variable required",
          "steps[0].store[2].field unknown_value",
        ],
      ],
    ];
    for (const [step, expected] of cases) assert.deepEqual(await problems(step), expected, JSON.stringify(step));
    const flow = await makeFlow([{ type: "http_request", method: "GET", url: `${url}/a/{{contact.name}}/b` }]);
    const run = await (await start(flow, { contactId: await contact({ name: ".." }) }))();
    assert.deepEqual([run.status, run.error.code, seen.length], ["failed", "conflict", 0]);
  });
});

describe("a flow secret", () => {
  const value = 's3cret/+value&of "mine"';

  it("is sent, and can be read nowhere: not in responses, histories, events, the audit log or the database", async () => {
    const made = await api.post("/api/v1/flow-secrets", { name: "SHOP_TOKEN", value, hosts: ["127.0.0.1"] });
    assert.equal(made.status, 200, made.text);
    const inAnswers = [made, await api.get(`/api/v1/flow-secrets/${made.body.id}`), await api.get("/api/v1/flow-secrets")];
    for (const { text } of inAnswers) assert.ok(!text.includes(value.slice(-4)) && !text.includes("lastFour"), text);
    const flow = await makeFlow([
      {
        type: "http_request",
        method: "POST",
        url: `${url}/hook?key={{secrets.SHOP_TOKEN}}`,
        headers: { Authorization: "Bearer {{ secrets.SHOP_TOKEN }}" },
        body: { token: "{{secrets.SHOP_TOKEN}}", name: "{{contact.name}}" },
        store: [{ from: "body.echo.token", variable: "echo" }],
      },
      { type: "create_ticket", subject: "{{variables.echo}}" },
    ]);
    answers = [{ status: 200, body: JSON.stringify({ echo: { token: value }, again: encodeURIComponent(value) }) }];
    const contactId = await contact({ name: "{{secrets.SHOP_TOKEN}}" });
    const run = await (await start(flow, { contactId }))();
    assert.equal(run.status, "completed", JSON.stringify(run));
    const [request] = seen as [Seen];
    assert.match(request.headers["user-agent"] as string, /^Service-Flows\/1\.0$/);
    assert.deepEqual([request.url, request.headers.authorization], [`/hook?key=${encodeURIComponent(value)}`, `Bearer ${value}`]);
    assert.deepEqual(
      JSON.parse(request.body),
      { token: value, name: "{{secrets.SHOP_TOKEN}}" },
      "a customer's name is no place of a secret",
    );
    assert.equal(run.steps[0].result.url, `${url}/hook?key={{secrets.SHOP_TOKEN}}`);
    const [ticket] = await wholeList(api, `/api/v1/tickets?contactId=${contactId}`);
    assert.equal(ticket.subject, "{{secrets.SHOP_TOKEN}}");
    const dump = await dumpAll(t);
    for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) assert.deepEqual(placesOf(dump, form), []);
  });

  it("is changed, listed by name, and removed by deletion", async () => {
    const { body } = await api.post("/api/v1/flow-secrets", { name: "ANOTHER", value: "first value", hosts: ["127.0.0.1"] });
    assert.equal((await api.post("/api/v1/flow-secrets", { name: "ANOTHER", value: "first value" })).body.error.code, "already_exists");
    const path = `/api/v1/flow-secrets/${body.id}`;
    assert.deepEqual(Object.keys((await api.patch(path, { value: "another value" })).body).sort(), [
      "createdAt",
      "createdBy",
      "hosts",
      "id",
      "name",
      "updatedAt",
    ]);
    assert.equal((await api.patch(path, { name: "A_NAME" })).body.name, "A_NAME");
    const flow = await makeFlow([{ type: "http_request", method: "POST", url: `${url}/{{secrets.A_NAME}}` }]);
    await start(flow, { contactId: await contact() });
    assert.equal(seen[0]?.url, "/another%20value");
    const names = (await wholeList(api, "/api/v1/flow-secrets?limit=1")).map((secret) => secret.name);
    assert.deepEqual(names, names.toSorted());
    assert.ok(names.includes("A_NAME"));
    assert.deepEqual((await api.delete(path)).body, { id: body.id, deleted: true });
    const run = await (await start(flow, { contactId: await contact() }))();
    assert.deepEqual([run.status, run.error.message, seen.length], ["failed", "The secret A_NAME does not exist.", 1]);
  });

  it("is invisible to other tenants, and validates its name and value", async () => {
    const { body } = await api.post("/api/v1/flow-secrets", { name: "MINE", value: "first value" });
    for (const response of [
      await other.api.get(`/api/v1/flow-secrets/${body.id}`),
      await other.api.patch(`/api/v1/flow-secrets/${body.id}`, { value: "their value" }),
      await other.api.delete(`/api/v1/flow-secrets/${body.id}`),
    ])
      assert.equal(response.status, 404);
    for (const wrong of [
      { name: "small", value: "first value" },
      { name: "GOOD", value: "short" },
      { name: "GOOD", value: "two\nlines of it" },
      { name: "GOOD" },
    ])
      assert.equal((await api.post("/api/v1/flow-secrets", wrong)).status, 400, JSON.stringify(wrong));
  });
});

describe("people and the chatbot", () => {
  it("get a conversation: the run ends as handed off, and does nothing more", async () => {
    const flow = await makeFlow([
      { type: "hand_over", note: "{{contact.name}} wants a person." },
      { type: "add_tag", tag: "never" },
    ]);
    const { conversation, contactId, url: at } = await incoming();
    await api.patch(at, { status: "pending" });
    const run = await (await start(flow, { conversationId: conversation.id }))();
    assert.deepEqual([run.status, run.steps.length, run.error], ["handed_off", 1, null]);
    assert.equal((await api.get(at)).body.status, "open");
    assert.deepEqual(await tagsOf(contactId), []);
    const notes = (await wholeList(api, `${at}/messages`)).filter((message) => message.isNote);
    assert.match(notes[0].text, /wants a person/);
  });
});
