/**
 * Every body field and every filter that refers to something: a nonexistent id, a misspelled one and another tenant's get the same
 * response, which names the field. Derived from openapi.json; what that cannot express (the contents of rules, steps and actions, and
 * fields that require another) is in `bodies`.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, describe, it } from "node:test";
import type { Kind } from "../fixtures/fixture-kinds.ts";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { startTestApp } from "../harness.ts";
import { closeConnections, type RawResponse, send } from "../raw-http.ts";
import { fill, type Operation, operationsOf } from "./route-operations.ts";
import { placesOf } from "./route-places.ts";
import { idOf, put, validBody, validParams, validQuery } from "./route-requests.ts";

const t = await startTestApp({ env: { RATE_LIMIT_PER_MINUTE: "10000000" } });
after(async () => {
  closeConnections();
  await t.stop();
});
const operations = operationsOf(t.app.openapi);
const agency = await makeFixture(t);
const platform = await makeFixture(t, { platform: true });
const other = await makeFixture(t);
const ownOf = (operation: Operation) => (operation.platformOnly ? platform : agency);

type Body = Record<string, unknown>;
interface Case {
  operation: string;
  /** As the response spells it. */
  field: string;
  kind: Kind;
  body(id: string, fixture: Fixture): Body;
}

/** The same for a create and its update. */
const of = (names: string[], field: string, kind: Kind, body: Case["body"]): Case[] =>
  names.map((operation) => ({ operation, field, kind, body: (id, f) => ({ ...baseOf(operation, f), ...body(id, f) }) }));

function baseOf(operation: string, fixture: Fixture): Body {
  const found = operations.find((one) => one.id === operation) as Operation;
  return validBody(found, fixture) ?? {};
}

const rule = (field: string, value: unknown, op = "eq") => ({ match: "all", rules: [{ field, op, value }] });
const nested = (id: string) => ({
  match: "all",
  rules: [
    { field: "tags", op: "exists" },
    { match: "any", rules: [{ field: "stageId", op: "neq", value: id }] },
  ],
});
const excluding = (id: string) => ({ ...rule("tags", undefined, "exists"), exclude: rule("ownerId", id) });
const segments = ["createSegment", "updateSegment", "previewSegment"];
const flows = ["createFlow", "updateFlow"];
const macros = ["createMacro", "updateMacro"];
const views = ["createView", "updateView"];
const steps = (step: object) => ({ steps: [{ type: "stop" }, step] });
const onSchedule = (audience: object, more: object = {}) => ({
  trigger: { type: "schedule", at: { everyDay: true, time: "09:00" }, audience, ...more },
  steps: [{ type: "add_tag", tag: "vip" }],
});

