/**
 * Unions that the document discriminates by a word and that code parses: each documented variant is accepted, and each that the code
 * accepts is documented.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { stepFields, stepTypes, triggerFields, triggerTypes } from "../../src/modules/automation/flows/definition/definition.ts";
import { readSteps, readTrigger } from "../../src/modules/automation/flows/definition/definition-reading.ts";
import { compileConditions, conditionFieldNames } from "../../src/modules/automation/flows/definition/conditions.ts";
import { findField } from "../../src/modules/contacts/segments/audience-fields.ts";
import { audienceFieldNames, opsByRule } from "../../src/modules/contacts/segments/audience-document.ts";
import { compileAudience } from "../../src/modules/contacts/segments/audience-compile.ts";
import { opsByKind, ruleOps } from "../../src/modules/contacts/segments/audience-rules.ts";
import { messageTypes } from "../../src/modules/inbox/messages/messages.schema.ts";
import { sourceKinds } from "../../src/modules/knowledge/knowledge/sources/sources.schema.ts";
import { withExtended } from "../../src/platform/http/openapi/schemas.ts";
import { makeFixture, type Fixture } from "../fixtures/fixtures.ts";
import { startTestApp } from "../harness.ts";
import { referred, type Schema } from "../routes/route-operations.ts";
import { createValidator, type Validate } from "./validator.ts";

const t = await startTestApp();
const document = t.app.openapi as Schema;
after(() => t.stop());

const ajv = createValidator();
ajv.addSchema({ $id: "document", components: document["components"] }, "document");
const validators = new Map<string, Validate>();

function assertDocumented(name: string, value: unknown): void {
  const validate = validators.get(name) ?? ajv.compile({ $ref: `document#/components/schemas/${name}` });
  validators.set(name, validate);
  assert.ok(validate(value), `${name} does not describe ${JSON.stringify(value)}: ${JSON.stringify(validate.errors)}`);
}

const schemaOf = (name: string) => document["components"].schemas[name] as Schema;

/** A union's variants by their discriminator. */
function variantsOf(name: string): Map<string, Schema> {
  const { oneOf, discriminator } = schemaOf(name);
  const mapping = Object.entries(discriminator.mapping as Record<string, string>);
  assert.deepEqual(
    new Set(mapping.map(([, to]) => to)),
    new Set(oneOf.map((part: Schema) => part["$ref"])),
    `${name}: the mapping leads to all variants`,
  );
  const follow = (part: Schema) => referred(document, part);
  return new Map(mapping.map(([word, $ref]) => [word, withExtended(follow({ $ref }), follow) as Schema]));
}

/** A value of a schema with every member that the schema has; `known`: values by field name. */
function sampleOf(given: Schema, known: Record<string, unknown>, name = "", depth = 0): unknown {
  if (Object.hasOwn(known, name)) return known[name];
  const schema = referred(document, given);
  if (schema["const"] !== undefined) return schema["const"];
  if (schema["enum"] !== undefined) return schema["enum"][0];
  const choices = (schema["oneOf"] ?? schema["anyOf"]) as Schema[] | undefined;
  if (choices !== undefined) return sampleOf(choices[0] as Schema, known, name, depth);
  switch ([schema["type"]].flat()[0]) {
    case "object":
      return Object.fromEntries(
        Object.entries((schema["properties"] ?? {}) as Schema)
          .map(([field, inner]) => [field, sampleOf(inner, known, field, depth + 1)])
          .filter(([, value]) => value !== undefined),
      );
    case "array": {
      if (depth > 4) return undefined;
      const item = sampleOf(schema["items"], known, `${name}[]`, depth + 1);
      return item === undefined ? [] : [item];
    }
    case "integer":
    case "number":
      return schema["minimum"] ?? 1;
    case "boolean":
      return true;
    default:
      return schema["format"] === "date" ? "2026-03-02" : "some words".slice(0, schema["maxLength"] ?? 10);
  }
}

