/** A misspelt parameter is ignored, and the sender told: the answer looks as if the filter had applied. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";

describe("query parameters that nobody knows", () => {
  let t: TestApp;
  let tenant: TestTenant;
  before(async () => {
    t = await startTestApp();
    tenant = await t.tenant();
  });
  after(() => t.stop());
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${t.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${tenant.key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = async (answer: Promise<Response>): Promise<any> => (await answer).json();

  it("are named in Ignored-Fields, beside the body's fields, wherever they are sent", async () => {
    const made = await read(ask("POST", "/contacts", { name: "Ada" }));
    for (const [method, path, body, status, ignored] of [
      ["GET", "/conversations?satus=open&limit=5", undefined, 200, "?satus"],
      ["GET", "/conversations?status=open&limit=5", undefined, 200, null],
      // Without any parameter of its own.
      ["GET", `/contacts/${made.id}?expand=tags`, undefined, 200, "?expand"],
      ["GET", "/me?satus=open", undefined, 200, "?satus"],
      ["HEAD", "/conversations?satus=open", undefined, 200, "?satus"],
      ["PATCH", `/contacts/${made.id}?dryRun=true`, { nmae: "Grace" }, 200, "?dryRun, nmae"],
      ["DELETE", `/contacts/${made.id}?dryRun=true`, undefined, 200, "?dryRun"],
      // Also where the request is refused for something else.
      ["GET", "/conversations?limit=0&satus=open", undefined, 400, "?satus"],
      // Public.
      ["GET", "/branding?satus=open", undefined, 200, "?satus"],
    ] as const) {
      const answer = await ask(method, path, body);
      assert.deepEqual(
        [answer.status, answer.headers.get("ignored-fields")],
        [status, ignored],
        `${method} ${path} ${await answer.text()}`,
      );
    }
    const stream = await ask("GET", "/events/stream?tpye=message.received");
    assert.equal(stream.headers.get("ignored-fields"), "?tpye");
    await stream.body?.cancel();
  });

  it("do not change the list, and its cursor continues without them", async () => {
    for (const name of ["One", "Two", "Three"]) await ask("POST", "/contacts", { name });
    const first = await read(ask("GET", "/contacts?limit=2&satus=open"));
    const next = await read(ask("GET", `/contacts?limit=2&cursor=${encodeURIComponent(first.pageInfo.nextCursor)}`));
    assert.deepEqual([first.data.length, next.data.length], [2, 1]);
  });
});
