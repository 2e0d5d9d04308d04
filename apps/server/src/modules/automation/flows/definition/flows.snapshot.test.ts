/** Flows in snapshots: by name, as drafts, without what is specific to the organization. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Api, startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";

let t: TestApp;
let tenant: TestTenant;
before(async () => {
  t = await startTestApp();
  tenant = await t.tenant();
});
after(() => t?.stop());

const path = "/api/v1/organization/snapshot";
const parts = "divisions,pipelines,contactFields,labels,flows";
async function post(api: Api, url: string, body: object): Promise<any> {
  const response = await api.post(`/api/v1${url}`, body);
  assert.equal(response.status, 200, response.text);
  return response.body;
}
async function read(api: Api): Promise<any> {
  const response = await api.get(`${path}?parts=${parts}`);
  assert.equal(response.status, 200, response.text);
  return response.body;
}

describe("flows in a snapshot", () => {
  it("move to another organization by name, as drafts, and applying them again changes nothing", async () => {
    const { api } = tenant;
    const sales = await post(api, "/agents/divisions", { name: "Sales" });
    const north = await post(api, "/agents/divisions", { name: "North", parent_division_id: sales.id });
    const { stages } = await post(api, "/pipelines", { name: "Bookings", stages: [{ name: "Asked" }, { name: "Paid", kind: "won" }] });
    await post(api, "/contact-fields", { key: "plan", label: "Plan", type: "select", options: ["free", "pro"] });
    const inner = await post(api, "/flows", { name: "Zulu", trigger: { type: "manual" }, steps: [{ type: "add_tag", tag: "inner" }] });
    const outer = await post(api, "/flows", {
      name: "Alpha",
      description: "All of it",
      trigger: { type: "deal.stage_changed", stageId: stages[1].id },
      conditions: { rules: [{ field: "customFields.plan", op: "eq", value: "pro" }] },
      oncePerContact: true,
      steps: [
        { type: "assign", divisionId: north.id, assigneeId: null },
        {
          type: "branch",
          conditions: { rules: [{ field: "tags", op: "exists" }] },
          // biome-ignore lint/suspicious/noThenProperty: steps
          then: [{ type: "start_flow", flowId: inner.id }],
          else: [{ type: "set_field", field: "stageId", value: stages[0].id }],
        },
        {
          type: "http_request",
          method: "POST",
          url: "https://example.com/",
          headers: { Authorization: "{{secrets.TOKEN}}" },
          onError: [{ type: "move_deal", stageId: stages[0].id }],
        },
        { type: "add_label", label: "VIP" },
      ],
    });
    await post(api, "/flow-secrets", { name: "TOKEN", value: "never travels" });
    const { agentId } = await t.person(tenant.id, { role: "agent" });
    await post(api, "/flows", { name: "To Ada", trigger: { type: "manual" }, steps: [{ type: "assign", assigneeId: agentId }] });
    const { id: channelId } = await t.channel(tenant);
    await post(api, "/flows", { name: "One number", trigger: { type: "message.received", channelIds: [channelId] }, steps: [] });
    await post(api, "/flows", {
      name: "One stage",
      trigger: { type: "manual" },
      conditions: { rules: [{ field: "contact.stageId", op: "eq", value: stages[0].id }] },
      steps: [],
    });
    const one = await post(api, "/flows", { name: "Ping", trigger: { type: "manual" }, steps: [] });
    const two = await post(api, "/flows", { name: "Pong", trigger: { type: "manual" }, steps: [{ type: "start_flow", flowId: one.id }] });
    assert.equal((await api.patch(`/api/v1/flows/${one.id}`, { steps: [{ type: "start_flow", flowId: two.id }] })).status, 200);

    const taken = await read(api);
    assert.deepEqual(
      taken.parts.flows.map((flow: any) => flow.name),
      ["Zulu", "Alpha"],
      "each behind those that it starts",
    );
    assert.deepEqual(
      taken.leftOut.filter((left: any) => left.part === "flows").map((left: any) => [left.key, left.reason]),
      [
        ["One number", "names_channel"],
        ["One stage", "names_stage"],
        ["Ping", "circular"],
        ["Pong", "circular"],
        ["To Ada", "names_agent"],
      ],
    );
    const text = JSON.stringify(taken.parts.flows);
    assert.ok(!/(stg|div|flow|pip)_[0-9a-f]{32}/.test(text) && !text.includes("never travels"), text);

    const there = await t.tenant();
    await post(there.api, "/labels", { name: "VIP" });
    const applied = await post(there.api, "/organization/snapshot/apply", { snapshot: { version: 1, parts: taken.parts } });
    assert.deepEqual(
      applied.entries.filter((entry: any) => entry.part === "flows").map((entry: any) => [entry.key, entry.action]),
      [
        ["Zulu", "create"],
        ["Alpha", "create"],
      ],
    );
    const [alpha] = (await there.api.get("/api/v1/flows")).body.data.filter((flow: any) => flow.name === "Alpha");
    assert.deepEqual([alpha.status, alpha.description, alpha.oncePerContact, alpha.steps.length], ["draft", outer.description, true, 4]);
    assert.match(alpha.steps[1].then[0].flowId, /^flow_/);
    assert.notEqual(alpha.steps[1].then[0].flowId, inner.id);
    const again = await post(there.api, "/organization/snapshot/plan", { snapshot: { version: 1, parts: taken.parts } });
    assert.deepEqual(
      again.entries.filter((entry: any) => entry.part === "flows").map((entry: any) => entry.action),
      ["leave", "leave"],
    );
    assert.deepEqual((await read(there.api)).parts.flows, taken.parts.flows);
  });

  it("are refused if they name something missing, or anything by its id", async () => {
    const { api } = await t.tenant();
    const manual = { type: "manual" };
    const cases: [object[], string, string][] = [
      [[{ type: "move_deal", stage: ["Nowhere", "Never"] }], "snapshot.parts.flows[0].steps[0].stage", "unknown"],
      [[{ type: "start_flow", flow: "Missing" }], "snapshot.parts.flows[0].steps[0].flow", "unknown"],
      [[{ type: "assign", assigneeId: "agt_01980000000070008000000000000000" }], "snapshot.parts.flows[0].steps", "not_allowed"],
    ];
    for (const [steps, field, issue] of cases) {
      const response = await api.post(`${path}/apply`, {
        snapshot: { version: 1, parts: { flows: [{ name: "Flow", trigger: manual, steps }] } },
      });
      assert.deepEqual([response.status, response.body.error.details[0]], [422, { field, issue }], response.text);
    }
  });

  it("are refused for an invalid step, trigger or condition, before anything is stored", async () => {
    const { api } = await t.tenant({ kind: "agency" });
    const snapshots = "/api/v1/agencies/current/snapshots";
    for (const [flow, field] of [
      [{ trigger: { type: "manual" }, steps: [{ type: "AAA" }] }, "snapshot.parts.flows[0].steps[0].type"],
      [{ trigger: { type: "AAA" }, steps: [] }, "snapshot.parts.flows[0].trigger.type"],
      [{ trigger: { type: "manual" }, steps: [], conditions: { rules: [{ op: 0 }] } }, "snapshot.parts.flows[0].conditions.rules[0].field"],
      [
        { trigger: { type: "manual" }, steps: [], conditions: { rules: [{ field: "customFields.plan", op: "is", value: "pro" }] } },
        "snapshot.parts.flows[0].conditions.rules[0].op",
      ],
    ] as const) {
      const response = await api.post(snapshots, {
        name: "Bakery",
        snapshot: { version: 1, parts: { flows: [{ name: "Flow", ...flow }] } },
      });
      assert.deepEqual([response.status, response.body.error.details[0].field], [400, field], response.text);
    }
    assert.deepEqual((await api.get(snapshots)).body.data, []);
  });
});
