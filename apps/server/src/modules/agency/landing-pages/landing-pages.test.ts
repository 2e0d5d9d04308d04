/** Landing pages: what an agency builds from blocks, and what visitors see. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { withClient } from "@parley/database";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { uploadPicture } from "../../../../test/fixtures/media-samples.ts";
import { send } from "../../../../test/raw-http.ts";

let app: TestApp;
let agency: TestTenant;
let foreign: TestTenant;

before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: "http://parley.example" } });
  [agency, foreign] = await Promise.all([app.tenant({ kind: "agency" }), app.tenant({ kind: "agency" })]);
});
after(() => app?.stop());

const base = "/api/v1/agencies/current";
const word = () => randomBytes(5).toString("hex");
const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
const page = (more: object = {}) => ({
  slug: `page-${word()}`,
  title: "Welcome",
  blocks: [{ type: "text", text: "Hello" }],
  status: "published",
  ...more,
});
async function make(more: object = {}, of: TestTenant = agency) {
  const made = await of.api.post(`${base}/landing-pages`, page(more));
  assert.equal(made.status, 200, made.text);
  return made.body;
}
async function makeForm(more: object = {}, of: TestTenant = agency) {
  const made = await of.api.post(`${base}/signup-forms`, {
    slug: `form-${word()}`,
    title: "Talk to us",
    fields: [
      { key: "name", label: "Your name", type: "text" },
      { key: "email", label: "E-mail", type: "email", required: true, help: "We answer there." },
      { key: "topic", label: "Topic", type: "select", options: ["Sales", "Support"] },
      { key: "words", label: "Message", type: "textarea" },
      { key: "news", label: "Send me news", type: "checkbox" },
    ],
    consentText: "I agree to be written to.",
    target: { kind: "create_contact" },
    ...more,
  });
  assert.equal(made.status, 200, made.text);
  return made.body;
}
/** A host that the agency has proved. */
async function host(of: TestTenant = agency): Promise<string> {
  const hostname = `${word()}.agency.example`;
  const made = await of.api.post(`${base}/domains`, { hostname });
  await withClient(app.database.admin, (admin) =>
    admin.query(
      "insert into domain_hosts (tenant_id, hostname, domain_id) select tenant_id, hostname, id from agency_domains where tenant_id = $1 and hostname = $2",
      [of.id, hostname],
    ),
  );
  assert.equal(made.status, 200);
  return hostname;
}
const get = (name: string, at = "parley.example") => send(app.url, { path: `/p/${name}`, headers: { host: at } });
const post = (name: string, fields: Record<string, string>, at = "parley.example") =>
  send(app.url, {
    method: "POST",
    path: `/p/${name}`,
    headers: { host: at, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
const tokenOf = (text: string) => /name="token" value="([^"]+)"/.exec(text)?.[1] as string;

test("a page is created, read, changed, published, listed and deleted", async () => {
  const own = await app.tenant({ kind: "agency" });
  const mediaId = await uploadPicture(app.url, own.key);
  const form = await makeForm({}, own);
  const blocks = [
    { type: "hero", heading: "Hello", text: "There", label: "Go", url: "#form" },
    { type: "text", heading: "Words", text: "One\n\nTwo" },
    { type: "features", heading: "Why", items: [{ heading: "Fast", text: "Very" }] },
    { type: "image", mediaId, alt: "A logo", caption: "Ours" },
    { type: "faq", items: [{ heading: "Why?", text: "Because" }] },
    { type: "form", formId: form.id, heading: "Write" },
    { type: "cta", heading: "Now", text: "Really", label: "Go", url: "https://agency.example" },
  ];
  const given = page({ blocks, description: "A page", status: "draft" });
  const made = await own.api.post(`${base}/landing-pages`, given);
  assert.equal(made.status, 200, made.text);
  const { id, publicKey, url, publishedAt, createdAt: _, updatedAt: __, ...rest } = made.body;
  const imageUrl: string = rest.blocks[3].imageUrl;
  assert.deepEqual(rest, { ...given, blocks: blocks.map((block, i) => (i === 3 ? { ...block, imageUrl } : block)) });
  assert.deepEqual([url, publishedAt], [`http://parley.example/p/${publicKey}`, null]);
  assert.deepEqual((await own.api.get(`${base}/landing-pages/${id}`)).body, made.body);
  assert.equal((await get(publicKey)).status, 404, "a draft is nobody's to see");
  const published = await own.api.patch(`${base}/landing-pages/${id}`, { status: "published" });
  assert.equal(published.body.publishedAt, app.clock.now().toISOString());
  const shown = await get(publicKey);
  assert.equal(shown.status, 200);
  assert.equal((await fetch(`${app.url}${imageUrl}`)).status, 200);
  assert.equal((await own.api.delete(`${base}/signup-forms/${form.id}`)).status, 409, "a page shows it");
  const again = await own.api.post(`${base}/landing-pages`, page({ slug: given.slug }));
  assert.deepEqual([again.status, again.body.error.details[0]], [409, { field: "slug", issue: "exists", id }]);
  const second = await make({ status: "draft" }, own);
  assert.deepEqual(
    (await own.api.get(`${base}/landing-pages?status=draft`)).body.data.map((one: { id: string }) => one.id),
    [second.id],
  );
  assert.equal((await own.api.patch(`${base}/landing-pages/${id}`, { blocks: [{ type: "text", text: "Only" }] })).status, 200);
  assert.equal((await fetch(`${app.url}${imageUrl}`)).status, 404, "nothing shows the picture any more");
  assert.deepEqual((await own.api.delete(`${base}/landing-pages/${id}`)).body, { id, deleted: true });
  assert.equal((await get(publicKey)).status, 404);
  assert.equal((await foreign.api.get(`${base}/landing-pages/${second.id}`)).status, 404);
});

test("invalid blocks are refused with their place, and may refer only to the agency's own resources", async () => {
  const form = await makeForm();
  for (const [blocks, status, fields] of [
    [[{ type: "image", mediaId: unknownId("med") }], 422, ["blocks[0].alt"]],
    [[{ type: "text", text: "a", label: "b" }], 422, ["blocks[0].label"]],
    [[{ type: "hero", heading: "a", label: "b" }], 422, ["blocks[0].url"]],
    [[{ type: "cta", heading: "a", label: "b", url: "#form" }], 422, ["blocks[0].url"]],
    [
      [
        { type: "form", formId: form.id },
        { type: "form", formId: form.id },
      ],
      422,
      ["blocks[1].formId"],
    ],
    [[{ type: "cta", heading: "a", label: "b", url: "javascript:alert(1)" }], 400, ["blocks[0].url"]],
    [[{ type: "html", text: "a" }], 400, ["blocks[0].type"]],
  ] as const) {
    const refused = await agency.api.post(`${base}/landing-pages`, page({ blocks }));
    const named = refused.body.error?.details.map(({ field }: { field: string }) => field);
    assert.deepEqual([refused.status, named], [status, fields], JSON.stringify(blocks));
  }
  const [media, theirs] = [await uploadPicture(app.url, foreign.key), await makeForm({}, foreign)];
  for (const block of [
    { type: "image", mediaId: media, alt: "" },
    { type: "image", mediaId: unknownId("med"), alt: "" },
    { type: "form", formId: theirs.id },
    { type: "form", formId: unknownId("frm") },
  ]) {
    assert.equal((await agency.api.post(`${base}/landing-pages`, page({ blocks: [block] }))).status, 404);
  }
});

test("no content of a page runs a script or loads anything from elsewhere", async () => {
  const form = await makeForm({
    title: evil,
    intro: evil,
    consentText: evil,
    thankYouText: evil,
    fields: [
      { key: "email", label: evil, type: "email", required: true, help: evil },
      { key: "a", label: "A", type: "select", options: [evil] },
    ],
  });
  const made = await make({
    title: evil,
    description: evil,
    blocks: [
      { type: "hero", heading: evil, text: evil, label: evil, url: 'https://a.example/"><script>alert(1)</script>' },
      { type: "features", heading: evil, items: [{ heading: evil, text: evil }] },
      { type: "faq", items: [{ heading: evil, text: evil }] },
      { type: "form", formId: form.id },
    ],
  });
  const shown = await get(made.publicKey);
  const sentBack = await post(made.publicKey, { token: evil, "answer.email": evil, "answer.a": evil });
  for (const response of [shown, sentBack, await get(`${made.publicKey}?sent=1`)]) {
    assert.doesNotMatch(response.text, /<script|<img src=x/i);
    assert.match(response.headers["content-type"] as string, /^text\/html/);
    const policy = response.headers["content-security-policy"] as string;
    assert.match(
      policy,
      /default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'/,
    );
    assert.doesNotMatch(policy, /script-src|unsafe/);
    assert.equal(response.headers["referrer-policy"], "same-origin");
  }
});

test("a page is found by its slug on the agency's hosts, and by its key only there and on our own", async () => {
  const [own, theirs] = [await host(), await host(foreign)];
  await agency.api.put(`${base}/brand-kit`, { name: "Northwind", colors: { primary: "#0f766e" } });
  const made = await make();
  for (const [name, at, status] of [
    [made.slug, own, 200],
    [made.publicKey, own, 200],
    [made.publicKey, "parley.example", 200],
    [made.slug, "parley.example", 404],
    [made.slug, theirs, 404],
    [made.publicKey, theirs, 404],
    [made.id, "parley.example", 404],
  ] as const) {
    const response = await get(name, at);
    assert.equal(response.status, status, `${name} at ${at}`);
    assert.match(response.headers["content-type"] as string, /^text\/html/);
    if (status === 200) assert.ok(response.text.includes("Northwind") && response.text.includes("--primary:#0f766e"));
    else assert.match(response.text, /Page not found/);
  }
  assert.equal((await get(word(), own)).text.includes("Northwind"), true, "what is not found looks like the host");
});

test("the form is posted without a script: errors next to the fields with the typed values, then thanks", async () => {
  const form = await makeForm();
  const made = await make({ blocks: [{ type: "form", formId: form.id }] });
  const token = tokenOf((await get(made.publicKey)).text);
  const typed = {
    "answer.name": 'Ada "L"',
    "answer.email": "nobody",
    "answer.topic": "Support",
    "answer.words": "One\r\nTwo",
    "answer.news": "yes",
  };
  const refused = await post(made.publicKey, { token, ...typed });
  assert.equal(refused.status, 400);
  assert.match(
    refused.text,
    /id="field-email"[^>]*aria-describedby="field-email-help field-email-error" aria-invalid="true" value="nobody"/,
  );
  assert.match(refused.text, /id="field-email-error">Please enter an e-mail address/);
  assert.match(refused.text, /id="consent-error">Please agree/);
  assert.match(refused.text, /value="Ada &#34;L&#34;"/);
  assert.match(refused.text, /<option selected>Support/);
  assert.match(refused.text, /One\nTwo<\/textarea>/);
  assert.match(refused.text, /name="answer\.news" value="yes" checked/);
  assert.equal(tokenOf(refused.text), token, "the time it takes goes on counting");
  const good = { token, ...typed, "answer.email": `${word()}@people.test`, consent: "yes", leave_empty: "" };
  const quick = await post(made.publicKey, good);
  assert.deepEqual([quick.status, /very quick/.test(quick.text)], [422, true]);
  app.clock.advance(3_000);
  const sent = await post(made.publicKey, good);
  assert.deepEqual([sent.status, sent.headers["location"]], [303, `/p/${made.publicKey}?sent=1#form`]);
  assert.equal((await post(made.publicKey, good)).status, 303, "twice is once");
  assert.match((await get(`${made.publicKey}?sent=1`)).text, /role="status"><p>Thank you/);
  const { data } = (await agency.api.get(`${base}/form-submissions?formId=${form.id}`)).body;
  assert.deepEqual(
    data.map((one: { answers: { value: unknown }[] }) => one.answers.map(({ value }) => value)),
    [['Ada "L"', good["answer.email"], "Support", "One\nTwo", true]],
  );
  const old = await post(made.publicKey, { ...good, token: "x" });
  assert.equal(old.status, 400);
  assert.notEqual(tokenOf(old.text), "x", "a fresh one comes along");
  await agency.api.patch(`${base}/signup-forms/${form.id}`, { redirectUrl: "https://agency.example/thanks" });
  const there = await get(made.publicKey);
  assert.match(there.headers["content-security-policy"] as string, /form-action 'self' https:\/\/agency\.example;/);
  app.clock.advance(3_000);
  const onwards = await post(made.publicKey, { ...good, token: tokenOf(there.text) });
  assert.deepEqual([onwards.status, onwards.headers["location"]], [303, "https://agency.example/thanks"]);
  await agency.api.patch(`${base}/signup-forms/${form.id}`, { active: false });
  assert.doesNotMatch((await get(made.publicKey)).text, /<form/);
});

test("a post that is not a form is refused, and only agencies have pages", async () => {
  const made = await make();
  const json = await send(app.url, {
    method: "POST",
    path: `/p/${made.publicKey}`,
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  assert.equal(json.status, 415);
  assert.match(json.text, /<h1>That did not work/);
  assert.equal((await post(made.publicKey, { token: "x" })).status, 405);
  const business = await app.tenant();
  assert.equal((await business.api.get(`${base}/landing-pages`)).status, 403);
});
