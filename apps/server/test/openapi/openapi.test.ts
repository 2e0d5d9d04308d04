/** The document describes what the server does: committed and complete. That responses match it: openapi-answers.full.test.ts. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe, it } from "node:test";
import { parseYaml } from "@redocly/openapi-core";
import { printJson } from "../../src/platform/http/openapi/print.ts";
import { errorCatalog } from "../../src/platform/errors/catalog.ts";
import { startTestApp } from "../harness.ts";
import { closeConnections, send } from "../raw-http.ts";
import { allOperationsOf, operationsOf, referred, type Schema } from "../routes/route-operations.ts";

const t = await startTestApp();
const document = t.app.openapi as Schema;
const operations = operationsOf(t.app.openapi);
after(async () => {
  closeConnections();
  await t.stop();
});

/** Operations beyond those of the interface specification; contract.test.ts covers the others. */
const decided: [string, string][] = [
  ["GET", "/me"],
  ["GET", "/messages/{id}"],
  ["GET", "/conversations/{id}"],
  ["GET", "/conversations/{id}/messages"],
  ["PATCH", "/conversations/{id}"],
  ["POST", "/conversations/{id}/notes"],
  ["GET", "/conversations/{id}/send-options"],
  ["GET", "/channels"],
  ["POST", "/channels"],
  ["GET", "/channels/{id}"],
  ["PATCH", "/channels/{id}"],
  ["DELETE", "/channels/{id}"],
  ["GET", "/channels/{id}/templates"],
  ["POST", "/channels/{id}/templates/sync"],
  ["POST", "/webhooks"],
  ["GET", "/webhooks"],
  ["GET", "/webhooks/{id}"],
  ["PATCH", "/webhooks/{id}"],
  ["DELETE", "/webhooks/{id}"],
  ["POST", "/webhooks/{id}/rotate-secret"],
  ["POST", "/webhooks/{id}/test"],
  ["GET", "/webhooks/{id}/deliveries"],
  ["POST", "/webhooks/{id}/deliveries/{deliveryId}/retry"],
  ["POST", "/webhooks/{id}/replay"],
  ["GET", "/pipelines"],
  ["POST", "/pipelines"],
  ["GET", "/pipelines/{id}"],
  ["PATCH", "/pipelines/{id}"],
  ["DELETE", "/pipelines/{id}"],
  ["GET", "/pipelines/{id}/board"],
  ["POST", "/pipelines/{id}/stages"],
  ["PATCH", "/pipelines/{id}/stages/{stageId}"],
  ["DELETE", "/pipelines/{id}/stages/{stageId}"],
  ["GET", "/deals"],
  ["POST", "/deals"],
  ["GET", "/deals/{id}"],
  ["PATCH", "/deals/{id}"],
  ["DELETE", "/deals/{id}"],
  ["GET", "/deals/{id}/history"],
  ["POST", "/tickets"],
  ["GET", "/tickets/{id}"],
  ["PATCH", "/tickets/{id}"],
  ["POST", "/tickets/{id}/follow-up"],
  ["GET", "/tickets/{id}/activity"],
  ["POST", "/tickets/{id}/comments"],
  ["POST", "/conversations/{id}/tickets"],
  ["GET", "/ticket-categories"],
  ["POST", "/ticket-categories"],
  ["GET", "/ticket-categories/{id}"],
  ["PATCH", "/ticket-categories/{id}"],
  ["DELETE", "/ticket-categories/{id}"],
  ["GET", "/orders"],
  ["POST", "/orders"],
  ["GET", "/orders/{id}"],
  ["PATCH", "/orders/{id}"],
  ["DELETE", "/orders/{id}"],
  ["GET", "/events"],
  ["GET", "/events/stream"],
];

/** Per operation, including the schemas and examples that they share: 1.5 MB for the 522 of today. */
const bytesMax = 1_500_000 / 522;

