/** Sign-up forms: what an agency configures, what strangers send, and the result. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { withClient } from "@parley/database";
import fc from "fast-check";
import { parseWireId } from "#platform/ids/ids.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { type Mailbox, startMailbox } from "../../../../test/fakes/mailbox.ts";
import { readAnswers } from "./answers.ts";
import { createFormTokens } from "./form-token.ts";
import type { FormField } from "./signup-forms.schema.ts";

let app: TestApp;
let other: TestApp;
let mailbox: Mailbox;
let agency: TestTenant;
let foreign: TestTenant;

before(async () => {
  mailbox = await startMailbox();
  const env = { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@example.com>" };
  app = await startTestApp({ env });
  other = await startTestApp({ sharing: app, env });
  [agency, foreign] = await Promise.all([app.tenant({ kind: "agency" }), app.tenant({ kind: "agency" })]);
});
after(async () => {
  await other?.stop();
  await app?.stop();
  await mailbox?.close();
});

const base = "/api/v1/agencies/current";
const word = () => randomBytes(5).toString("hex");
const clientFields = [
  { key: "company", label: "Company", type: "text", required: true },
  { key: "name", label: "Your name", type: "text" },
  { key: "email", label: "E-mail", type: "email", required: true },
];
const contactFields = [
  { key: "name", label: "Name", type: "text" },
  { key: "email", label: "E-mail", type: "email", required: true },
  { key: "phone", label: "Phone", type: "phone" },
  { key: "topic", label: "Topic", type: "select", options: ["Sales", "Support"] },
  { key: "news", label: "News", type: "checkbox" },
];
const form = (more: object = {}) => ({
  slug: `form-${word()}`,
  title: "Talk to us",
  fields: contactFields,
  target: { kind: "create_contact", tags: ["web"] },
  ...more,
});

async function make(more: object = {}, of: TestTenant = agency) {
  const made = await of.api.post(`${base}/signup-forms`, form(more));
  assert.equal(made.status, 200, made.text);
  return made.body;
}
const publicPath = (made: { publicKey: string }) => `/api/v1/public/signup-forms/${made.publicKey}`;
const anybody = () => app.api(null);

/** A token that is old enough to be accepted. */
async function token(made: { publicKey: string }): Promise<string> {
  const shown = await anybody().get(publicPath(made));
  assert.equal(shown.status, 200, shown.text);
  app.clock.advance(3_000);
  return shown.body.token;
}
const submit = async (made: { publicKey: string }, answers: object, more: object = {}) =>
  anybody().post(publicPath(made), { token: await token(made), answers, ...more });
const submissions = async (query: string, of: TestTenant = agency) => (await of.api.get(`${base}/form-submissions?${query}`)).body.data;

test("a form is created, read, changed, listed page by page and deleted; its slug is unique in the agency", async () => {
  const own = await app.tenant({ kind: "agency" });
  const given = form({
    intro: "Two minutes.",
    consentText: "I agree.",
    thankYouText: "Thanks!",
    redirectUrl: "https://agency.example/thanks",
    active: false,
  });
  const made = await own.api.post(`${base}/signup-forms`, given);
  assert.equal(made.status, 200, made.text);
  const { id, publicKey, createdAt, updatedAt, url, ...rest } = made.body;
  assert.equal(url, `${app.url}/f/${publicKey}`);
  assert.deepEqual(rest, { ...given, fields: contactFields.map((field) => ({ required: false, ...field })) });
  assert.match(publicKey, /^[A-Za-z0-9_-]{24}$/);
  assert.ok(createdAt === updatedAt);
  assert.deepEqual((await own.api.get(`${base}/signup-forms/${id}`)).body, made.body);
  const again = await own.api.post(`${base}/signup-forms`, form({ slug: given.slug }));
  assert.deepEqual([again.status, again.body.error.details[0]], [409, { field: "slug", issue: "exists", id }]);
  assert.equal((await foreign.api.post(`${base}/signup-forms`, form({ slug: given.slug }))).status, 200, "another agency's are its own");
  const second = await make({}, own);
  assert.equal((await own.api.patch(`${base}/signup-forms/${second.id}`, { slug: given.slug })).status, 409);
  const changed = await own.api.patch(`${base}/signup-forms/${id}`, { redirectUrl: null, active: true, intro: null });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(
    [changed.body.redirectUrl, changed.body.active, changed.body.intro, changed.body.consentText],
    [null, true, null, "I agree."],
  );
  const page = await own.api.get(`${base}/signup-forms?limit=1`);
  assert.deepEqual([page.body.data[0].id, page.body.pageInfo.hasNextPage], [second.id, true]);
  const last = await own.api.get(`${base}/signup-forms?limit=1&cursor=${page.body.pageInfo.nextCursor}`);
  assert.deepEqual([last.body.data[0].id, last.body.pageInfo.hasNextPage], [id, false]);
  assert.deepEqual((await own.api.delete(`${base}/signup-forms/${id}`)).body, { id, deleted: true });
  assert.equal((await own.api.get(`${base}/signup-forms/${id}`)).status, 404);
  assert.equal((await foreign.api.get(`${base}/signup-forms/${second.id}`)).status, 404);
  assert.equal((await own.api.get(`${base}/form-submissions?formId=${unknownId("frm")}`)).status, 404);
});