const atOnce = { at: { time: "09:00", days: ["monday"] }, timezone: "Europe/London", audience: { all: true } };
const known = {
  ...atOnce,
  conditions: { match: "all", rules: [{ field: "name", op: "exists" }] },
  // biome-ignore lint/suspicious/noThenProperty: a list of steps, which nothing can call
  then: [{ type: "stop" }],
  else: [{ type: "stop" }],
  onTimeout: [{ type: "stop" }],
  onError: [{ type: "stop" }],
  headers: { "x-shop": "1" },
  payload: { order: "{{contact.name}}" },
  store: [{ from: "body.id", variable: "id" }],
};

describe("flows", () => {
  it("every trigger in the document exists in the code, with the same fields, and vice versa", () => {
    const variants = variantsOf("FlowTrigger");
    assert.deepEqual([...variants.keys()].sort(), [...triggerTypes].sort());
    for (const [type, variant] of variants) {
      assert.deepEqual(
        Object.keys(variant["properties"]).sort(),
        ["type", ...Object.keys(triggerFields[type as keyof typeof triggerFields])].sort(),
        type,
      );
      const value = sampleOf(variant, known);
      assertDocumented("FlowTrigger", value);
      assert.deepEqual(readTrigger(value, "trigger"), value, type);
      // A flow may be saved before it is complete.
      assertDocumented("FlowTrigger", { type });
    }
  });

  it("and so does every step", () => {
    const variants = variantsOf("FlowStep");
    assert.deepEqual([...variants.keys()].sort(), [...stepTypes].sort());
    for (const [type, variant] of variants) {
      assert.deepEqual(
        Object.keys(variant["properties"]).sort(),
        ["type", ...Object.keys(stepFields[type as keyof typeof stepFields])].sort(),
        type,
      );
      const value = sampleOf(variant, known);
      assertDocumented("FlowStep", value);
      assert.deepEqual(readSteps([value], "steps"), [value], type);
      assertDocumented("FlowStep", { type });
    }
  });

  it("what the code refuses in a field is not documented either", () => {
    const validate = (name: string, value: object) => ajv.compile({ $ref: `document#/components/schemas/${name}` })(value);
    for (const step of [
      { type: "wait", seconds: 0 },
      { type: "wait", seconds: "1" },
      { type: "set_status", status: "gone" },
      { type: "fly" },
      { type: "add_tag", tag: "x".repeat(51) },
      {},
    ]) {
      assert.equal(validate("FlowStep", step), false, JSON.stringify(step));
      assert.throws(() => readSteps([step], "steps"), JSON.stringify(step));
    }
    for (const trigger of [
      { type: "no_reply_for", minutes: 0 },
      { type: "schedule", at: { time: "9" } },
      { type: "schedule", audience: { all: false } },
      { type: "none" },
    ]) {
      assert.equal(validate("FlowTrigger", trigger), false, JSON.stringify(trigger));
      assert.throws(() => readTrigger(trigger, "trigger"), JSON.stringify(trigger));
    }
  });
});

const valueFor: Record<string, unknown> = {
  text: "GB",
  words: "opted_in",
  reference: "usr_0198c6f2a4b17e3d9c5b8f1a2d3e4f50",
  flag: true,
  boolean: true,
  number: 5,
  list: "vip",
  set: "chat_app",
  variable: "paid",
};
const many = new Set(["in", "not_in", "has_any", "has_all", "has_none"]);
function ruleOf(field: string, op: string, kind: string, one = valueFor[kind]): Record<string, unknown> {
  if (op === "exists" || op === "not_exists") return { field, op };
  if (op === "within_last") return { field, op, value: { days: 30 } };
  if (op === "before" || op === "after") return { field, op, value: "2026-03-02" };
  if (["gt", "gte", "lt", "lte"].includes(op)) return { field, op, value: 5 };
  return { field, op, value: many.has(op) ? [one] : one };
}
const options = { definitions: [], now: new Date("2026-03-02T09:30:00Z"), at: "rules" };
const ids: Record<string, string> = {
  stageId: "stg_0198c6f2a4b17e3d9c5b8f1a2d3e4f50",
  channelId: "chn_0198c6f2a4b17e3d9c5b8f1a2d3e4f50",
  phone: "+447700900123",
};

