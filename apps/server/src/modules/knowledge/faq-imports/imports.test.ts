import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { startTestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { withoutFormula } from "#platform/csv/write.ts";
import { joinAlternatives, joinPath, readMapping, readRow, suggestField } from "./rows.ts";

const path = "/api/v1/knowledge/faqs/imports";
const t = await startTestApp();
const tenant = await t.tenant();
after(() => t.stop());

const start = async (own: TestTenant, csv: string, more: object = {}) => {
  const response = await own.api.post(path, { csv, ...more });
  assert.equal(response.status, 200, response.text);
  return response.body;
};
const done = async (own: TestTenant, csv: string, more: object = {}) => {
  const { id } = await start(own, csv, more);
  await t.drain();
  return (await own.api.get(`${path}/${id}`)).body;
};
const rowsOf = async (own: TestTenant, id: string) => (await own.api.get(`${path}/${id}/rows?limit=100`)).body.data;
const faqsOf = async (own: TestTenant) => (await own.api.get("/api/v1/knowledge/faqs?limit=100")).body.data;
const counts = (i: any) => [i.created, i.updated, i.skipped, i.failed];

describe("an import of FAQs", () => {
  it("creates searchable FAQs with their categories, and reports each row", async () => {
    const own = await t.tenant();
    const csv = [
      "Frage;Antwort;Kategorie;Sprache;Status;Alternatives;Extra",
      "Wann ist offen?;Von 9 bis 17 Uhr.;Laden > Zeiten;de;published;Öffnungszeiten? | Geöffnet?;x",
      "Return?;30 days.;Laden;EN-gb;draft;;",
      ";Nothing asks.;;;;;",
      "No answer?;;;;;;",
      "Odd?;Yes.;;english;;;",
      "State?;Yes.;;;sent;;",
    ].join("\n");
    const started = await start(own, csv, { filename: "faqs.csv" });
    assert.deepEqual([started.status, started.rowsTotal, started.delimiter, started.filename], ["queued", 6, ";", "faqs.csv"]);
    assert.deepEqual(
      started.columns.map((column: any) => column.field),
      ["question", "answer", "category", "language", "status", "alternatives", null],
    );
    await t.drain();
    const ended = (await own.api.get(`${path}/${started.id}`)).body;
    assert.deepEqual([ended.status, ...counts(ended)], ["completed", 2, 0, 0, 4]);
    const rows = await rowsOf(own, started.id);
    assert.deepEqual(
      rows.map((row: any) => [row.row, row.outcome, row.field, row.issue]),
      [
        [2, "created", null, null],
        [3, "created", null, null],
        [4, "failed", "question", "required"],
        [5, "failed", "answer", "required"],
        [6, "failed", "language", "invalid_format"],
        [7, "failed", "status", "unknown_value"],
      ],
    );
    const made = (await own.api.get(`/api/v1/knowledge/faqs/${rows[0].faqId}`)).body;
    assert.deepEqual([made.question, made.language, made.alternatives], ["Wann ist offen?", "de", ["Öffnungszeiten?", "Geöffnet?"]]);
    const category = (await own.api.get(`/api/v1/knowledge/categories/${made.categoryId}`)).body;
    const above = (await own.api.get(`/api/v1/knowledge/categories/${category.parentId}`)).body;
    const returned = (await own.api.get(`/api/v1/knowledge/faqs/${rows[1].faqId}`)).body;
    assert.deepEqual(
      [category.name, above.name, returned.categoryId, returned.language, returned.status],
      ["Zeiten", "Laden", above.id, "en", "draft"],
    );
    const [found] = (await own.api.get(`/api/v1/knowledge/faqs?q=${encodeURIComponent("Öffnungszeiten")}`)).body.data;
    assert.equal(found.id, made.id);
    const failed = (await own.api.get(`${path}/${started.id}/rows?outcome=failed&limit=3`)).body;
    const rest = (
      await own.api.get(`${path}/${started.id}/rows?outcome=failed&limit=3&cursor=${encodeURIComponent(failed.pageInfo.nextCursor)}`)
    ).body;
    assert.deepEqual([failed.data.length, rest.data.length], [3, 1]);
    assert.equal((await faqsOf(tenant)).length, 0);
  });

  it("skips existing FAQs, or updates the fields given in the row", async () => {
    const own = await t.tenant();
    const first = "question,answer,category\nOpen?,9 to 5.,Shop\n";
    await done(own, first);
    const csv = "question,answer\nOpen?,9 to 6.\nOpen?,9 to 7.\nNew?,Yes.\n";
    assert.deepEqual(counts(await done(own, csv)), [1, 0, 2, 0]);
    assert.deepEqual(counts(await done(own, csv, { onExisting: "update" })), [0, 3, 0, 0]);
    const faq = (await faqsOf(own)).find((one: any) => one.question === "Open?");
    assert.deepEqual([faq.answer, faq.categoryId !== null], ["9 to 7.", true]);
  });

  it("changes nothing in a dry run, which shows what an import would do", async () => {
    const own = await t.tenant();
    const csv = "question,answer,category\nA?,1,Made\nA?,2,Made\nB?,,Made\n";
    const dry = await done(own, csv, { dryRun: true });
    assert.deepEqual([dry.status, ...counts(dry)], ["completed", 1, 0, 1, 1]);
    assert.deepEqual([await faqsOf(own), (await own.api.get("/api/v1/knowledge/categories")).body.data], [[], []]);
    assert.deepEqual((await rowsOf(own, dry.id))[0].faqId, null);
    assert.deepEqual(counts(await done(own, csv)), counts(dry));
  });

  it("fails rows with unknown categories if it may not create them", async () => {
    const own = await t.tenant();
    await own.api.post("/api/v1/knowledge/categories", { name: "Shop" });
    const ended = await done(own, "question,answer,category\nA?,1,Shop\nB?,2,Shop > Else\n", { createCategories: false });
    assert.deepEqual([...counts(ended), ended.createCategories], [1, 0, 0, 1, false]);
    assert.equal((await rowsOf(own, ended.id))[1].field, "category");
  });

  it("applies each row once, even if its worker died and two continue it", async () => {
    const own = await t.tenant();
    const lines = Array.from({ length: 130 }, (_, i) => `Question ${i}?,Answer ${i}.`);
    const { id } = await start(own, `question,answer\n${lines.join("\n")}\n`);
    await t.app.database.worker({
      text: "update faq_imports set state = 'leased', attempts = attempts + 1, lease_until = $2 where tenant_id = $1",
      values: [own.id, new Date(t.clock.now().getTime() + 60_000)],
    });
    t.clock.advance(61_000);
    const twin = await startTestApp({ sharing: t });
    await Promise.all([t.drain(), twin.drain()]);
    await twin.stop();
    const ended = (await own.api.get(`${path}/${id}`)).body;
    assert.deepEqual([ended.status, ended.rowsDone, ...counts(ended)], ["completed", 130, 130, 0, 0, 0]);
    const [stored] = await t.app.database.withTenant(own.id, (tx) =>
      tx.query<{ n: number }>({ text: "select count(*)::int as n from knowledge_faqs where tenant_id = $1", values: [own.id] }),
    );
    assert.equal(stored?.n, 130);
  });

  it("is cancelled before it starts, and not after it has ended", async () => {
    const own = await t.tenant();
    const { id } = await start(own, "question,answer\nA?,1\n");
    const stopped = (await own.api.post(`${path}/${id}/cancel`)).body;
    assert.equal(stopped.status, "cancelled");
    assert.equal((await own.api.post(`${path}/${id}/cancel`)).status, 200);
    await t.drain();
    assert.deepEqual(await faqsOf(own), []);
    const ended = await done(own, "question,answer\nA?,1\n");
    assert.equal((await own.api.post(`${path}/${ended.id}/cancel`)).body.error.code, "conflict");
  });

  it("accepts a form, and refuses invalid files and mappings", async () => {
    const form = new FormData();
    form.set("file", new Blob(["q,a\nWhy?,So.\n"]), "form.csv");
    form.set("dryRun", "true");
    form.set("mapping", JSON.stringify({ q: "question", a: "answer" }));
    const sent = await fetch(`${t.url}${path}`, { method: "POST", body: form, headers: { authorization: `Bearer ${tenant.key}` } });
    const body = (await sent.json()) as any;
    assert.deepEqual([sent.status, body.filename, body.dryRun, body.rowsTotal], [200, "form.csv", true, 1]);
    for (const [given, field] of [
      [{ csv: "question,answer\n" }, "file"],
      [{ csv: "x,y\n1,2\n" }, "mapping"],
      [{ csv: "question,answer\nA,B\n", mapping: { question: "question" } }, "mapping"],
      [{ csv: "question,answer\nA,B\n", mapping: { none: "question" } }, "mapping.none"],
      [{ csv: "question,answer\nA,B\n", mapping: { question: "phone" } }, "mapping.question"],
      [{ csv: "question,answer\nA,B\n", mapping: { question: "answer", answer: "answer" } }, "mapping.answer"],
      [{ csv: "" }, "csv"],
    ] as const) {
      const response = await tenant.api.post(path, given);
      assert.deepEqual([response.status, response.body.error.details[0].field], [400, field], response.text);
    }
  });

  it("is created once by a replay, is 404 for another tenant, and requires its scope", async () => {
    const own = await t.tenant();
    const headers = { "idempotency-key": "faqs-1" };
    const body = { csv: "question,answer\nA?,1\n" };
    const [one, two] = [await own.api.post(path, body, headers), await own.api.post(path, body, headers)];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
    for (const id of [one.body.id, unknownId("fim"), "x"])
      for (const rest of ["", "/rows"]) assert.equal((await tenant.api.get(`${path}/${id}${rest}`)).status, 404);
    assert.equal((await tenant.api.post(`${path}/${one.body.id}/cancel`)).status, 404);
    const lacking = t.api(await t.key(own.id, { scopes: ["knowledge:read"] }));
    assert.equal((await lacking.post(path, body)).status, 403);
    const page = (await own.api.get(`${path}?limit=1`)).body;
    assert.deepEqual([page.data.length, page.pageInfo.hasNextPage], [1, false]);
  });
});

describe("an export of FAQs", () => {
  it("can be imported by another organization, and contains only the tenant's own FAQs", async () => {
    const [own, other] = [await t.tenant(), await t.tenant()];
    const category = (await own.api.post("/api/v1/knowledge/categories", { name: "Shop" })).body.id;
    const faq = {
      question: "=1+1?",
      answer: 'Two, "as ever"\nand always.',
      alternatives: ["One and one?", "-1+3?"],
      language: "en",
      status: "draft",
    };
    await own.api.post("/api/v1/knowledge/faqs", { ...faq, categoryId: category });
    const response = await own.api.get("/api/v1/knowledge/faqs/export.csv");
    assert.match(response.headers.get("content-disposition") ?? "", /attachment; filename="faqs.csv"/);
    const [, row] = parse(response.text, { bom: true }) as string[][];
    assert.deepEqual(row, ["'=1+1?", faq.answer, "Shop", "en", "draft", "One and one? | -1+3?"]);
    await done(other, response.text);
    const [back] = await faqsOf(other);
    assert.deepEqual(Object.fromEntries(Object.keys(faq).map((key) => [key, back[key]])), faq);
    assert.equal((await other.api.get(`/api/v1/knowledge/categories/${back.categoryId}`)).body.name, "Shop");
    assert.equal((parse((await tenant.api.get("/api/v1/knowledge/faqs/export.csv")).text, { bom: true }) as string[][]).length, 1);
  });
});

describe("rows of a file", () => {
  const plan = ["question", "answer", "category", "alternatives"].map((field, index) => ({ index, field }));

  it("read back what an export wrote", () => {
    const text = fc
      .string({ minLength: 1, maxLength: 50 })
      .map((s) => s.replaceAll(/[>|'\n\r\t\0]/g, "").trim())
      .filter((s) => s !== "");
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(text, { maxLength: 4 }),
        fc.array(text, { maxLength: 5 }),
        (question, answer, names, alternatives) => {
          const cells = [question, answer, joinPath(names), joinAlternatives(alternatives)].map(withoutFormula);
          const row = readRow(cells, plan);
          assert.deepEqual([row.question, row.answer, row.category ?? [], row.alternatives ?? []], [question, answer, names, alternatives]);
        },
      ),
    );
  });

  it("have columns that are recognized by name", () => {
    for (const [name, field] of [
      ["Question", "question"],
      ["FRAGE", "question"],
      ["Other questions", "alternatives"],
      ["Topic", "category"],
      ["phone", null],
    ] as const)
      assert.equal(suggestField(name), field, name);
    const columns = ["question", "q", "answer"].map((name) => ({ name, suggested: suggestField(name) }));
    assert.deepEqual(readMapping(columns, undefined), { question: "question", answer: "answer" });
  });
});