test("a form that cannot work is refused with the names of its fields", async () => {
  for (const [more, status, fields] of [
    [{ fields: [contactFields[0]] }, 422, ["fields"]],
    [{ fields: contactFields, target: { kind: "create_client" } }, 422, ["fields"]],
    [{ fields: [contactFields[1], contactFields[1]] }, 422, ["fields[1].key"]],
    [{ fields: [contactFields[1], { key: "a", label: "A", type: "select" }] }, 422, ["fields[1].options"]],
    [{ fields: [contactFields[1], { key: "a", label: "A", type: "text", options: ["x"] }] }, 422, ["fields[1].options"]],
    [{ fields: [contactFields[1], { key: "phone", label: "A", type: "text" }] }, 422, ["fields[1].type"]],
    [{ target: { kind: "create_contact", grantScopes: [] } }, 422, ["target.grantScopes"]],
    [{ fields: clientFields, target: { kind: "create_client", tags: ["x"] } }, 422, ["target.tags"]],
    [{ fields: clientFields, target: { kind: "create_client", grantScopes: ["contacts:read"] } }, 422, ["consentText"]],
    [{ fields: clientFields, target: { kind: "create_client", grantScopes: ["organization:write"] } }, 400, ["target.grantScopes[0]"]],
    [{ redirectUrl: "http://agency.example" }, 400, ["redirectUrl"]],
    [{ slug: "Has Blanks" }, 400, ["slug"]],
    [{ fields: [{ ...contactFields[1], type: "file" }] }, 400, ["fields[0].type"]],
  ] as const) {
    const refused = await agency.api.post(`${base}/signup-forms`, form(more));
    const named = refused.body.error?.details.map(({ field }: { field: string }) => field);
    assert.deepEqual([refused.status, named], [status, fields], JSON.stringify(more));
  }
});

test("a form's key may be the name of a property that every object has", async () => {
  const made = await make({ fields: [contactFields[1], { key: "constructor", label: "Constructor", type: "text" }] });
  const sent = await submit(made, { email: `${word()}@people.test`, constructor: "Ada" });
  assert.equal(sent.status, 200, sent.text);
});

test("everybody sees the fields and none of the settings behind them", async () => {
  const made = await make({ consentText: "I agree." });
  const shown = await anybody().get(publicPath(made));
  assert.deepEqual(Object.keys(shown.body).sort(), ["consentText", "fields", "intro", "title", "token"]);
  assert.equal(shown.headers.get("cache-control"), "no-store");
  for (const name of [made.slug, made.id, "nothing", word()]) {
    assert.equal((await anybody().get(`/api/v1/public/signup-forms/${name}`)).status, 404, name);
  }
  await agency.api.patch(`${base}/signup-forms/${made.id}`, { active: false });
  assert.equal((await anybody().get(publicPath(made))).status, 404);
});