describe("audiences", () => {
  it("every operator and field in the document exists in the code, and vice versa", () => {
    const ops = Object.values(opsByRule).flat();
    assert.deepEqual([...ops].sort(), [...ruleOps].sort());
    assert.deepEqual([...variantsOf("AudienceRule").keys()].sort(), [...ruleOps].sort());
    let rules = 0;
    for (const name of [...audienceFieldNames, "customFields.plan"]) {
      for (const op of ruleOps) {
        const field = findField(name, op, op === "eq" ? "GB" : undefined, new Map());
        assert.ok(field !== null, name);
        if (!(opsByKind[field.kind] as readonly string[]).includes(op)) continue;
        const rule = ruleOf(name, op, field.kind, ids[name] ?? valueFor[field.kind]);
        compileAudience({ rules: [rule] }, options);
        assertDocumented("AudienceRule", rule);
        assertDocumented("AudienceRules", { match: "any", rules: [rule, { rules: [rule] }], exclude: { rules: [rule] } });
        rules += 1;
      }
    }
    assert.ok(rules > 80);
    assert.equal(findField("surname", "eq", "x", new Map()), null);
  });
});

describe("conditions of flows", () => {
  it("accept every operator of every field that the code knows, and the document describes each", () => {
    let rules = 0;
    const compiled = new Set<string>();
    for (const name of [...audienceFieldNames, ...conditionFieldNames, "contact.name", "variables.paid", "customFields.plan"]) {
      for (const op of ruleOps) {
        for (const one of [
          "GB",
          5,
          true,
          "opted_in",
          "usr_0198c6f2a4b17e3d9c5b8f1a2d3e4f50",
          "chn_0198c6f2a4b17e3d9c5b8f1a2d3e4f50",
          "+447700900123",
        ]) {
          const rule = ruleOf(name, op, "", one);
          try {
            compileConditions({ rules: [rule] }, { ...options, references: [] });
          } catch {
            continue;
          }
          assertDocumented("FlowConditions", { rules: [rule, { match: "any", rules: [rule] }], exclude: { rules: [rule] } });
          rules += 1;
          compiled.add(name);
        }
      }
    }
    assert.ok(rules > 300, String(rules));
    const [listed] = schemaOf("ConditionField")["anyOf"] as [Schema];
    assert.deepEqual(
      (listed["enum"] as string[]).filter((field) => !compiled.has(field)),
      [],
    );
  });
});

