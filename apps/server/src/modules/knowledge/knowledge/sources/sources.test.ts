/**
 * Sources through the API: texts, files and pages, their failures, and later changes; sources.full.test.ts covers every kind of file, and
 * races.
 */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { eventually } from "../../../../../test/eventually.ts";
import { unknownId } from "../../../../../test/harness.ts";
import { add, calls, finds, get, hour, html, pages, rows, siteUrl, sources, t, upload } from "../../../../../test/stages/sources-stage.ts";

describe("knowledge: sources", () => {
  it("a text is pending, then ready, and every field is returned", async () => {
    const tenant = await t.tenant();
    const category = (await tenant.api.post("/api/v1/knowledge/categories", { name: "Shop" })).body;
    const text = "# Opening hours\n\nWe open at nine o'clock in the morning and close at five.";
    const made = await add(tenant, { name: "Hours", kind: "text", text, categoryId: category.id });
    const expected = {
      id: made.id,
      name: "Hours",
      kind: "text",
      text,
      url: null,
      mediaId: null,
      categoryId: category.id,
      language: null,
      languageDetected: true,
      status: "pending",
      error: null,
      chunkCount: 0,
      charCount: 0,
      lastFetchedAt: null,
      refreshEveryHours: null,
      isActive: true,
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    };
    assert.deepEqual(made, expected);
    assert.match(made.id, /^kns_[0-9a-f]{32}$/);
    t.clock.advance(1_000);
    await t.drain();
    const at = t.clock.now().toISOString();
    const ready = { ...expected, status: "ready", language: "en", chunkCount: 1, charCount: 70, lastFetchedAt: at, updatedAt: at };
    assert.deepEqual(await get(tenant, made.id), ready);
    const { text: _, ...listed } = ready;
    assert.deepEqual((await tenant.api.get(sources)).body.data, [{ ...listed, score: null, snippet: null }]);
    const [found] = await finds(tenant, "when do you open?");
    assert.equal(found?.heading, "Opening hours");
    const passage = { position: 0, heading: "Opening hours", text: "We open at nine o'clock in the morning and close at five." };
    assert.deepEqual((await tenant.api.get(`${sources}/${made.id}/passages`)).body.data, [passage]);
    const otherTenant = await t.tenant();
    assert.equal((await otherTenant.api.get(`${sources}/${made.id}/passages`)).status, 404);
  });

  it("a page is fetched through redirects, and its content is found, without its menus", async () => {
    const tenant = await t.tenant();
    pages.set("/start", (_, answer) => answer.writeHead(302, { location: "/middle" }).end());
    pages.set("/middle", (_, answer) => answer.writeHead(308, { location: `${siteUrl}/end` }).end());
    pages.set("/end", (_, answer) => {
      const page = "<html><body><nav>Imprint zither</nav><main><p>The harmonica lessons begin in October.</p></main></body></html>";
      answer.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(gzipSync(page));
    });
    const { id, url } = await add(tenant, { kind: "url", url: `${siteUrl}/start#part`, refreshEveryHours: 24 });
    assert.equal(url, `${siteUrl}/start`);
    await t.drain();
    assert.equal((await get(tenant, id)).status, "ready");
    assert.equal((await finds(tenant, "harmonica")).length, 1);
    assert.deepEqual(await finds(tenant, "zither"), []);
  });

  it("a forbidden address is refused, even as a redirect target", async () => {
    const tenant = await t.tenant();
    for (const [url, issue] of [
      ["https://10.0.0.1/", "private_address"],
      ["https://localhost/", "private_address"],
      ["ftp://example.com/", "invalid_format"],
      ["https://user:pw@example.com/", "not_allowed"],
      ["nonsense", "invalid_format"],
    ] as const) {
      const refused = await tenant.api.post(sources, { name: "x", kind: "url", url });
      assert.deepEqual([refused.status, refused.body.error.details[0]], [400, { field: "url", issue }], url);
    }
    for (const target of ["https://169.254.169.254/latest/meta-data", "http://10.0.0.1/", "file:///etc/passwd"]) {
      pages.set("/inward", (_, answer) => answer.writeHead(302, { location: target }).end());
      const { id } = await add(tenant, { kind: "url", url: `${siteUrl}/inward` });
      await t.drain();
      const read = await get(tenant, id);
      assert.deepEqual([read.status, read.error.code], ["failed", "blocked_address"], target);
    }
  });

  it("a permanent failure fails immediately, with an explanation", async () => {
    const tenant = await t.tenant();
    pages.set("/gone", (_, answer) => answer.writeHead(410).end());
    pages.set("/no", (_, answer) => answer.writeHead(403).end());
    // Nobody asked whether it has changed.
    pages.set("/unchanged", (_, answer) => answer.writeHead(304).end());
    pages.set("/type", (_, answer) => answer.writeHead(415).end());
    pages.set("/picture", (_, answer) => answer.writeHead(200, { "content-type": "image/png" }).end("x"));
    pages.set("/round", (_, answer) => answer.writeHead(302, { location: "/round" }).end());
    pages.set("/bomb", (_, answer) =>
      answer.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(30 * 1024 * 1024, 32))),
    );
    pages.set("/empty", html(""));
    const failures = [
      ["/none", "not_found"],
      ["/gone", "not_found"],
      ["/no", "refused"],
      ["/unchanged", "refused"],
      ["/type", "unsupported_type"],
      ["/picture", "unsupported_type"],
      ["/round", "too_many_redirects"],
      ["/bomb", "too_large"],
      ["/empty", "no_text"],
    ] as const;
    const made = await Promise.all(failures.map(([path]) => add(tenant, { kind: "url", url: `${siteUrl}${path}` })));
    await t.drain();
    for (const [at, [path, code]] of failures.entries()) {
      const read = await get(tenant, made[at].id);
      assert.deepEqual([read.status, read.error.code], ["failed", code], path);
    }
    assert.equal(await rows("knowledge_jobs", tenant), 0);
  });

  it("a temporary failure is retried five times after growing waits, or when the server asks to", async () => {
    const tenant = await t.tenant();
    let status = 503;
    let wait: string | undefined = "600";
    pages.set("/busy", (request, answer) => {
      if (status === 200) html("<p>The mandolin is tuned.</p>")(request, answer);
      else answer.writeHead(status, wait === undefined ? {} : { "retry-after": wait }).end();
    });
    const { id } = await add(tenant, { kind: "url", url: `${siteUrl}/busy` });
    const seen = () => calls.filter(({ path }) => path === "/busy").length;
    await t.drain();
    const read = await get(tenant, id);
    assert.deepEqual([read.status, read.error.code, seen()], ["pending", "unreachable", 1]);
    assert.match(read.error.message, /503/);
    t.clock.advance(599_000);
    await t.drain();
    assert.equal(seen(), 1, "not before it asked to be");
    t.clock.advance(2_000);
    wait = undefined;
    await t.drain();
    assert.equal(seen(), 2);
    status = 200;
    t.clock.advance(hour);
    await t.drain();
    assert.deepEqual([(await get(tenant, id)).status, (await get(tenant, id)).error], ["ready", null]);
    status = 500;
    await tenant.api.post(`${sources}/${id}/refresh`);
    for (let i = 0; i < 8; i++) {
      await t.drain();
      t.clock.advance(hour);
    }
    const failed = await get(tenant, id);
    assert.deepEqual([failed.status, failed.error.code, seen()], ["failed", "unreachable", 8]);
    assert.equal((await finds(tenant, "mandolin")).length, 1, "what was found before is still found");
  });

  it("an empty file fails with an explanation", async () => {
    const tenant = await t.tenant();
    const { id } = await add(tenant, { kind: "file", mediaId: await upload(tenant, Buffer.from("   \n "), "blank.txt") });
    await t.drain();
    const read = await get(tenant, id);
    assert.deepEqual([read.status, read.error.code, read.chunkCount], ["failed", "no_text", 0]);
    assert.ok(read.error.message.length > 10);
  });

  it("a page is fetched again when it is due and not before; one deleted meanwhile leaves nothing behind", async () => {
    const tenant = await t.tenant();
    let body = "<p>The old oboe is sold.</p>";
    let held: ServerResponse | "ask" | undefined;
    pages.set("/news", (request, answer) => {
      if (held === "ask") held = answer;
      else html(body)(request, answer);
    });
    const { id } = await add(tenant, { kind: "url", url: `${siteUrl}/news`, refreshEveryHours: 2 });
    await t.drain();
    const first = await get(tenant, id);
    body = "<p>The new piccolo is sold.</p>";
    t.clock.advance(2 * hour - 1_000);
    await t.drain();
    assert.equal((await get(tenant, id)).lastFetchedAt, first.lastFetchedAt);
    t.clock.advance(hour);
    await t.drain();
    assert.deepEqual([(await finds(tenant, "oboe")).length, (await finds(tenant, "piccolo")).length], [0, 1]);

    held = "ask";
    await tenant.api.post(`${sources}/${id}/refresh`);
    const running = t.drain();
    const asked = await eventually("the page is asked for", () => (typeof held === "object" ? held : undefined));
    assert.equal((await get(tenant, id)).status, "processing");
    assert.equal((await tenant.api.delete(`${sources}/${id}`)).status, 200);
    html("<p>Too late.</p>")(asked.req, asked);
    await running;
    for (const table of ["knowledge_sources", "knowledge_jobs", "knowledge_documents", "knowledge_chunks", "knowledge_postings"])
      assert.equal(await rows(table, tenant), 0, table);
  });

  it("changed content is read again; the old passages are found until then", async () => {
    const tenant = await t.tenant();
    const { id } = await add(tenant, { name: "Instruments", kind: "text", text: "We repair violins and cellos." });
    await t.drain();
    const changed = await tenant.api.patch(`${sources}/${id}`, { text: "We repair banjos and lutes." });
    assert.deepEqual([changed.body.status, changed.body.text], ["pending", "We repair banjos and lutes."]);
    assert.equal((await finds(tenant, "violin")).length, 1);
    await t.drain();
    assert.deepEqual([(await finds(tenant, "violin")).length, (await finds(tenant, "banjo")).length], [0, 1]);
    await tenant.api.patch(`${sources}/${id}`, { name: "Workshop price list" });
    await t.drain();
    assert.equal((await finds(tenant, "workshop price list"))[0]?.title, "Workshop price list");
    const german = await tenant.api.patch(`${sources}/${id}`, { language: "de" });
    assert.deepEqual([german.body.language, german.body.languageDetected], ["de", false]);
    await t.drain();
    assert.equal((await get(tenant, id)).language, "de");
    const before = await get(tenant, id);
    assert.deepEqual((await tenant.api.patch(`${sources}/${id}`, { name: before.name, language: "de" })).body, before);
  });

  it("a source is given up after repeated claims that never ended", async () => {
    const tenant = await t.tenant();
    const { id } = await add(tenant, { kind: "text", text: "Harmless words." });
    await t.app.database.worker({ text: "update knowledge_jobs set attempts = 10 where tenant_id = $1", values: [tenant.id] });
    await t.drain();
    const read = await get(tenant, id);
    assert.deepEqual([read.status, read.error.code], ["failed", "unreadable"]);
    await tenant.api.post(`${sources}/${id}/refresh`);
    await t.drain();
    assert.equal((await get(tenant, id)).status, "ready", "a person may try again");
  });

  it("its file is kept as long as the source, and deleted with the last one that uses it, unless a message used it", async () => {
    const tenant = await t.tenant();
    const mediaId = await upload(tenant, Buffer.from("The glockenspiel is on loan."), "g.txt");
    const [a, b] = [await add(tenant, { kind: "file", mediaId }), await add(tenant, { kind: "file", mediaId })];
    await t.drain();
    t.clock.advance(60 * 24 * hour);
    await t.app.media.maintenance.run();
    const info = async () => (await tenant.api.get(`/api/v1/media/${mediaId}/info`)).status;
    assert.equal(await info(), 200, "not removed as unused");
    await tenant.api.post(`${sources}/${a.id}/refresh`);
    await t.drain();
    assert.equal((await get(tenant, a.id)).status, "ready");
    await tenant.api.delete(`${sources}/${a.id}`);
    assert.equal(await info(), 200);
    const other = await upload(tenant, Buffer.from("The celesta is on loan."), "c.txt");
    const moved = await tenant.api.patch(`${sources}/${b.id}`, { mediaId: other });
    assert.equal(moved.body.mediaId, other);
    assert.equal(await info(), 404);
    t.clock.advance(25 * hour);
    await t.app.media.maintenance.run();
    assert.equal(await rows("media_contents", tenant), 1, "its bytes are gone as well");
    const used = await upload(tenant, Buffer.from("The lyre is sent around."), "l.txt");
    await t.app.database.worker({ text: "select 1" });
    const held = await add(tenant, { kind: "file", mediaId: used });
    await t.app.database.withTenant(tenant.id, (tx) =>
      tx.query({ text: "update media set used_at = now() where tenant_id = $1 and id = $2", values: [tenant.id, uuidOf(used)] }),
    );
    await tenant.api.delete(`${sources}/${held.id}`);
    assert.equal((await tenant.api.get(`/api/v1/media/${used}/info`)).status, 200);
  });

  it("invalid input is refused, naming the field", async () => {
    const tenant = await t.tenant();
    const theirs = await upload(await t.tenant(), Buffer.from("theirs"), "t.txt");
    const picture = await upload(
      tenant,
      Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64"),
      "p.png",
    );
    for (const [body, field, issue] of [
      [{ kind: "text" }, "text", "required"],
      [{ kind: "url" }, "url", "required"],
      [{ kind: "file" }, "mediaId", "required"],
      [{ kind: "text", text: " \n" }, "text", "too_short"],
      [{ kind: "text", text: "x", url: "https://example.com" }, "url", "not_allowed"],
      [{ kind: "text", text: "x", refreshEveryHours: 5 }, "refreshEveryHours", "not_allowed"],
      [{ kind: "url", url: "https://example.com", refreshEveryHours: 0 }, "refreshEveryHours", "out_of_range"],
      [{ kind: "sitemap", text: "x" }, "kind", "unknown_value"],
      [{ kind: "text", text: "x", language: "DE" }, "language", "invalid_format"],
      [{ kind: "file", mediaId: picture }, "mediaId", "not_allowed"],
    ] as const) {
      const refused = await tenant.api.post(sources, { name: "x", ...body });
      assert.equal(refused.status, 400, refused.text);
      assert.ok(
        refused.body.error.details.some((d: object) => JSON.stringify(d) === JSON.stringify({ field, issue })),
        refused.text,
      );
    }
    for (const body of [
      { kind: "file", mediaId: theirs },
      { kind: "file", mediaId: unknownId("med") },
      { kind: "file", mediaId: "x" },
      { kind: "text", text: "x", categoryId: unknownId("kct") },
    ])
      assert.equal((await tenant.api.post(sources, { name: "x", ...body })).status, 404);
    assert.equal((await tenant.api.get(sources)).body.data.length, 0);
  });

  it("another tenant's source, and one that never existed, look the same; a key requires the scope", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    const { id } = await add(other, { kind: "text", text: "Their words about sitars." });
    await t.drain();
    for (const wire of [id, unknownId("kns"), "x"]) {
      assert.equal((await tenant.api.get(`${sources}/${wire}`)).status, 404);
      assert.equal((await tenant.api.patch(`${sources}/${wire}`, { name: "mine" })).status, 404);
      assert.equal((await tenant.api.post(`${sources}/${wire}/refresh`)).status, 404);
      assert.equal((await tenant.api.delete(`${sources}/${wire}`)).status, 404);
    }
    assert.deepEqual((await tenant.api.get(`${sources}?q=sitars`)).body.data, []);
    const [found] = (await other.api.get(`${sources}?q=sitars`)).body.data;
    assert.equal(found.id, id);
    assert.ok(found.score > 0 && found.snippet.includes("sitars"));
    const reader = t.api(await t.key(tenant.id, { scopes: ["knowledge:read"] }));
    assert.equal((await reader.post(sources, { name: "x", kind: "text", text: "x" })).status, 403);
  });

  it("an idempotency key creates one source, and the list pages with its filter", async () => {
    const tenant = await t.tenant();
    const body = { name: "Once", kind: "text", text: "Words of the triangle." };
    const first = await tenant.api.post(sources, body, { "idempotency-key": "k" });
    assert.deepEqual((await tenant.api.post(sources, body, { "idempotency-key": "k" })).body, first.body);
    for (let i = 0; i < 4; i++) await add(tenant, { kind: "text", text: `Triangle number ${i}`, isActive: i > 0, language: "en" });
    const page = async (query: string) => (await tenant.api.get(`${sources}?limit=3${query}`)).body;
    const one = await page("");
    const two = await page(`&cursor=${one.pageInfo.nextCursor}`);
    assert.deepEqual([one.data.length, two.data.length, two.pageInfo.hasNextPage], [3, 2, false]);
    await t.drain();
    assert.deepEqual((await page("&status=pending")).data, []);
    assert.equal((await page("&kind=url")).data.length, 0);
    const ranked = await page("&q=triangle");
    const rest = await page(`&q=triangle&cursor=${ranked.pageInfo.nextCursor}`);
    assert.equal(new Set([...ranked.data, ...rest.data].map((s: { id: string }) => s.id)).size, 4, "all but the inactive one");
  });
});

function uuidOf(wire: string): string {
  const hex = wire.split("_")[1] as string;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