test("a submission stores the answers and the wording of the consent, and creates the contact with its tags", async () => {
  const made = await make({ consentText: "I agree to be called." });
  const email = `${word()}@people.test`;
  const answers = { name: " Ada ", email: email.toUpperCase(), phone: "+44 7700 900123", topic: "Sales", news: true, unasked: "x" };
  const sent = await submit(made, answers, { consent: true });
  assert.deepEqual(sent.body, { submitted: true, thankYouText: "Thank you. We have received your message.", redirectUrl: null });
  const at = app.clock.now().toISOString();
  await agency.api.patch(`${base}/signup-forms/${made.id}`, { consentText: "Something else." });
  const [submission] = await submissions(`formId=${made.id}`);
  assert.deepEqual(
    submission.answers.map(({ key, value }: { key: string; value: unknown }) => [key, value]),
    [
      ["name", "Ada"],
      ["email", email],
      ["phone", "+447700900123"],
      ["topic", "Sales"],
      ["news", true],
    ],
  );
  assert.deepEqual([submission.consentText, submission.consentedAt, submission.status], ["I agree to be called.", at, "processed"]);
  assert.deepEqual([submission.processedBy, submission.processedAt], [null, at]);
  const contact = (await agency.api.get(`/api/v1/contacts/${submission.contactId}`)).body;
  assert.deepEqual(
    [contact.name, contact.email, contact.phone, contact.tags, contact.source],
    ["Ada", email, "+447700900123", ["web"], "signup_form"],
  );
  assert.deepEqual((await agency.api.get(`${base}/form-submissions/${submission.id}`)).body, submission);
  assert.equal((await agency.api.patch(`${base}/form-submissions/${submission.id}`, { status: "spam" })).status, 409);
  assert.equal((await foreign.api.get(`${base}/form-submissions/${submission.id}`)).status, 404);
  assert.equal((await foreign.api.patch(`${base}/form-submissions/${submission.id}`, { status: "spam" })).status, 404);
  assert.equal((await agency.api.delete(`${base}/signup-forms/${made.id}`)).status, 200);
  assert.equal((await agency.api.get(`${base}/form-submissions/${submission.id}`)).body.formId, null, "what came in outlives its form");
});

test("an existing contact gets the tags and no other change", async () => {
  const email = `${word()}@people.test`;
  const known = await agency.api.post("/api/v1/contacts", { name: "Known", email, tags: ["old"] });
  const made = await make();
  assert.equal((await submit(made, { name: "Somebody else", email })).status, 200);
  const contact = (await agency.api.get(`/api/v1/contacts/${known.body.id}`)).body;
  assert.deepEqual([contact.name, contact.tags], ["Known", ["old", "web"]]);
  assert.equal((await submissions(`formId=${made.id}`))[0].contactId, known.body.id);
});

test("a required contact field refuses no form, because strangers cannot fill it in; whoever enters a contact must", async () => {
  const own = await app.tenant({ kind: "agency" });
  const defined = await own.api.post("/api/v1/contact-fields", { key: "plan", label: "Plan", type: "text", required: true });
  assert.equal(defined.status, 200, defined.text);
  assert.equal((await own.api.post("/api/v1/contacts", { email: `${word()}@people.test` })).status, 400);
  const made = await make({}, own);
  const sent = await submit(made, { email: `${word()}@people.test` });
  assert.equal(sent.status, 200, sent.text);
  assert.equal((await submit(made, { email: `${word()}@people.test` }, { leaveEmpty: "spam" })).status, 200);
  const [held, direct] = await submissions(`formId=${made.id}`, own);
  // Also if somebody processes it.
  const later = await own.api.patch(`${base}/form-submissions/${held.id}`, { status: "processed" });
  assert.equal(later.status, 200, later.text);
  for (const { contactId } of [direct, later.body]) {
    const contact = (await own.api.get(`/api/v1/contacts/${contactId}`)).body;
    assert.deepEqual([contact.source, contact.customFields], ["signup_form", {}]);
  }
});