describe("openapi.json", () => {
  it("is committed as generated", async () => {
    const committed = await readFile(new URL("../../../../openapi.json", import.meta.url), "utf8");
    assert.equal(committed === printJson(document), true, "openapi.json is stale: run npm run generate");
  });

  it("is what the server serves, as OpenAPI 3.1", async () => {
    const served = await send(t.url, { path: "/openapi.json" });
    assert.equal(served.status, 200);
    assert.deepEqual(JSON.parse(served.text), document);
    assert.equal(document["openapi"], "3.1.0");
    assert.equal(document["info"].version, "1.0.0");
    const yaml = await send(t.url, { path: "/openapi.yaml" });
    assert.deepEqual([yaml.status, yaml.headers["content-type"]], [200, "application/yaml; charset=utf-8"]);
    assert.deepEqual(parseYaml(yaml.text), document);
    assert.deepEqual(yaml.headers["cache-control"], served.headers["cache-control"]);
    const docs = await send(t.url, { path: "/docs/" });
    assert.equal(docs.status, 200);
    assert.match(String(docs.headers["content-type"]), /html/);
  });

  it("is small: whatever occurs in several places is referenced", () => {
    const bytes = Buffer.byteLength(printJson(document)) / allOperationsOf(document).length;
    assert.ok(bytes <= bytesMax, `${bytes} bytes for each operation: see what repeats itself`);
    for (const [path, item] of Object.entries(document["paths"] as Schema)) {
      if (path === "/") continue;
      for (const operation of Object.values(item as Record<string, Schema>))
        for (const status of ["401", "429", "500", "503"])
          assert.match(operation["responses"][status].$ref, /^#\/components\/responses\/[A-Z]/, `${operation["operationId"]} ${status}`);
    }
  });

  it("has no dangling reference", () => {
    const text = JSON.stringify(document);
    for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = (path as string).split("/").reduce<Schema | undefined>((at, key) => at?.[key], document);
      assert.ok(found !== undefined, `#/${path}`);
    }
    assert.match(text, /"\$ref"/);
  });

  it("names every operation once, with summary, tag, scope and possible responses", () => {
    const all = allOperationsOf(t.app.openapi);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    const tags = new Set(document["tags"].map((tag: { name: string }) => tag.name));
    for (const { id, raw, pathNames, writes, body, path, access } of all) {
      assert.match(id, /^[a-z][A-Za-z]+$/);
      assert.ok(raw["summary"].length > 5 && !raw["summary"].endsWith("."), id);
      assert.equal(raw["tags"].length, 1, id);
      assert.ok(tags.has(raw["tags"][0]), id);
      for (const status of ["200", "400", "401", "429"]) assert.ok(raw["responses"][status] !== undefined, `${id} ${status}`);
      if (pathNames.length > 0) assert.ok(raw["responses"]["404"] !== undefined, `${id} 404`);
      if (writes && access !== "public")
        assert.ok(
          raw["responses"]["409"] !== undefined && raw["parameters"].some((p: { name: string }) => p.name === "idempotency-key"),
          `${id} takes an idempotency key`,
        );
      if (body !== undefined) for (const status of ["413", "415"]) assert.ok(raw["responses"][status] !== undefined, `${id} ${status}`);
      if (path !== "/me" && access === "credential") assert.match(raw["x-scope"] ?? "", /^[a-z]+:[a-z]+$/, `${id} has no scope`);
      const declared = raw["parameters"].filter((p: { in: string }) => p.in === "path").map((p: { name: string }) => p.name);
      assert.deepEqual(declared.sort(), [...pathNames].sort(), id);
      // The few best of each type; the complete lists have operations of their own.
      if (id === "search") continue;
      const lists = raw["parameters"].some((p: { name: string }) => p.name === "limit");
      assert.equal(
        lists,
        raw["parameters"].some((p: { name: string }) => p.name === "cursor"),
        `${id}: a list takes limit and cursor`,
      );
    }
  });

  it("has a closed list of operations that need no credential, and GET / says nothing about any tenant", async () => {
    const paths = document["paths"] as Schema;
    const open = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Schema)
        .filter(([, operation]) => operation.security?.length === 0)
        .map(([method]) => `${method} ${path}`),
    );
    assert.deepEqual(open.sort(), [
      "get /",
      "get /api/v1/branding",
      "get /api/v1/public/domains/ask",
      "get /api/v1/public/signup-forms/{slug}",
      "post /api/v1/auth/email/confirm",
      "post /api/v1/auth/email/link",
      "post /api/v1/auth/invitations/accept",
      "post /api/v1/auth/invitations/preview",
      "post /api/v1/auth/login-link",
      "post /api/v1/auth/password-reset",
      "post /api/v1/auth/password-reset/confirm",
      "post /api/v1/auth/sign-in",
      "post /api/v1/auth/sign-out",
      "post /api/v1/public/flow-hooks/{token}",
      "post /api/v1/public/signup-forms/{slug}",
    ]);
    const response = await send(t.url, { path: "/" });
    assert.equal(response.status, 200);
    const schema = paths["/"].get.responses["200"].content["application/json"].schema as Schema;
    assert.deepEqual(Object.keys(JSON.parse(response.text)).sort(), Object.keys(schema["properties"]).sort());
  });

  it("contains every code of the catalogue, and no other", () => {
    assert.deepEqual(
      [...document["components"].schemas.Error.properties.error.properties.code.enum].sort(),
      Object.keys(errorCatalog).sort(),
    );
  });

  it("describes every event type with its data", () => {
    const types = t.app.eventTypes.map(({ type }) => type);
    const described = document["webhooks"] as Record<string, Schema>;
    for (const type of types) {
      const schema = referred(document, described[type]?.["post"].requestBody.content["application/json"].schema ?? {}) as Schema[string];
      assert.equal(schema?.properties.type.const, type, type);
      assert.ok(schema.properties.data !== undefined, type);
    }
    for (const type of [
      "message.received",
      "message.status",
      "message.sent",
      "conversation.created",
      "conversation.assigned",
      "conversation.updated",
      "contact.created",
      "contact.updated",
      "channel.updated",
      "template.updated",
      "webhook.test",
    ]) {
      assert.ok(described[type] !== undefined, `${type} is missing`);
    }
  });

  it("has the specified operations that this release promises", () => {
    const known = new Map(operations.map((o) => [`${o.method} ${o.path}`, o]));
    for (const [method, path] of decided) assert.ok(known.has(`${method} ${path}`), `${method} ${path}`);
  });
});
