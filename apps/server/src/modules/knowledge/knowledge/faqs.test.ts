import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

const faqs = "/api/v1/knowledge/faqs";
const categories = "/api/v1/knowledge/categories";

describe("FAQs and categories", () => {
  let t: TestApp;
  let tenant: TestTenant;
  before(async () => {
    t = await startTestApp();
    tenant = await t.tenant();
  });
  after(() => t.stop());

  const fresh = () => t.tenant();
  const audit = (tenantId: string) =>
    t.app.database.worker<{ action: string }>({
      text: "select action from audit_entries where tenant_id = $1 and action ~ '^(knowledge|faq)' order by created_at, id",
      values: [tenantId],
    });
  async function faq(of: TestTenant, fields: object = {}) {
    const made = await of.api.post(faqs, { question: "How long may I return an item?", answer: "For thirty days.", ...fields });
    assert.equal(made.status, 200, made.text);
    return made.body;
  }
  const found = async (of: TestTenant, q: string, more = "") =>
    (await of.api.get(`${faqs}?q=${encodeURIComponent(q)}${more}`)).body.data.map((item: { question: string }) => item.question);

  it("a FAQ takes its category by name or id, creates one for a new name, and never for an id", async () => {
    const own = await fresh();
    const { id } = (await own.api.post(categories, { name: "Returns" })).body;
    const text = { question: "How long may I return it?", answer: "30 days.", language: "en" };
    for (const category of ["returns ", id]) {
      const made = await faq(own, { ...text, category });
      assert.deepEqual([made.categoryId, made.category], [id, "Returns"]);
    }
    const made = await faq(own, { ...text, category: "Shipping" });
    assert.equal(made.category, "Shipping");
    assert.equal((await own.api.get(`${categories}/${made.categoryId}`)).body.name, "Shipping");
    const listed = (await own.api.get(`${faqs}?categoryId=${made.categoryId}`)).body.data;
    assert.deepEqual([listed.length, listed[0].category], [1, "Shipping"]);
    assert.equal((await own.api.patch(`${faqs}/${made.id}`, { category: null })).body.category, null);
    const unknown = `kct_${"0".repeat(32)}`;
    for (const [body, status, issue] of [
      [{ category: unknown }, 404, "not_found"],
      [{ category: "Shipping", categoryId: id }, 422, "not_allowed"],
    ] as const) {
      const refused = await own.api.post(faqs, { ...text, ...body });
      assert.deepEqual([refused.status, refused.body.error.details], [status, [{ field: "category", issue }]]);
    }
    assert.equal((await own.api.post(categories, { name: unknown })).status, 400);
    assert.deepEqual((await own.api.get(categories)).body.data.map(({ name }: { name: string }) => name).sort(), ["Returns", "Shipping"]);
  });

  it("a FAQ is created, read, changed and deleted, and every field is returned", async () => {
    const own = await fresh();
    const category = (await own.api.post(categories, { name: "Returns" })).body;
    const given = {
      question: "Wie lange darf ich etwas zurückgeben?",
      answer: "Dreißig Tage lang.",
      alternatives: ["Wann ist die Rückgabe vorbei?", "Frist?"],
      categoryId: category.id,
      language: "de",
      status: "draft",
    };
    const { id, createdAt, updatedAt, ...rest } = await faq(own, given);
    assert.match(id, /^kfq_[0-9a-f]{32}$/);
    assert.equal(createdAt, updatedAt);
    assert.deepEqual(rest, { ...given, category: "Returns", languageDetected: false });
    assert.deepEqual((await own.api.get(`${faqs}/${id}`)).body, { id, createdAt, updatedAt, ...rest });
    t.clock.advance(1_000);
    const changed = await own.api.patch(`${faqs}/${id}`, { answer: "Sechzig.", alternatives: [], language: null, categoryId: null });
    assert.deepEqual([changed.body.answer, changed.body.alternatives, changed.body.categoryId], ["Sechzig.", [], null]);
    assert.deepEqual([changed.body.language, changed.body.languageDetected], ["de", true]);
    assert.ok(changed.body.updatedAt > updatedAt);
    assert.deepEqual(
      (await own.api.patch(`${faqs}/${id}`, { answer: "Sechzig." })).body,
      changed.body,
      "a change of nothing changes nothing",
    );
    assert.deepEqual((await own.api.delete(`${faqs}/${id}`)).body, { id, deleted: true });
    assert.equal((await own.api.get(`${faqs}/${id}`)).status, 404);
    assert.deepEqual(
      (await audit(own.id)).map(({ action }) => action),
      ["knowledge_category.created", "faq.created", "faq.updated", "faq.deleted"],
    );
  });

  it("only published ones are found, as soon as they are published", async () => {
    const own = await fresh();
    const { id, question } = await faq(own, { status: "draft" });
    const steps: [object, boolean][] = [
      [{}, false],
      [{ status: "published" }, true],
      [{ status: "archived" }, false],
      [{ status: "published", question }, true],
    ];
    for (const [change, isFound] of steps) {
      await own.api.patch(`${faqs}/${id}`, change);
      assert.deepEqual(await found(own, "return an item"), isFound ? [question] : [], JSON.stringify(change));
    }
    await own.api.patch(`${faqs}/${id}`, { question: "Where do you deliver to?", answer: "To all of Europe." });
    assert.deepEqual(await found(own, "thirty days returns"), []);
    assert.deepEqual(await found(own, "deliver"), ["Where do you deliver to?"]);
    await own.api.delete(`${faqs}/${id}`);
    assert.deepEqual(await found(own, "deliver"), []);
  });

  it("an alternative question finds it, and the exact question comes first with score 1, even one made of stop words", async () => {
    const own = await fresh();
    await faq(own, {
      question: "Opening hours",
      answer: "Nine to five.",
      alternatives: ["Who are you?", "When is the shop open?"],
      language: "en",
    });
    for (let i = 0; i < 5; i++)
      await faq(own, { question: `When is shop ${i} open when open?`, answer: "Open open open shop shop.", language: "en" });
    const list = await own.api.get(`${faqs}?q=${encodeURIComponent("when is THE shop open")}`);
    assert.deepEqual([list.body.data[0].question, list.body.data[0].score], ["Opening hours", 1]);
    assert.ok(list.body.data[1].score < 1 && list.body.data[1].score > 0.3, JSON.stringify(list.body.data[1]));
    assert.deepEqual(await found(own, "who are you"), ["Opening hours"]);
  });

  it("the list is newest first, filtered and paged; a search ranks and pages too", async () => {
    const own = await fresh();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      made.unshift(
        (await faq(own, { question: `Question ${i} about parcels?`, status: i === 0 ? "draft" : "published", language: "en" })).id,
      );
      t.clock.advance(10);
    }
    async function walk(query: string): Promise<string[]> {
      const ids: string[] = [];
      for (let cursor = ""; ; ) {
        const page = await own.api.get(`${faqs}?limit=2${query}${cursor}`);
        assert.equal(page.status, 200, page.text);
        ids.push(...page.body.data.map((item: { id: string }) => item.id));
        if (!page.body.pageInfo.hasNextPage) return ids;
        cursor = `&cursor=${page.body.pageInfo.nextCursor}`;
      }
    }
    assert.deepEqual(await walk(""), made);
    assert.deepEqual(await walk("&status=draft"), made.slice(-1));
    assert.deepEqual((await walk("&q=parcel")).sort(), made.slice(0, 4).sort());
    assert.deepEqual(await walk("&language=de"), []);
    const first = await own.api.get(`${faqs}?limit=2&q=parcel`);
    const stolen = await own.api.get(`${faqs}?limit=2&cursor=${first.body.pageInfo.nextCursor}`);
    assert.deepEqual([stolen.status, stolen.body.error.code], [400, "invalid_cursor"]);
    const plain = (await own.api.get(`${faqs}?limit=1`)).body.data[0];
    assert.deepEqual([plain.score, plain.snippet], [null, null]);
  });

  it("invalid input is refused, naming the field", async () => {
    for (const [body, field, issue] of [
      [{ answer: "x" }, "question", "required"],
      [{ question: " ", answer: "x" }, "question", "too_short"],
      [{ question: "x", answer: "\n" }, "answer", "too_short"],
      [{ question: "x".repeat(501), answer: "x" }, "question", "too_long"],
      [{ question: "x", answer: "x", language: "German" }, "language", "invalid_format"],
      [{ question: "x", answer: "x", status: "hidden" }, "status", "unknown_value"],
      [{ question: "x", answer: "x", alternatives: Array(21).fill("y") }, "alternatives", "too_many"],
    ] as const) {
      const response = await tenant.api.post(faqs, body);
      assert.equal(response.status, 400, response.text);
      assert.deepEqual(response.body.error.details[0], { field, issue }, response.text);
    }
    assert.equal((await tenant.api.get(`${faqs}?q=%20`)).body.error.details[0].issue, "too_short");
    assert.equal((await tenant.api.post(faqs, { question: "x", answer: "x", categoryId: unknownId("kct") })).status, 404);
  });

  it("another tenant's FAQ, and one that never existed, look the same; a key requires the scope", async () => {
    const other = await fresh();
    const theirs = await faq(other, { question: "A secret about zebras?" });
    for (const id of [theirs.id, unknownId("kfq"), "x"]) {
      assert.equal((await tenant.api.get(`${faqs}/${id}`)).status, 404);
      assert.equal((await tenant.api.patch(`${faqs}/${id}`, { answer: "mine" })).status, 404);
      assert.equal((await tenant.api.delete(`${faqs}/${id}`)).status, 404);
    }
    assert.deepEqual(await found(tenant, "secret about zebras"), []);
    assert.deepEqual(await found(tenant, "A secret about zebras?"), []);
    const reader = t.api(await t.key(tenant.id, { scopes: ["knowledge:read"] }));
    assert.equal((await reader.get(faqs)).status, 200);
    assert.equal((await reader.post(faqs, { question: "x", answer: "y" })).status, 403);
    assert.equal((await t.api(await t.key(tenant.id, { scopes: ["contacts:read"] })).get(faqs)).status, 403);
  });

  it("an idempotency key creates one FAQ", async () => {
    const own = await fresh();
    const body = { question: "Once?", answer: "Yes." };
    const first = await own.api.post(faqs, body, { "idempotency-key": "k1" });
    const second = await own.api.post(faqs, body, { "idempotency-key": "k1" });
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get("idempotency-replayed"), "true");
    assert.equal((await own.api.get(faqs)).body.data.length, 1);
  });

  it("many created at the same time with the same new words all succeed", async () => {
    const own = await fresh();
    const words = "alpha bravo charlie delta echo foxtrot golf hotel india juliet".split(" ");
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        own.api.post(faqs, { question: `${i} ${[...words].sort(() => (i % 2) - 0.5).join(" ")}`, answer: words.join(" "), language: "en" }),
      ),
    );
    assert.deepEqual(
      made.map(({ status }) => status),
      Array(12).fill(200),
    );
    assert.equal((await found(own, "foxtrot golf")).length, 12);
  });

  it("a category is created, changed and deleted; it counts its FAQs and sources", async () => {
    const own = await fresh();
    const parent = (await own.api.post(categories, { name: "Shop", position: 2 })).body;
    const child = (await own.api.post(categories, { name: "Returns", description: "Back", position: 1, parentId: parent.id })).body;
    assert.deepEqual(
      [child.name, child.description, child.position, child.parentId, child.faqCount, child.sourceCount],
      ["Returns", "Back", 1, parent.id, 0, 0],
    );
    await faq(own, { categoryId: child.id });
    assert.equal((await own.api.get(`${categories}/${child.id}`)).body.faqCount, 1);
    const ids = (query = "") => own.api.get(`${categories}${query}`).then((a) => a.body.data.map((c: { id: string }) => c.id));
    assert.deepEqual(await ids(), [child.id, parent.id]);
    assert.deepEqual(await ids(`?parentId=${parent.id}`), [child.id]);
    const page = await own.api.get(`${categories}?limit=1`);
    assert.deepEqual(await ids(`?limit=1&cursor=${page.body.pageInfo.nextCursor}`), [parent.id]);
    const changed = await own.api.patch(`${categories}/${child.id}`, { name: "Refunds", description: null, parentId: null, position: 5 });
    assert.deepEqual(
      [changed.body.name, changed.body.description, changed.body.parentId, changed.body.position],
      ["Refunds", null, null, 5],
    );
    assert.deepEqual(await ids(), [parent.id, child.id]);
  });

  it("a category with content is deleted only if the content is moved", async () => {
    const own = await fresh();
    const [a, b] = [(await own.api.post(categories, { name: "A" })).body, (await own.api.post(categories, { name: "B" })).body];
    const below = (await own.api.post(categories, { name: "Below A", parentId: a.id })).body;
    const inside = await faq(own, { categoryId: a.id });
    const refused = await own.api.delete(`${categories}/${a.id}`);
    assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details[0].field], [409, "conflict", "moveTo"]);
    for (const [to, status] of [
      [a.id, 409],
      [below.id, 409],
      [unknownId("kct"), 404],
      ["nonsense", 404],
    ] as const)
      assert.equal((await own.api.delete(`${categories}/${a.id}?moveTo=${to}`)).status, status, to);
    assert.equal((await own.api.delete(`${categories}/${a.id}?moveTo=${b.id}`)).status, 200);
    assert.equal((await own.api.get(`${faqs}/${inside.id}`)).body.categoryId, b.id);
    assert.equal((await own.api.get(`${categories}/${below.id}`)).body.parentId, b.id);
    assert.equal((await own.api.delete(`${categories}/${b.id}?moveTo=none`)).status, 200);
    assert.equal((await own.api.get(`${faqs}/${inside.id}`)).body.categoryId, null);
    assert.equal((await own.api.get(`${categories}/${below.id}`)).body.parentId, null);
  });

  it("categories never form a cycle, even if two are moved at the same time", async () => {
    const own = await fresh();
    const make = async (name: string, parentId: string | null = null) =>
      (await own.api.post(categories, { name, parentId })).body.id as string;
    const top = await make("top");
    const below = await make("below", top);
    for (const parentId of [top, below]) {
      const refused = await own.api.patch(`${categories}/${top}`, { parentId });
      assert.deepEqual([refused.status, refused.body.error.details[0]], [409, { field: "parentId", issue: "not_allowed" }]);
    }
    for (let i = 0; i < 5; i++) {
      const [x, y] = [await make(`x${i}`), await make(`y${i}`)];
      const moved = await Promise.all([
        own.api.patch(`${categories}/${x}`, { parentId: y }),
        own.api.patch(`${categories}/${y}`, { parentId: x }),
      ]);
      assert.deepEqual(moved.map(({ status }) => status).sort(), [200, 409]);
    }
  });
});