test("a submission beyond the contact limit is kept without a contact, which is created once there is room", async () => {
  const client = await agency.api.post(`${base}/clients`, { name: "Reseller", ownerEmail: `${word()}@people.test` });
  assert.equal(client.status, 200, client.text);
  const id = parseWireId("org", client.body.id) as string;
  // A client that is an agency itself has forms and limits.
  await withClient(app.database.admin, (admin) => admin.query("update tenants set kind = 'agency' where tenant_id = $1", [id]));
  const key = await app.key(id);
  const own = { id, key, api: app.api(key) };
  const limit = async (contacts: number) =>
    assert.equal((await agency.api.put(`${base}/clients/${client.body.id}/entitlements`, { contacts })).status, 200);
  const made = await make({}, own);
  const known = `${word()}@people.test`;
  assert.equal((await own.api.post("/api/v1/contacts", { email: known })).status, 200);
  await limit(1);
  const answers = { email: `${word()}@people.test` };
  const body = { token: await token(made), answers };
  const sent = await anybody().post(publicPath(made), body);
  assert.equal(sent.status, 200, sent.text);
  assert.deepEqual(sent.body, { submitted: true, thankYouText: "Thank you. We have received your message.", redirectUrl: null });
  assert.equal((await anybody().post(publicPath(made), body)).text, sent.text);
  const [kept, ...more] = await submissions(`formId=${made.id}`, own);
  assert.deepEqual([more, kept.status, kept.contactId, kept.processedAt], [[], "new", null, null]);
  assert.deepEqual((await own.api.get(`${base}/form-submissions/${kept.id}`)).body, kept);
  assert.equal((await own.api.get(`/api/v1/contacts?q=${answers.email}`)).body.data.length, 0);
  const event = (await own.api.get("/api/v1/events?after=&type=form.submitted")).body.data.at(-1);
  assert.deepEqual([event.data.submissionId, event.data.contactId], [kept.id, null]);
  // A contact that exists needs no room.
  assert.equal((await submit(made, { email: known })).status, 200);
  const [found] = await submissions(`formId=${made.id}`, own);
  assert.equal(found.status, "processed");
  // Whoever processes it is told the limit, until there is room.
  const path = `${base}/form-submissions/${kept.id}`;
  const refused = await own.api.patch(path, { status: "processed" });
  assert.deepEqual([refused.status, refused.body.error?.code], [403, "entitlement_exceeded"], refused.text);
  assert.equal((await own.api.get(path)).body.status, "new");
  await limit(2);
  const processed = await own.api.patch(path, { status: "processed" });
  assert.equal(processed.status, 200, processed.text);
  assert.equal((await own.api.get(`/api/v1/contacts/${processed.body.contactId}`)).body.email, answers.email);
});

test("errors are reported field by field, and nothing is stored", async () => {
  const made = await make({
    consentText: "I agree.",
    fields: [...contactFields, { key: "ok", label: "OK", type: "checkbox", required: true }],
  });
  const refused = await submit(made, { email: "nobody", phone: "12", topic: "Other", news: "yes", name: "x".repeat(201) });
  assert.equal(refused.status, 400);
  assert.deepEqual(refused.body.error.details, [
    { field: "answers.name", issue: "too_long" },
    { field: "answers.email", issue: "invalid_format" },
    { field: "answers.phone", issue: "invalid_format" },
    { field: "answers.topic", issue: "unknown_value" },
    { field: "answers.news", issue: "invalid_type" },
    { field: "answers.ok", issue: "required" },
    { field: "consent", issue: "required" },
  ]);
  assert.deepEqual(await submissions(`formId=${made.id}`), []);
});

test("tokens that are too young, forged, expired or another form's are refused; the hidden field silently marks spam", async () => {
  const made = await make();
  const answers = { email: `${word()}@people.test` };
  const quick = (await anybody().get(publicPath(made))).body.token;
  const early = await anybody().post(publicPath(made), { token: quick, answers });
  assert.deepEqual([early.status, early.body.error.details[0].field], [422, "token"]);
  app.clock.advance(3_000);
  const bot = await anybody().post(publicPath(made), { token: quick, answers, leaveEmpty: "http://spam.example" });
  assert.equal(bot.body.submitted, true);
  const [spam] = await submissions(`formId=${made.id}&status=spam`);
  assert.equal(spam.contactId, null);
  for (const bad of [
    await token(await make()),
    `${quick.slice(0, 40)}${quick[40] === "A" ? "B" : "A"}${quick.slice(41)}`,
    "x",
    quick.replace(/^./, "B"),
  ]) {
    const refused = await anybody().post(publicPath(made), { token: bad, answers });
    assert.deepEqual([refused.status, refused.body.error.details[0]], [400, { field: "token", issue: "unknown" }]);
  }
  const old = await token(made);
  app.clock.advance(86_400_000);
  assert.equal((await anybody().post(publicPath(made), { token: old, answers })).status, 400);
  const changed = await token(made);
  await agency.api.patch(`${base}/signup-forms/${made.id}`, { consentText: "Now there is more to it." });
  assert.equal(
    (await anybody().post(publicPath(made), { token: changed, answers, consent: true })).status,
    400,
    "nobody agrees to what they did not see",
  );
  // A submission marked as spam by mistake is restored, and then processed.
  const path = `${base}/form-submissions/${spam.id}`;
  assert.equal((await agency.api.patch(path, { status: "new" })).body.status, "new");
  const processed = await agency.api.patch(path, { status: "processed" });
  assert.equal((await agency.api.get(`/api/v1/contacts/${processed.body.contactId}`)).body.email, answers.email);
});

