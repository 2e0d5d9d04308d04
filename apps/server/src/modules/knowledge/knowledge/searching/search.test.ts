/** What is found, in which order, and how searches are counted. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { wholeList } from "../../../../../test/inbox.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../../test/harness.ts";

const day = 86_400_000;
const faqs = "/api/v1/knowledge/faqs";
const sources = "/api/v1/knowledge/sources";

describe("knowledge: search", () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp({ env: { KNOWLEDGE_SEARCH_DAYS: "30" } });
  });
  after(() => t.stop());

  async function knowing(pairs: [string, string][], language?: string): Promise<TestTenant> {
    const tenant = await t.tenant();
    for (const [question, answer] of pairs) {
      const made = await tenant.api.post(faqs, { question, answer, ...(language === undefined ? {} : { language }) });
      assert.equal(made.status, 200, made.text);
    }
    return tenant;
  }
  const search = async (tenant: TestTenant, q: string, more = "") => {
    const response = await tenant.api.get(`/api/v1/knowledge/search?q=${encodeURIComponent(q)}${more}`);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };
  const titles = async (tenant: TestTenant, q: string, more = "") =>
    (await search(tenant, q, more)).data.map((f: { title: string }) => f.title);

  const shop: [string, string][] = [
    ["How do I reset my password?", "Open the settings, choose security, and follow the link in the mail."],
    ["When do I get my refund?", "Refunds are paid within fourteen days to the card you paid with."],
    ["Where do you deliver to?", "Our parcels go to every country of the European Union and to Switzerland."],
    ["Can I change my delivery address?", "As long as the parcel has not left our warehouse."],
  ];

  it("a whole question finds its answer even if not all of its words occur", async () => {
    const tenant = await knowing(shop, "en");
    for (const [q, title] of [
      ["Hello, I was wondering whether somebody could tell me when the money of my refund will arrive?", "When do I get my refund?"],
      ["forgot passwords, what should I do to get into my account again", "How do I reset my password?"],
      ["do you ship parcels to Switzerland as well", "Where do you deliver to?"],
    ] as const)
      assert.equal((await titles(tenant, q))[0], title, q);
  });

  it("a word that stands in the question twice, once misspelled, counts as often as it occurs", async () => {
    const tenant = await knowing([["What does delivery cost?", "Delivery is free above fifty euros."]], "en");
    for (const q of ["delivery? delivry", "delivry delivrey delivery"]) {
      const { data } = await search(tenant, q);
      assert.equal(data.length, 1, q);
      assert.ok(data[0].score > 0 && data[0].score <= 1, `${q}: ${data[0].score}`);
    }
  });

  it("shows each passage's source, score and relevant part", async () => {
    const tenant = await t.tenant();
    const filler = "Nothing that anybody would ask about is told in this sentence. ".repeat(8);
    const made = await tenant.api.post(sources, {
      name: "House rules",
      kind: "text",
      text: `# Guests\n\n## Dogs\n\n${filler}Dogs are welcome in the garden. ${filler}\n\n## Cats\n\nCats stay at home.`,
    });
    await t.drain();
    const { answered, data, pageInfo } = await search(tenant, "are dogs welcome?");
    assert.equal(answered, true);
    assert.deepEqual(pageInfo, { hasNextPage: false, nextCursor: null });
    const [{ text, snippet, score, ...rest }] = data;
    assert.deepEqual(rest, {
      kind: "source",
      sourceId: made.body.id,
      faqId: null,
      title: "House rules",
      url: null,
      heading: "Guests > Dogs",
      position: 0,
      language: "en",
    });
    assert.ok(text.length > 900 && text.includes("Dogs are welcome in the garden."));
    assert.ok(snippet.length < 260 && snippet.includes("Dogs are welcome in the garden."), snippet);
    assert.ok(score > 0.25 && score < 1, String(score));
  });

  it("tolerates typos in words that are long enough, and swapped letters", async () => {
    const tenant = await knowing(shop, "en");
    for (const [q, title] of [
      ["pasword", "How do I reset my password?"],
      ["refnud", "When do I get my refund?"],
      ["swizterland", "Where do you deliver to?"],
      ["adress of delivrey", "Can I change my delivery address?"],
    ] as const)
      assert.equal((await titles(tenant, q))[0], title, q);
    assert.deepEqual(await titles(tenant, "xylophone"), []);
    const [{ score: right }] = (await search(tenant, "refund")).data;
    const [{ score: wrong }] = (await search(tenant, "refnud")).data;
    assert.ok(wrong < right, "a misspelt word counts less");
  });

  it("searches each of the tenant's languages with its stemmer, without being given one", async () => {
    const tenant = await knowing([
      ["Wie bekomme ich mein Geld zurück, wenn ich Schuhe zurückgesendet habe?", "Rückzahlungen dauern vierzehn Tage nach dem Eingang."],
      ["When will I get my money back after returning shoes?", "Refunds take fourteen days from the arrival on."],
      ["Ayakkabıları iade edince paramı ne zaman geri alırım?", "İadeler ulaştıktan sonra on dört gün içinde ödenir."],
      ["退货后什么时候能收到退款?", "退款在收到商品后十四天内支付。"],
      ["คืนรองเท้าแล้วจะได้รับเงินคืนเมื่อไหร่", "เงินคืนจะจ่ายภายในสิบสี่วันหลังจากได้รับสินค้า"],
      ["靴を返品したら、返金はいつですか?", "返金は商品の到着から十四日以内に支払われます。"],
    ]);
    for (const [q, language] of [
      ["Rückzahlung", "de"],
      ["refunds", "en"],
      ["refund", "en"],
      ["ayakkabı", "tr"],
      ["什么时候退款", "zh"],
      ["เงินคืนเมื่อไหร่", "th"],
      ["返金はいつ", "ja"],
    ] as const)
      assert.equal((await search(tenant, q)).data[0]?.language, language, q);
    assert.deepEqual(
      (await search(tenant, "refund", "&language=de")).data.map((f: { language: string }) => f.language),
      [],
    );
    assert.equal((await search(tenant, "ruckzahlung")).data[0]?.language, "de", "accents may be left out");
  });

  it("finds nothing of other tenants, nothing inactive, and nothing for punctuation", async () => {
    const theirs = await knowing([["Where is the secret treasure?", "Under the lighthouse."]], "en");
    const tenant = await knowing(shop, "en");
    assert.deepEqual(await titles(tenant, "treasure lighthouse"), []);
    assert.deepEqual(await titles(tenant, "Where is the secret treasure?"), []);
    assert.deepEqual(await titles(tenant, "tresure"), [], "nor through the spelling of others' words");
    assert.equal((await titles(theirs, "treasure")).length, 1);
    assert.deepEqual(await titles(tenant, "?!…"), []);
    const made = await tenant.api.post(sources, { name: "Club", kind: "text", text: "The saxophone quartet meets on Mondays." });
    await t.drain();
    assert.deepEqual(await titles(tenant, "saxophone"), ["Club"]);
    await tenant.api.patch(`${sources}/${made.body.id}`, { isActive: false });
    assert.deepEqual(await titles(tenant, "saxophone"), []);
    assert.deepEqual(await titles(tenant, "saxophne"), []);
    await tenant.api.patch(`${sources}/${made.body.id}`, { isActive: true });
    assert.deepEqual(await titles(tenant, "saxophne"), ["Club"]);
    await tenant.api.delete(`${sources}/${made.body.id}`);
    assert.deepEqual(await titles(tenant, "saxophone"), []);
  });

  it("shows at most three passages per source, and pages to the end without repeating any", async () => {
    const tenant = await t.tenant();
    const sections = Array.from(
      { length: 8 },
      (_, i) => `## Part ${i}\n\nThe trumpet is described here, part ${i}. ${"More of it. ".repeat(20)}`,
    );
    for (const name of ["Book one", "Book two"])
      await tenant.api.post(sources, { name, kind: "text", text: sections.join("\n\n"), language: "en" });
    await t.drain();
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const page = await search(tenant, "trumpet", `&limit=4${cursor}`);
      seen.push(...page.data.map((f: { sourceId: string; position: number }) => `${f.sourceId} ${f.position}`));
      if (!page.pageInfo.hasNextPage) break;
      cursor = `&cursor=${page.pageInfo.nextCursor}`;
    }
    assert.equal(seen.length, 6);
    assert.equal(new Set(seen).size, 6);
  });

  it("ranks exactly by BM25 over what can be found", async () => {
    const documents = ["apple apple banana", "apple cherry", "banana cherry cherry cherry", "quince"];
    const tenant = await t.tenant();
    for (const [i, body] of documents.entries())
      await tenant.api.post(sources, { name: `n${i}`, kind: "text", text: body, language: "en" });
    // Inactive: not searched.
    await tenant.api.post(sources, { name: "off", kind: "text", text: "apple apple apple", language: "en", isActive: false });
    await t.drain();
    const words = documents.map((body, i) => `n${i} ${body}`.replaceAll("apple", "appl").replaceAll("cherry", "cherri").split(" "));
    const mean = words.reduce((sum, w) => sum + w.length, 0) / words.length;
    const idf = (term: string) => {
      const df = words.filter((w) => w.includes(term)).length;
      return Math.log(1 + (words.length - df + 0.5) / (df + 0.5));
    };
    const asked = ["appl", "cherri"];
    const most = asked.reduce((sum, term) => sum + 2.2 * idf(term), 0);
    const expected = words
      .map((w, i) => {
        const gains = asked.map((term) => {
          const tf = w.filter((x) => x === term).length;
          return (idf(term) * 2.2 * tf) / (tf + 1.2 * (0.25 + (0.75 * w.length) / mean));
        });
        return { title: `n${i}`, score: gains.reduce((sum, gain) => sum + gain, 0) / most };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const found = (await search(tenant, "apples, cherries")).data as { title: string; score: number }[];
    assert.deepEqual(
      found.map((f) => f.title),
      expected.map((e) => e.title),
    );
    for (const [i, f] of found.entries())
      assert.ok(Math.abs(f.score - (expected[i]?.score ?? 0)) < 0.0002, `${f.score} ${expected[i]?.score}`);
  });

  it("counts searches, hits and unanswered questions, once however they are spelled", async () => {
    const tenant = await knowing(shop, "en");
    const stats = async () => (await tenant.api.get("/api/v1/knowledge/stats")).body;
    assert.deepEqual((await stats()).faqs, { draft: 0, published: 4, archived: 0, total: 4 });
    assert.deepEqual((await stats()).chunks, { total: 4, searchable: 4 });
    await search(tenant, "refund");
    await search(tenant, "Do you sell giraffes?");
    t.clock.advance(1_000);
    await search(tenant, "do you sell GIRAFFES");
    await search(tenant, "do you sell GIRAFFES", "&record=false");
    await search(tenant, "Call me at +44 7700 900123 or ada@example.com about zebras");
    // The API's two searchable lists count as searches too, with their first page.
    await tenant.api.get(`${faqs}?q=refund`);
    await tenant.api.get(`${sources}?q=refund`);
    await tenant.api.get(`${faqs}?q=refund&record=false`);
    const { searches, unansweredQuestions } = await stats();
    assert.deepEqual([searches.total, searches.hits, searches.unanswered, unansweredQuestions], [6, 3, 3, 2]);
    const list = await tenant.api.get("/api/v1/knowledge/unanswered");
    assert.deepEqual(
      list.body.data.map((q: { question: string; count: number }) => [q.question, q.count]),
      [
        ["Call me at … or … about zebras", 1],
        ["Do you sell giraffes?", 2],
      ],
    );
    const often = await wholeList(tenant.api, "/api/v1/knowledge/unanswered?sort=count&limit=1");
    assert.deepEqual(
      often.map((q: { count: number }) => q.count),
      [2, 1],
    );
    const page = await tenant.api.get("/api/v1/knowledge/unanswered?limit=1");
    const next = await tenant.api.get(`/api/v1/knowledge/unanswered?limit=1&cursor=${page.body.pageInfo.nextCursor}`);
    assert.deepEqual([...page.body.data, ...next.body.data], list.body.data);

    const giraffes = list.body.data[1];
    assert.ok(giraffes.lastAskedAt > giraffes.firstAskedAt);
    const dismissed = await tenant.api.post(`/api/v1/knowledge/unanswered/${giraffes.id}/dismiss`);
    assert.equal(dismissed.body.dismissedAt, t.clock.now().toISOString());
    assert.equal((await tenant.api.post(`/api/v1/knowledge/unanswered/${giraffes.id}/dismiss`)).status, 200);
    await search(tenant, "Do you sell giraffes?");
    assert.deepEqual(
      (await tenant.api.get("/api/v1/knowledge/unanswered")).body.data.map((q: { id: string }) => q.id),
      [list.body.data[0].id],
    );
    assert.equal((await tenant.api.get("/api/v1/knowledge/unanswered?dismissed=true")).body.data[0].count, 3);
    const other = await t.tenant();
    for (const id of [giraffes.id, unknownId("knq"), "x"])
      assert.equal((await other.api.post(`/api/v1/knowledge/unanswered/${id}/dismiss`)).status, 404);
    assert.deepEqual((await other.api.get("/api/v1/knowledge/unanswered")).body.data, []);
  });

  it("the same question asked concurrently is one question with the right count", async () => {
    const tenant = await t.tenant();
    await Promise.all(Array.from({ length: 10 }, () => search(tenant, "Is anybody there?")));
    const { data } = (await tenant.api.get("/api/v1/knowledge/unanswered")).body;
    assert.deepEqual(
      data.map((q: { count: number }) => q.count),
      [10],
    );
  });

  it("deletes searches and questions after their retention time, and words without documents", async () => {
    const tenant = await knowing([["Do you repair harpsichords?", "Yes."]], "en");
    await search(tenant, "theremin");
    t.clock.advance(20 * day);
    await search(tenant, "ondes martenot");
    t.clock.advance(11 * day);
    const [{ id }] = (await tenant.api.get(faqs)).body.data;
    await tenant.api.delete(`${faqs}/${id}`);
    const words = () => t.app.database.worker({ text: "select term from knowledge_vocabulary where tenant_id = $1", values: [tenant.id] });
    assert.ok((await words()).length > 0);
    await t.app.knowledge.maintenance.run();
    await t.app.knowledge.maintenance.run();
    assert.equal((await words()).length, 0);
    const { searches } = (await tenant.api.get("/api/v1/knowledge/stats")).body;
    assert.deepEqual([searches.total, searches.unanswered], [1, 1]);
    assert.deepEqual(
      (await tenant.api.get("/api/v1/knowledge/unanswered")).body.data.map((q: { question: string }) => q.question),
      ["ondes martenot"],
    );
  });

  it("invalid input is refused, naming the field, and a key requires the scope", async () => {
    const tenant = await t.tenant();
    for (const [query, field, issue] of [
      ["", "q", "required"],
      ["q=%20", "q", "too_short"],
      [`q=${"x".repeat(501)}`, "q", "too_long"],
      ["q=x&language=english", "language", "invalid_format"],
      ["q=x&limit=51", "limit", "out_of_range"],
      ["q=x&record=maybe", "record", "invalid_type"],
    ] as const) {
      const response = await tenant.api.get(`/api/v1/knowledge/search?${query}`);
      assert.deepEqual([response.status, response.body.error.details[0]], [400, { field, issue }], query);
    }
    const without = t.api(await t.key(tenant.id, { scopes: ["knowledge:write"] }));
    for (const path of ["search?q=x", "stats", "unanswered"]) assert.equal((await without.get(`/api/v1/knowledge/${path}`)).status, 403);
  });
});