const bodies: Case[] = [
  ...of(segments, "rules.rules[0].value", "member", (id) => ({ rules: rule("ownerId", id) })),
  ...of(segments, "rules.rules[0].value", "stage", (id) => ({ rules: rule("stageId", id) })),
  ...of(segments, "rules.rules[0].value[0]", "channel", (id) => ({ rules: rule("channelId", [id], "in") })),
  ...of(segments, "rules.rules[1].rules[0].value", "stage", (id) => ({ rules: nested(id) })),
  ...of(segments, "rules.exclude.rules[0].value", "member", (id) => ({ rules: excluding(id) })),
  {
    operation: "createContactExport",
    field: "rules.rules[0].value",
    kind: "stage",
    body: (id) => ({ rules: rule("stageId", id), fields: ["name"] }),
  },
  ...of(["createBroadcast", "updateBroadcast", "previewBroadcast"], "targetAudience.rules[0].value", "stage", (id) => ({
    targetAudience: rule("stageId", id),
  })),
  ...of(["createBroadcast", "updateBroadcast", "previewBroadcast"], "targetAudience.segmentId", "segment", (id) => ({
    targetAudience: { segmentId: id },
  })),
  ...of(["createBroadcast", "updateBroadcast", "previewBroadcast"], "targetAudience.contactIds[1]", "contact", (id, f) => ({
    targetAudience: { contactIds: [f.resources.contact, id] },
  })),
  ...of(flows, "trigger.channelIds[0]", "channel", (id) => ({ trigger: { type: "message.received", channelIds: [id] } })),
  ...of(flows, "trigger.stageId", "stage", (id) => ({ trigger: { type: "deal.stage_changed", stageId: id } })),
  ...of(flows, "trigger.broadcastId", "broadcast", (id) => ({ trigger: { type: "broadcast.replied", broadcastId: id } })),
  ...of(flows, "trigger.formId", "signupForm", (id) => ({ trigger: { type: "form.submitted", formId: id } })),
  ...of(flows, "conditions.rules[0].value", "stage", (id) => ({ conditions: rule("contact.stageId", id) })),
  ...of(flows, "conditions.rules[0].value[0]", "channel", (id) => ({ conditions: rule("conversation.channelId", [id], "in") })),
  ...of(flows, "conditions.rules[0].value", "member", (id) => ({ conditions: rule("conversation.assigneeId", id) })),
  ...of(flows, "conditions.rules[0].value", "division", (id) => ({ conditions: rule("conversation.divisionId", id) })),
  ...of(flows, "steps[1].assigneeId", "member", (id) => steps({ type: "assign", assigneeId: id })),
  ...of(flows, "steps[1].divisionId", "division", (id) => steps({ type: "assign", divisionId: id })),
  ...of(flows, "steps[1].assigneeId", "member", (id) => steps({ type: "create_ticket", subject: "A ticket", assigneeId: id })),
  ...of(flows, "steps[1].category", "ticketCategory", (id) => steps({ type: "create_ticket", subject: "A ticket", category: id })),
  ...of(flows, "steps[1].label", "label", (id) => steps({ type: "add_label", label: id })),
  ...of(flows, "steps[1].pipelineId", "pipeline", (id) => steps({ type: "create_deal", title: "A deal", pipelineId: id })),
  ...of(flows, "steps[1].stageId", "stage", (id) => steps({ type: "move_deal", stageId: id })),
  ...of(flows, "steps[1].ownerId", "member", (id) => steps({ type: "create_deal", title: "A deal", ownerId: id })),
  ...of(flows, "steps[1].memberIds[0]", "member", (id) => steps({ type: "notify", memberIds: [id], text: "Look" })),
  ...of(flows, "steps[1].flowId", "flow", (id) => steps({ type: "start_flow", flowId: id })),
  ...of(flows, "steps[1].divisionId", "division", (id) => steps({ type: "hand_over", divisionId: id })),
  ...of(flows, "steps[1].conditions.rules[0].value", "stage", (id) =>
    // biome-ignore lint/suspicious/noThenProperty: a list of steps
    steps({ type: "branch", conditions: rule("stageId", id), then: [{ type: "stop" }] }),
  ),
  ...of(flows, "steps[1].then[0].assigneeId", "member", (id) =>
    // biome-ignore lint/suspicious/noThenProperty: a list of steps
    steps({ type: "branch", conditions: rule("tags", undefined, "exists"), then: [{ type: "assign", assigneeId: id }] }),
  ),
  ...of(flows, "trigger.audience.segmentId", "segment", (id) => onSchedule({ segmentId: id })),
  ...of(flows, "trigger.audience.rules[0].value", "stage", (id) => onSchedule(rule("stageId", id))),
  ...of(flows, "trigger.channelId", "channel", (id) => onSchedule({ all: true }, { channelId: id })),
  ...of(macros, "actions[0].assigneeId", "member", (id) => ({ actions: [{ type: "assign", assigneeId: id }] })),
  ...of(macros, "actions[0].cannedReplyId", "cannedReply", (id) => ({ actions: [{ type: "send_message", cannedReplyId: id }] })),
  ...of(macros, "actions[0].label", "label", (id) => ({ actions: [{ type: "add_label", label: id }] })),
  ...of(views, "filters.assigneeId", "member", (id) => ({ filters: { assigneeId: id } })),
  ...of(views, "filters.labels[0]", "label", (id) => ({ filters: { labels: [id] } })),
  ...of(views, "filters.allLabels[0]", "label", (id) => ({ filters: { allLabels: [id] } })),
  ...of(["updateConversation"], "labels[0]", "label", (id) => ({ labels: [id] })),
  ...of(["updateConversation"], "addLabels[0]", "label", (id) => ({ addLabels: [id] })),
  ...of(["updateConversation"], "removeLabels[0]", "label", (id) => ({ removeLabels: [id] })),
  ...of(["createTicket", "updateTicket"], "category", "ticketCategory", (id) => ({ category: id })),
  ...of(["createTicket", "updateTicket"], "labels[0]", "label", (id) => ({ labels: [id] })),
  ...of(["createSlaPolicy", "updateSlaPolicy"], "conditions.labels[0]", "label", (id) => ({ conditions: { labels: [id] } })),
  ...of(["createFaq", "updateFaq"], "category", "knowledgeCategory", (id) => ({ category: id })),
  ...of(["createKnowledgeSource"], "mediaId", "media", (id) => ({ name: "A file", kind: "file", mediaId: id })),
  { operation: "translateText", field: "messageId", kind: "message", body: (id) => ({ messageId: id, language: "de" }) },
  { operation: "createAgencySnapshot", field: "clientId", kind: "agencyClient", body: (id) => ({ name: `From ${word()}`, clientId: id }) },
  ...of(["createLandingPage", "updateLandingPage"], "blocks[0].mediaId", "media", (id) => ({
    blocks: [{ type: "image", mediaId: id, alt: "A picture" }],
  })),
  ...of(["createLandingPage", "updateLandingPage"], "blocks[0].formId", "signupForm", (id) => ({ blocks: [{ type: "form", formId: id }] })),
  ...of(["createSignupForm", "updateSignupForm"], "target.snapshotId", "agencySnapshot", (id) => ({
    fields: [
      { key: "company", label: "Company", type: "text", required: true },
      { key: "email", label: "E-mail", type: "email", required: true },
    ],
    target: { kind: "create_client", snapshotId: id },
  })),
];