test("many identical concurrent posts are one submission and one contact; one with other answers is refused", async () => {
  const made = await make();
  const email = `${word()}@people.test`;
  const body = { token: await token(made), answers: { email } };
  const sent = await Promise.all([app, other, app, other, app, other].map((one) => one.api(null).post(publicPath(made), body)));
  assert.deepEqual([...new Set(sent.map(({ text }) => text))].length, 1, sent[0]?.text);
  assert.equal((await submissions(`formId=${made.id}`)).length, 1);
  assert.equal((await agency.api.get(`/api/v1/contacts?q=${email}`)).body.data.length, 1);
  const differs = await anybody().post(publicPath(made), { ...body, answers: { email: `${word()}@people.test` } });
  assert.equal(differs.status, 409);
  // Two forms with one new e-mail: one contact.
  const mail = `${word()}@people.test`;
  const second = await make();
  const forms = [await token(second), await token(second), await token(second)];
  await Promise.all(
    forms.map((one, n) => [app, other][n % 2]?.api(null).post(publicPath(second), { token: one, answers: { email: mail } })),
  );
  assert.equal((await agency.api.get(`/api/v1/contacts?email=${mail}`)).body.data.length, 1);
  // Two people with one new phone: one contact.
  const tokens = [await token(made), await token(made)];
  const phone = `+4477009${(randomBytes(2).readUInt16BE() % 90_000) + 10_000}`;
  const both = await Promise.all(
    tokens.map((one) => anybody().post(publicPath(made), { token: one, answers: { email: `${word()}@people.test`, phone } })),
  );
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  const [a, b] = await submissions(`formId=${made.id}&limit=2`);
  assert.equal(a.contactId, b.contactId);
});

test("an IP address can send a limited number and then has to wait; each form counts separately", async () => {
  const made = await make();
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await submit(made, { email: `${word()}@people.test` })).status);
  assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429]);
  assert.equal((await submit(await make(), { email: `${word()}@people.test` })).status, 200);
  app.clock.advance(600_000);
  assert.equal((await submit(made, { email: `${word()}@people.test` })).status, 200);
});

test("a submission processed by several workers becomes one client with one invited owner and its grant", async () => {
  const target = { kind: "create_client", grantScopes: ["contacts:read"] };
  const made = await make({ fields: clientFields, target, consentText: "Northwind may read our contacts." });
  const email = `${word()}@bakery.test`;
  const company = `Bakery ${word()}`;
  assert.equal((await submit(made, { company, name: "Ada", email }, { consent: true })).status, 200);
  const [waiting] = await submissions(`formId=${made.id}&status=new`);
  assert.equal(waiting.clientId, null);
  const path = `${base}/form-submissions/${waiting.id}`;
  const key = { "idempotency-key": word() };
  const done = await Promise.all([
    ...[app, other, app, other].map((one) => one.api(agency.key).patch(path, { status: "processed" })),
    agency.api.patch(path, { status: "processed" }, key),
  ]);
  assert.deepEqual([...new Set(done.map(({ status }) => status))], [200], done[0]?.text);
  const clients = new Set(done.map(({ body }) => body.clientId));
  assert.equal(clients.size, 1);
  const [clientId] = clients;
  const again = await agency.api.patch(path, { status: "processed" }, key);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  const client = (await agency.api.get(`${base}/clients/${clientId}`)).body;
  assert.deepEqual([client.name, client.status, client.grantedScopes], [company, "pending", ["contacts:read"]]);
  const all = (await agency.api.get(`${base}/clients?limit=100`)).body.data.filter((one: { name: string }) => one.name === company);
  assert.equal(all.length, 1);
  await app.drain();
  assert.equal(mailbox.mails.filter((mail) => mail.to === email).length, 1);
  const { token: invited } = mailbox.last(email);
  assert.equal((await anybody().post("/api/v1/auth/invitations/preview", { token: invited })).body.name, "Ada");
  assert.equal((await agency.api.patch(path, { status: "new" })).body.error.code, "invalid_transition");
});