describe("requests", () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await makeFixture(t);
  });

  it("flows, conditions and audiences from the document are accepted by the API and returned as documented", async () => {
    const { channel, member, division, stage, flow, broadcast, signupForm } = fixture.resources;
    const there = {
      ...known,
      ...{ channelId: channel, channelIds: [channel], assigneeId: member, ownerId: member, memberIds: [member], divisionId: division },
      ...{ stageId: stage.id, pipelineId: stage.pipeline, flowId: flow, broadcastId: broadcast, formId: signupForm },
    };
    const steps = [...variantsOf("FlowStep").values()].map((variant) => sampleOf(variant, there));
    for (const variant of variantsOf("FlowTrigger").values()) {
      const conditions = {
        rules: [{ field: "conversation.status", op: "eq", value: "open" }, { rules: [{ field: "country", op: "in", value: ["GB"] }] }],
      };
      const response = await fixture.api.post("/api/v1/flows", { name: "All", trigger: sampleOf(variant, there), steps, conditions });
      assert.equal(response.status, 200, response.text);
      assertDocumented("Flow", response.body);
      for (const step of response.body.steps) assertDocumented("FlowStep", step);
    }
  });

  it("a message of every type in the document is accepted, and of no other", async () => {
    const variants = variantsOf("SendMessage");
    assert.deepEqual([...variants.keys()].sort(), messageTypes.filter((type) => type !== "system" && type !== "unsupported").sort());
    const values = {
      channelId: fixture.resources.channel,
      to: fixture.customer,
      replyToId: undefined,
      mediaId: fixture.resources.media,
      messageId: fixture.resources.message,
      url: "https://shop.example.com",
      birthday: "1990-01-01",
      emoji: "👍",
    };
    const ofMedia = { ...values, filename: undefined, caption: undefined };
    for (const [type, variant] of variants) {
      const body = { ...(sampleOf(variant, variant["properties"].type.enum === undefined ? values : ofMedia) as object), type };
      assertDocumented("SendMessage", body);
      const response = await fixture.api.post("/api/v1/messages", body);
      assert.ok(response.status === 200 || response.status === 422, `${type}: ${response.text}`);
      // Omitting one of its own required fields is reported.
      for (const field of variant["required"] as string[]) {
        if (["channelId", "to", "type"].includes(field)) continue;
        const { [field]: _left, ...rest } = body as Record<string, unknown>;
        assert.equal((await fixture.api.post("/api/v1/messages", rest)).status, 400, `${type} without ${field}`);
        assert.equal(ajv.compile({ $ref: "document#/components/schemas/SendMessage" })(rest), false, `${type} without ${field}`);
      }
    }
    for (const kind of variantsOf("InteractiveContent").values()) {
      const body = {
        channelId: fixture.resources.channel,
        to: fixture.customer,
        type: "interactive",
        text: "Choose",
        content: sampleOf(kind, values),
      };
      assertDocumented("SendMessage", body);
      const response = await fixture.api.post("/api/v1/messages", body);
      assert.ok(response.status === 200 || response.status === 422, response.text);
    }
    for (const type of ["system", "unsupported"]) {
      const body = { channelId: fixture.resources.channel, to: fixture.customer, type, text: "Hello" };
      const response = await fixture.api.post("/api/v1/messages", body);
      assert.ok(response.status === 400 || response.status === 422, `${type}: ${response.text}`);
    }
  });

  it("a knowledge source of every kind in the document is accepted, and there is no other kind", async () => {
    const variants = variantsOf("CreateKnowledgeSource");
    assert.deepEqual([...variants.keys()].sort(), [...sourceKinds].sort());
    for (const [kind, variant] of variants) {
      const body = sampleOf(variant, {
        url: "https://shop.example.com/terms",
        mediaId: fixture.resources.media,
        categoryId: null,
        language: "en",
      });
      assertDocumented("CreateKnowledgeSource", body);
      const response = await fixture.api.post("/api/v1/knowledge/sources", body);
      assert.ok(response.status === 200 || (kind === "file" && response.status === 422), `${kind}: ${response.text}`);
    }
  });
});

/** Schemas whose values nobody here can describe, and why. */
const anything: Readonly<Record<string, string>> = {
  AuditEntry: "what an action noted: ids and states, by the action",
  Change: "a field of any type",
  Channel: "settings of the kind of channel: GET /channels/kinds describes them",
  ChatbotTurnStep: "figures of a step, by the step",
  CreateChannel: "settings of the kind of channel: GET /channels/kinds describes them",
  EmitWebhookStep: "the person's own",
  FlowEmittedEvent: "the person's own",
  FlowHookBody: "what another system sends",
  FlowRunWithSteps: "the result of a step, by the step",
  FlowTest: "what a step would do, by the step",
  FlowTestConditions: "a field of any type",
  HttpRequestStep: "the person's own",
  ReceivedContent: "what a platform sent: a form of its own, attachments and messages that nothing describes",
  RequestLogDetail: "requests and answers of any operation, redacted",
  StartAuthorization: "settings of the kind of channel: GET /channels/kinds describes them",
  TestWebhookFilter: "the data of any event",
  TimelineItem: "the thing that it shows, by its type",
  UpdateChannel: "settings of the kind of channel: GET /channels/kinds describes them",
  WebhookEventWithPayload: "what a platform sent",
};

