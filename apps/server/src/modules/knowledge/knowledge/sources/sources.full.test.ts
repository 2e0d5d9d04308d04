/** Sources that are files of every kind, hostile ones too, and sources that are changed or released while they are read. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { docxBomb, docxOf, pdfOf } from "../../../../../test/openapi/document-samples.ts";
import { startTestApp } from "../../../../../test/harness.ts";
import { add, finds, get, hour, html, pages, rows, siteUrl, sources, t, upload } from "../../../../../test/stages/sources-stage.ts";

describe("knowledge: sources of every kind, and many at once", () => {
  it("PDF, DOCX, Markdown, CSV, HTML and text files are read", async () => {
    const tenant = await t.tenant();
    for (const [bytes, filename, word] of [
      [pdfOf(["The accordion is repaired on Tuesdays."]), "a.pdf", "accordion"],
      [docxOf("Music", ["The bassoon is repaired on Wednesdays."]), "b.docx", "bassoon"],
      [Buffer.from("# Music\n\nThe clarinet is repaired on Thursdays."), "c.md", "clarinet"],
      [Buffer.from("Instrument,Day\nDulcimer,Friday\n"), "d.csv", "dulcimer"],
      [Buffer.from("<html><body><p>The euphonium is repaired on Saturdays.</p></body></html>"), "e.html", "euphonium"],
      [Buffer.from("The flugelhorn is repaired on Sundays."), "f.txt", "flugelhorn"],
    ] as const) {
      const { id } = await add(tenant, { name: filename, kind: "file", mediaId: await upload(tenant, bytes, filename) });
      await t.drain();
      const read = await get(tenant, id);
      assert.deepEqual([read.status, read.error], ["ready", null], filename);
      assert.equal((await finds(tenant, word))[0]?.title, filename);
    }
  });

  it("a hostile or empty file fails with an explanation, and the server keeps running", async () => {
    const tenant = await t.tenant();
    for (const [bytes, filename, code] of [
      [docxBomb(80 * 1024 * 1024), "bomb.docx", "too_large"],
      [pdfOf([""]), "scan.pdf", "no_text"],
      [Buffer.from("%PDF-1.7\nbroken"), "broken.pdf", "unreadable"],
      [Buffer.from("   \n "), "blank.txt", "no_text"],
    ] as const) {
      const media = await upload(tenant, bytes, filename);
      const made = await tenant.api.post(sources, { name: filename, kind: "file", mediaId: media });
      if (made.status === 400) {
        // Its bytes show that it is not a document at all.
        assert.equal(made.body.error.details[0].field, "mediaId", filename);
        continue;
      }
      await t.drain();
      const read = await get(tenant, made.body.id);
      assert.deepEqual([read.status, read.error.code, read.chunkCount], ["failed", code, 0], filename);
      assert.ok(read.error.message.length > 10);
    }
    assert.equal((await tenant.api.get("/api/v1/me")).status, 200);
  });

  it("a page is fetched again when it is due; an unchanged one changes nothing", async () => {
    const tenant = await t.tenant();
    let body = "<p>The old oboe is sold.</p>";
    let etag = '"1"';
    let isPlain = false;
    pages.set("/news", (request, answer) => {
      if (!isPlain && request.headers["if-none-match"] === etag) answer.writeHead(304).end();
      else html(body, isPlain ? {} : { etag })(request, answer);
    });
    const { id } = await add(tenant, { kind: "url", url: `${siteUrl}/news`, refreshEveryHours: 2 });
    await t.drain();
    const first = await get(tenant, id);
    t.clock.advance(2 * hour - 1_000);
    await t.drain();
    assert.equal((await get(tenant, id)).lastFetchedAt, first.lastFetchedAt);
    for (const plain of [false, true]) {
      isPlain = plain;
      t.clock.advance(3 * hour);
      await t.drain();
      const again = await get(tenant, id);
      assert.equal(again.lastFetchedAt, t.clock.now().toISOString(), plain ? "the same bytes" : "304");
      assert.deepEqual({ ...again, lastFetchedAt: null }, { ...first, lastFetchedAt: null });
    }
    body = "<p>The new piccolo is sold.</p>";
    etag = '"2"';
    isPlain = false;
    t.clock.advance(3 * hour);
    await t.drain();
    assert.deepEqual([(await finds(tenant, "oboe")).length, (await finds(tenant, "piccolo")).length], [0, 1]);
    assert.equal(await rows("knowledge_jobs", tenant), 1);
    assert.equal((await tenant.api.patch(`${sources}/${id}`, { refreshEveryHours: null })).body.refreshEveryHours, null);
    assert.equal(await rows("knowledge_jobs", tenant), 0, "not by itself any more");
    await tenant.api.patch(`${sources}/${id}`, { refreshEveryHours: 1 });
    body = "<p>The tuba is sold.</p>";
    etag = '"3"';
    t.clock.advance(hour + 1_000);
    await t.drain();
    assert.equal((await finds(tenant, "tuba")).length, 1);
  });

  it("a page behind a redirect that leads to an older file now is read again", async () => {
    const tenant = await t.tenant();
    const setDated = (path: string, text: string, at: string) =>
      pages.set(path, (request, answer) => {
        const since = request.headers["if-modified-since"];
        if (since !== undefined && Date.parse(since) >= Date.parse(at)) answer.writeHead(304).end();
        else html(`<p>${text}</p>`, { "last-modified": at })(request, answer);
      });
    setDated("/terms-2025", "The bassoon is hired by the week.", "Thu, 20 Nov 2025 08:00:00 GMT");
    setDated("/terms-2026", "The clarinet is hired by the month.", "Wed, 01 Oct 2025 08:00:00 GMT");
    let current = "/terms-2025";
    pages.set("/terms", (_, answer) => answer.writeHead(302, { location: current }).end());
    const { id } = await add(tenant, { kind: "url", url: `${siteUrl}/terms`, refreshEveryHours: 2 });
    await t.drain();
    current = "/terms-2026";
    t.clock.advance(3 * hour);
    await t.drain();
    assert.equal((await get(tenant, id)).status, "ready");
    assert.deepEqual([(await finds(tenant, "bassoon")).length, (await finds(tenant, "clarinet")).length], [0, 1]);
  });

  it("a run whose source changed or was deleted meanwhile is discarded, and one whose worker died is repeated by another", async () => {
    const tenant = await t.tenant();
    let release: (() => void) | undefined;
    let text = "The first version tells of marimbas.";
    pages.set("/slow", (request, answer) => {
      const now = text;
      if (release !== undefined) return html(`<p>${now}</p>`)(request, answer);
      release = () => html(`<p>${now}</p>`)(request, answer);
    });
    const { id } = await add(tenant, { kind: "url", url: `${siteUrl}/slow` });
    const running = t.drain();
    while (release === undefined) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await get(tenant, id)).status, "processing");
    text = "The second version tells of celestas.";
    const refreshed = await tenant.api.post(`${sources}/${id}/refresh`);
    assert.equal(refreshed.body.status, "pending");
    release();
    await running;
    await t.drain();
    assert.deepEqual([(await finds(tenant, "marimba")).length, (await finds(tenant, "celesta")).length], [0, 1]);

    // Claimed by a process that died.
    await tenant.api.post(`${sources}/${id}/refresh`);
    text = "The third version tells of vibraphones.";
    await t.app.database.worker({
      text: "update knowledge_jobs set state = 'leased', attempts = attempts + 1, lease_until = $2 where tenant_id = $1",
      values: [tenant.id, new Date(t.clock.now().getTime() + 60_000)],
    });
    await t.drain();
    assert.equal((await finds(tenant, "vibraphone")).length, 0);
    t.clock.advance(61_000);
    await t.drain();
    assert.equal((await finds(tenant, "vibraphone")).length, 1);

    release = undefined;
    await tenant.api.post(`${sources}/${id}/refresh`);
    const last = t.drain();
    while (release === undefined) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await tenant.api.delete(`${sources}/${id}`)).status, 200);
    (release as () => void)();
    await last;
    for (const table of ["knowledge_sources", "knowledge_jobs", "knowledge_documents", "knowledge_chunks", "knowledge_postings"])
      assert.equal(await rows(table, tenant), 0, table);
  });

  it("a stopping server releases what it was reading, and another reads it immediately", async () => {
    const tenant = await t.tenant();
    let asked = 0;
    pages.set("/hanging", (request, answer) => {
      asked += 1;
      if (asked > 1) html("<p>The kazoo hangs here.</p>")(request, answer);
    });
    const { id } = await add(tenant, { kind: "url", url: `${siteUrl}/hanging` });
    const secondApp = await startTestApp({ sharing: t });
    const running = secondApp.drain().catch(() => undefined);
    while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
    await secondApp.stop();
    await running;
    await t.drain();
    assert.equal((await get(tenant, id)).status, "ready");
    assert.equal((await finds(tenant, "kazoo")).length, 1);
  });

  it("a source can be changed and deactivated while its passages are being written", async () => {
    const tenant = await t.tenant();
    for (let i = 0; i < 3; i++) {
      const text = `The ocarina number ${i}. ${"Words of no interest at all. ".repeat(6_000)}`;
      const { id } = await add(tenant, { kind: "text", text, language: "en" });
      // With all loops running, each change would give them something new, and the drain would never end.
      const running = t.drain(["knowledge sources"]);
      let isOver = false;
      void running.then(() => {
        isOver = true;
      });
      let isActive = true;
      do {
        isActive = !isActive;
        const { status }: { status: number } = await tenant.api.patch(`${sources}/${id}`, { isActive, categoryId: null });
        assert.equal(status, 200);
      } while (!isOver);
      await running;
      const found = (await finds(tenant, "ocarina")).length;
      assert.equal(found, isActive ? 1 : 0, "what is found follows the last word");
      await tenant.api.delete(`${sources}/${id}`);
    }
  });
});