test("only an agency has forms, with its scopes", async () => {
  const business = await app.tenant();
  for (const path of ["signup-forms", "form-submissions"]) assert.equal((await business.api.get(`${base}/${path}`)).status, 403);
  const reader = app.api(await app.key(agency.id, { scopes: ["agency:read"] }));
  assert.equal((await reader.post(`${base}/signup-forms`, form())).body.error.code, "insufficient_scope");
});

test("reading submissions requires the scope to read contacts, and creating a contact from one the scope to write them", async () => {
  const made = await make({ target: { kind: "create_contact" } });
  const sent = await submit(made, { email: `${word()}@people.test` }, { leaveEmpty: "spam" });
  assert.equal(sent.status, 200, sent.text);
  const [row] = await submissions(`formId=${made.id}`);
  const path = `${base}/form-submissions/${row.id}`;
  const only = async (...scopes: string[]) => app.api(await app.key(agency.id, { scopes }));
  const refused = (answer: any, scope: string) =>
    assert.deepEqual([answer.status, answer.body.error?.details], [403, [{ field: scope, issue: "missing_scope" }]], answer.text);
  const without = await only("agency:read", "agency:write", "contacts:write");
  for (const response of [
    await without.get(path),
    await without.get(`${base}/form-submissions`),
    await without.patch(path, { status: "new" }),
  ])
    refused(response, "contacts:read");
  const reads = await only("agency:read", "agency:write", "contacts:read");
  assert.equal((await reads.get(path)).status, 200);
  assert.equal((await reads.patch(path, { status: "new" })).status, 200);
  refused(await reads.patch(path, { status: "processed" }), "contacts:write");
  assert.equal((await reads.get(path)).body.contactId, null);
  const writes = await only("agency:write", "contacts:read", "contacts:write");
  assert.equal((await writes.patch(path, { status: "processed" })).body.status, "processed");
});

test("property: an answer is stored only for a field of the form and only as its type allows", () => {
  const fields = contactFields as FormField[];
  const value = fc.oneof(fc.boolean(), fc.string({ maxLength: 30 }), fc.constantFrom("Sales", "ada@example.com", "+447700900123"));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("name", "email", "phone", "topic", "news", "__proto__x", "toString"), value), (answers) => {
      let read: ReturnType<typeof readAnswers>;
      try {
        read = readAnswers({ fields, consentText: null }, { answers });
      } catch (error) {
        assert.equal((error as { code: string }).code, "validation_error");
        return;
      }
      for (const { key, type, value: stored } of read) {
        assert.ok(fields.some((field) => field.key === key && field.type === type));
        assert.equal(typeof stored, type === "checkbox" ? "boolean" : "string");
        assert.ok(type !== "select" || ["Sales", "Support"].includes(stored as string));
      }
    }),
  );
});

test("a token with any bit changed is refused", () => {
  const tokens = createFormTokens(Buffer.alloc(32, 1));
  const of = { id: "a", consent_text: null };
  const now = new Date(1_800_000_000_000);
  const good = tokens.mint(of, now);
  assert.deepEqual(tokens.read(good, of, new Date(now.getTime() + 5_000))?.ageMs, 5_000);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 38 * 8 - 1 }), (bit) => {
      const bytes = Buffer.from(good, "base64url");
      bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
      assert.equal(tokens.read(bytes.toString("base64url"), of, now), null);
    }),
  );
});