/** Places that are covered above together with what they require, and those that are not references in the example: why. */
const elsewhere: Record<string, string> = {
  "updateKnowledgeSource mediaId": "only of a source that is a file: createKnowledgeSource",
};

const word = () => randomBytes(4).toString("hex");

/** Another tenant's id, a nonexistent one, and what is not an id at all. The others are compared with the first. */
function wrongIds(like: string): string[] {
  const [prefix, hex] = like.split("_") as [string, string];
  const nobody = `${prefix}_${hex.slice(0, 12)}${randomBytes(10).toString("hex")}`;
  return [like, nobody, `${prefix}_${"0".repeat(32)}`];
}
const misspelt = (like: string) => ["x", `${like}0`, like.slice(1), like.toUpperCase(), like.replace("_", "-")];

async function ask(operation: Operation, body: Body | undefined, query: Record<string, string> = {}): Promise<RawResponse> {
  const fixture = ownOf(operation);
  const search = new URLSearchParams({ ...validQuery(operation, fixture), ...query });
  return send(t.url, {
    method: operation.method,
    path: `/api/v1${fill(operation.path, await validParams(operation, fixture))}?${search}`,
    headers: { authorization: `Bearer ${fixture.tenant.key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function assertNamed(response: RawResponse, field: string, what: string): void {
  assert.ok([404, 422].includes(response.status), `${what}: ${response.status} ${response.text}`);
  const { details } = JSON.parse(response.text).error;
  assert.deepEqual(details, [{ field, issue: "not_found" }], `${what}: ${response.text}`);
}

/** A name is accepted instead of an id here: what is not an id is a name. */
const byName = new Set(["label", "ticketCategory", "knowledgeCategory"]);

describe("a wrong id in a body", () => {
  const covered = new Set(bodies.map(({ operation, field }) => `${operation} ${field.replaceAll(/\[\d+\]/g, "")}`));
  const made = operations.flatMap((operation) =>
    placesOf(operation).flatMap((place): Case[] => {
      if (place.in !== "body") return [];
      const spelled = place.path.filter((part) => part !== "[]").join(".");
      if (covered.has(`${operation.id} ${spelled}`) || elsewhere[`${operation.id} ${spelled}`] !== undefined) return [];
      const field = place.path.reduce((path, part) => (part === "[]" ? `${path}[0]` : path === "" ? part : `${path}.${part}`), "");
      return [{ operation: operation.id, field, kind: place.kind, body: (id, f) => put(validBody(operation, f) as Body, place.path, id) }];
    }),
  );

  it("is checked in many places", () => {
    assert.ok(made.length >= 90, `${made.length} made`);
    assert.ok(bodies.length >= 80, `${bodies.length} written`);
  });

  for (const { operation: name, field, kind, body } of [...bodies, ...made]) {
    it(`${name} ${field} (${kind})`, async () => {
      const operation = operations.find((one) => one.id === name) as Operation;
      assert.ok(operation !== undefined, name);
      const foreign = idOf(other.resources[kind]);
      const isName = byName.has(kind) && !/Ids?\b/.test(field);
      let first: RawResponse | undefined;
      for (const id of [...wrongIds(foreign), ...(isName ? [] : misspelt(foreign))]) {
        const response = await ask(operation, body(id, ownOf(operation)));
        assertNamed(response, field, id);
        first ??= response;
        assert.equal(response.text, first.text, `${id} looks different from another tenant's`);
      }
    });
  }
});

describe("a wrong id in a query", () => {
  for (const operation of operations.filter((one) => !one.isStream)) {
    for (const place of placesOf(operation)) {
      // An event is a position in the log, as a cursor is one in a list: 400 invalid_cursor.
      if (place.in !== "query" || place.kind === "cursor" || place.kind === "event") continue;
      const { name, kind } = place;
      it(`${operation.id} ${name}`, async () => {
        const foreign = idOf(other.resources[kind]);
        let first: RawResponse | undefined;
        for (const id of [...wrongIds(foreign), ...misspelt(foreign)]) {
          const response = await ask(operation, operation.writes ? validBody(operation, ownOf(operation)) : undefined, { [name]: id });
          if (response.status === 200) {
            // A filter that matches nothing: nothing is found, and nothing is done.
            assert.ok(!operation.writes, `${id} was taken: ${response.text}`);
            const { data } = response.text.startsWith("{") ? JSON.parse(response.text) : { data: [] };
            assert.deepEqual(data ?? [], [], `${id}: ${response.text}`);
          } else assertNamed(response, name, id);
          first ??= response;
          assert.equal(visible(response), visible(first), `${id} looks different from another tenant's`);
        }
      });
    }
  }

  /** Metrics contain the time that they are for. */
  const visible = (response: RawResponse) =>
    `${response.status} ${response.text.replaceAll(/"(asOf|since|until|start|end)":"[^"]*"/g, "")}`;
});
