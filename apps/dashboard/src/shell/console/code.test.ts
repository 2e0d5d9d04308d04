import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { curlOf, sdkOf } from "./code.ts";

const origin = "https://inbox.example";
const last = (code: string) => code.split("\n\n").at(-1);
const id = "cnt_0198c6f2a4b17e3d9c5b8f1a2d3e4f50";

describe("the console's code", () => {
  it("has the SDK method that makes the call", () => {
    const cases: [string, string, unknown, string][] = [
      [
        "GET",
        "/api/v1/contacts?limit=50&q=Ada",
        undefined,
        'const { data, pageInfo } = await client.contacts.list({ limit: 50, q: "Ada" });',
      ],
      ["GET", `/api/v1/contacts/${id}`, undefined, `const answer = await client.contacts.get("${id}");`],
      ["PATCH", `/api/contacts/${id}`, { name: "…" }, `const answer = await client.contacts.update("${id}", { name: "…" });`],
      ["GET", "/api/v1/me", undefined, "const answer = await client.me();"],
      ["GET", "/api/v1/contacts/tags", undefined, "const { data, pageInfo } = await client.contacts.tags.list();"],
      ["POST", "/api/v1/messages", { type: "…" }, 'const answer = await client.messages.send({ type: "…" });'],
      [
        "POST",
        "/api/v1/gadgets?x=true",
        { a: 1 },
        'const answer = await client.request("POST", "/gadgets", { query: { x: true }, body: { a: 1 } });',
      ],
    ];
    for (const [method, path, body, expected] of cases) assert.equal(last(sdkOf({ method, path, body }, origin)), expected, path);
  });

  it("never contains a key, or text that ends the shell's quotes", () => {
    const curl = curlOf({ method: "POST", path: "/api/v1/notes?q=it's", body: { text: "…'; rm -rf" } }, origin);
    assert.equal(
      curl,
      [
        "curl -X POST 'https://inbox.example/api/v1/notes?q=it'\\''s'",
        '  -H "Authorization: Bearer $API_KEY"',
        '  -H "Idempotency-Key: $(uuidgen)"',
        "  -H 'Content-Type: application/json'",
        `  -d '{"text":"…'\\''; rm -rf"}'`,
      ].join(" \\\n"),
    );
    assert.ok(sdkOf({ method: "GET", path: "/api/v1/me" }, origin).includes("process.env.API_KEY"));
  });

  it("keeps names inside strings unchanged", () => {
    assert.ok(sdkOf({ method: "POST", path: "/api/v1/contacts", body: { name: 'a "b": c' } }, origin).includes('{ name: "a \\"b\\": c" }'));
  });
});
