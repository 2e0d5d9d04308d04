import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { json, refusal, type Script, startScript } from "./script.ts";

let script: Script;
before(async () => {
  script = await startScript();
});
after(() => script.close());

const page = (ids: string[], nextCursor: string | null) =>
  json({ data: ids.map((id) => ({ id })), pageInfo: { hasNextPage: nextCursor !== null, nextCursor } });
const urls = () => script.seen.map(({ url }) => url);

describe("a list", () => {
  it("awaited, is its first page, with one request", async () => {
    const answer = await script.parley([page(["a", "b"], "n1")]).contacts.list({ limit: 2 });
    assert.deepEqual([answer.data.map(({ id }) => id), answer.pageInfo], [["a", "b"], { hasNextPage: true, nextCursor: "n1" }]);
    assert.deepEqual(urls(), ["/api/v1/contacts?limit=2"]);
  });

  it("iterated, is every item, with the filters of the first request", async () => {
    const parley = script.parley([page(["a", "b"], "n+1"), page([], "n2"), page(["c"], null)]);
    const ids: string[] = [];
    for await (const { id } of parley.contacts.list({ q: "x y" })) ids.push(id);
    assert.deepEqual(ids, ["a", "b", "c"]);
    assert.deepEqual(urls(), ["/api/v1/contacts?q=x+y", "/api/v1/contacts?q=x+y&cursor=n%2B1", "/api/v1/contacts?q=x+y&cursor=n2"]);
  });

  it("returns one page alone, with one request", async () => {
    const list = script.parley([page(["a", "b"], "n1"), page(["c"], null)]).contacts.list();
    assert.deepEqual((await list.page()).pageInfo, { hasNextPage: true, nextCursor: "n1" });
    assert.deepEqual((await list.page()).data.length, 2);
    assert.equal(script.seen.length, 1);
  });

  it("with a refused first request ends no process, and rejects for a later consumer", async () => {
    const list = script.parley([refusal(403, "insufficient_scope")]).contacts.list();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await assert.rejects(list.page(), /insufficient_scope/);
  });

  it("starts at a cursor", async () => {
    const parley = script.parley([page(["c"], "n3"), page(["d"], null)]);
    assert.deepEqual((await parley.contacts.list({ cursor: "n2" }).take(9)).length, 2);
    assert.deepEqual(urls(), ["/api/v1/contacts?cursor=n2", "/api/v1/contacts?cursor=n3"]);
  });

  it("fetches no page before it is reached", async () => {
    const parley = script.parley([page(["a", "b"], "n1"), page(["c"], "n2")]);
    for await (const { id } of parley.contacts.list()) if (id === "b") break;
    assert.equal(script.seen.length, 1);
    assert.deepEqual((await parley.contacts.list().take(1)).length, 1);
    assert.equal(script.seen.length, 2);
  });

  it("from which nothing is taken still reports a refusal", async () => {
    assert.deepEqual(
      await script
        .parley([page(["a"], null)])
        .contacts.list()
        .take(0),
      [],
    );
    await assert.rejects(
      script
        .parley([refusal(403, "insufficient_scope")])
        .contacts.list()
        .take(0),
      /insufficient_scope/,
    );
  });

  it("iterates by pages", async () => {
    const sizes: number[] = [];
    for await (const { data } of script
      .parley([page(["a", "b"], "n1"), page(["c"], null)])
      .contacts.list()
      .pages())
      sizes.push(data.length);
    assert.deepEqual(sizes, [2, 1]);
  });

  it("retries each page separately; a refusal is thrown at its position", async () => {
    const parley = script.parley([
      page(["a"], "n1"),
      refusal(503, "service_unavailable"),
      page(["b"], "n2"),
      refusal(400, "invalid_cursor"),
    ]);
    const ids: string[] = [];
    await assert.rejects(async () => {
      for await (const { id } of parley.contacts.list()) ids.push(id);
    }, /invalid_cursor/);
    assert.deepEqual(ids, ["a", "b"]);
  });

  it("with repeated cursors ends with an error", async () => {
    await assert.rejects(
      script
        .parley([page(["a"], "n1")])
        .contacts.list()
        .take(100),
      /does not advance/,
    );
  });
});