/** Objects that may have members beside those that are named, and why. */
const open: Readonly<Record<string, string>> = {
  CallContent: "a platform's call keeps what it reports",
  MessageReaction: "kept as the platform reports it",
  NamedTemplateVariable: "the platform's own spelling is taken, too",
  ReceivedCard: "passed on from the platform",
  ReceivedContent: "passed on from the platform",
  ReceivedOrder: "passed on from the platform",
  ReceivedOrderItem: "passed on from the platform",
  ReceivedProduct: "passed on from the platform",
  ReceivedReferral: "passed on from the platform",
  ReceivedShare: "passed on from the platform",
  SnapshotFlow: "as in a flow, with names instead of ids",
  TemplateButton: "the platform's format",
  TemplateComponent: "the platform's format",
  TemplateExample: "the platform's format",
  TemplateParameter: "the platform's format",
  TemplateParameters: "the platform's format",
};

describe("openapi.json", () => {
  const { schemas } = document["components"];
  const values = ["type", "$ref", "const", "enum", "oneOf", "anyOf", "allOf", "properties"];
  /** Members of a schema that do not describe a value; property names are always strings. */
  const noSchemas = new Set(["examples", "example", "default", "const", "enum", "discriminator", "propertyNames"]);
  /** Every schema of the document with the name of the component that contains it, or its place. */
  function* schemasOf(part: unknown, place: string, isSchema: boolean): Generator<{ place: string; schema: Schema }> {
    if (typeof part !== "object" || part === null) return;
    if (isSchema) yield { place, schema: part as Schema };
    for (const [key, inner] of Object.entries(part)) {
      if (noSchemas.has(key) && isSchema) continue;
      if (isSchema && ["properties", "patternProperties"].includes(key)) {
        for (const property of Object.values(inner as Schema)) yield* schemasOf(property, place, true);
      } else if (Array.isArray(inner)) for (const one of inner) yield* schemasOf(one, place, isSchema);
      else yield* schemasOf(inner, isSchema ? place : `${place}.${key}`, isSchema || key === "schema");
    }
  }
  const all = [
    ...Object.entries(schemas as Schema).flatMap(([name, schema]) => [...schemasOf(schema, name, true)]),
    ...["paths", "webhooks"].flatMap((section) => [...schemasOf(document[section], section, false)]),
    ...["parameters", "responses", "headers"].flatMap((section) => [...schemasOf(document["components"][section], section, false)]),
  ];
  const placesOf = (found: { place: string }[]) => [...new Set(found.map(({ place }) => place))].sort();

  it("has no schema without a description of its contents", () => {
    assert.ok(all.length > 5_000, `${all.length} schemas`);
    assert.deepEqual(placesOf(all.filter(({ schema }) => !values.some((keyword) => schema[keyword] !== undefined))), ["JsonValue"]);
    const bare = all.filter(
      ({ schema }) =>
        [schema["type"]].flat().includes("object") &&
        !["properties", "oneOf", "anyOf", "allOf"].some((keyword) => Object.keys(schema[keyword] ?? {}).length > 0) &&
        typeof schema["additionalProperties"] !== "object",
    );
    assert.deepEqual(placesOf(bare), []);
  });

  it("has values of any kind only where no more can be known", () => {
    const undescribed = all.filter(({ schema }) => schema["$ref"] === "#/components/schemas/JsonValue");
    assert.deepEqual(placesOf(undescribed), Object.keys(anything));
    assert.deepEqual(placesOf(all.filter(({ schema }) => schema["additionalProperties"] === true)), Object.keys(open));
  });

  it("has no pattern properties, which type generators ignore", () => {
    assert.deepEqual(placesOf(all.filter(({ schema }) => schema["patternProperties"] !== undefined)), []);
  });
});
