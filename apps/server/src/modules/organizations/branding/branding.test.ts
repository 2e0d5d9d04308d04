/** The brand kit: what an agency sets, what its hosts show publicly, and how its clients' mails look. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { type DnsServer, startDnsServer } from "../../../../test/fakes/dns-server.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { type Mailbox, startMailbox } from "../../../../test/fakes/mailbox.ts";
import { uploadPicture } from "../../../../test/fixtures/media-samples.ts";
import { wireId } from "#platform/ids/ids.ts";
import { send } from "../../../../test/raw-http.ts";

let dns: DnsServer;
let app: TestApp;
let mailbox: Mailbox;
let agency: TestTenant;

before(async () => {
  [dns, mailbox] = await Promise.all([startDnsServer(), startMailbox()]);
  app = await startTestApp({
    env: {
      DNS_RESOLVER: dns.address,
      PUBLIC_URL: "http://parley.example",
      SMTP_URL: mailbox.url,
      MAIL_FROM: "Parley <parley@example.com>",
    },
  });
  agency = await app.tenant({ kind: "agency" });
});
after(async () => {
  await app?.stop();
  await mailbox?.close();
  await dns?.close();
});

const path = "/api/v1/agencies/current/brand-kit";
const word = () => randomBytes(5).toString("hex");
const kit = (more: object = {}) => ({ name: "Northwind", ...more });
const put = (body: object, of: TestTenant = agency) => of.api.put(path, body);

/** A proved domain of the agency that points here. */
async function activeDomain(of: TestTenant = agency): Promise<{ id: string; hostname: string; withdraw(): void }> {
  const hostname = `${word()}.agency.example`;
  const made = await of.api.post("/api/v1/agencies/current/domains", { hostname });
  assert.equal(made.status, 200, made.text);
  const { id, verification } = made.body;
  dns.txt.set(verification.name, verification.value);
  dns.cname.set(hostname, "parley.example");
  assert.equal((await of.api.post(`/api/v1/agencies/current/domains/${id}/verify`)).body.status, "active");
  return { id, hostname, withdraw: () => void dns.txt.delete(verification.name) };
}

const brandingAt = (host: string, headers: Record<string, string> = {}) =>
  send(app.url, { path: "/api/v1/branding", headers: { host, ...headers } });

test("the brand kit is replaced as a whole, read back as set, and starts with the product's own look", async () => {
  const own = await app.tenant({ kind: "agency" });
  const first = await own.api.get(path);
  assert.deepEqual([first.body.name, first.body.colors.primary, first.body.updatedAt], [null, "#1d4ed8", null]);
  const logo = await uploadPicture(app.url, own.key);
  const full = {
    name: " Northwind ",
    logoLightMediaId: logo,
    logoDarkMediaId: logo,
    faviconMediaId: logo,
    colors: { primary: "#0F766E", onPrimary: "#ffffff", accent: "#0f766e", background: "#fafafa" },
    supportEmail: "Help@Northwind.example",
    termsUrl: "https://northwind.example/terms",
    privacyUrl: "https://northwind.example/privacy",
    imprintUrl: "https://northwind.example/imprint",
  };
  const set = await put(full, own);
  assert.equal(set.status, 200, set.text);
  assert.deepEqual((await own.api.get(path)).body, set.body);
  const { logoLightUrl, logoDarkUrl, faviconUrl, updatedAt, ...rest } = set.body;
  assert.deepEqual(rest, {
    ...full,
    name: "Northwind",
    colors: { ...full.colors, primary: "#0f766e" },
    supportEmail: "help@northwind.example",
  });
  assert.ok(logoLightUrl === logoDarkUrl && logoDarkUrl === faviconUrl && updatedAt === app.clock.now().toISOString());
  const less = await put(kit(), own);
  assert.deepEqual([less.body.logoLightMediaId, less.body.supportEmail, less.body.colors.primary], [null, null, "#1d4ed8"]);
});

test("colours that make text unreadable are refused by field name; omitted ones are derived so that text is legible", async () => {
  for (const [colors, field] of [
    [{ primary: "#ffff00", onPrimary: "#ffffff" }, "colors.onPrimary"],
    [{ background: "#222222" }, "colors.background"],
    [{ accent: "#ffee00" }, "colors.accent"],
  ] as const) {
    const refused = await put(kit({ colors }));
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [422, field], refused.text);
  }
  const made = await put(kit({ colors: { primary: "#ffff00" } }));
  assert.equal(made.body.colors.onPrimary, "#000000");
  assert.notEqual(made.body.colors.accent, "#ffff00");
  for (const [body, field] of [
    [{ colors: { primary: "red" } }, "colors.primary"],
    [{ colors: { primary: "#fff;}" } }, "colors.primary"],
    [{ privacyUrl: "http://northwind.example" }, "privacyUrl"],
    [{ termsUrl: "javascript:alert(1)" }, "termsUrl"],
    [{ supportEmail: "nobody" }, "supportEmail"],
    [{ name: "  " }, "name"],
    [{ name: "A\nBcc: x@y.z" }, "name"],
  ] as const) {
    const refused = await put(kit(body));
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, field], refused.text);
  }
});

test("images must be the agency's own and of a type that cannot execute; others get 404 or 422", async () => {
  const other = await app.tenant({ kind: "agency" });
  const foreign = await uploadPicture(app.url, other.key);
  const [absent, taken] = [await put(kit({ logoLightMediaId: unknownId("med") })), await put(kit({ logoLightMediaId: foreign }))];
  assert.deepEqual([absent.status, absent.text], [404, taken.text]);
  for (const [field, type] of [
    ["logoLightMediaId", "application/pdf"],
    ["faviconMediaId", "image/jpeg"],
  ] as const) {
    const refused = await put(kit({ [field]: await uploadPicture(app.url, agency.key, type) }));
    assert.deepEqual([refused.status, refused.body.error.details[0]], [422, { field, issue: "not_allowed" }], refused.text);
  }
});

test("a logo has a public address, which ends once nothing shows the logo any more", async () => {
  const logo = await uploadPicture(app.url, agency.key);
  // Concurrent changes: each file is held once, and the previous ones are released.
  const many = await Promise.all(Array.from({ length: 6 }, () => put(kit({ logoLightMediaId: logo, faviconMediaId: logo }))));
  assert.deepEqual([...new Set(many.map(({ status }) => status))], [200]);
  const url: string = many[0]?.body.logoLightUrl;
  assert.match(url, /^\/public\/files\/[A-Za-z0-9_-]{32}$/);
  const got = await fetch(`${app.url}${url}`);
  assert.deepEqual([got.status, got.headers.get("content-type")], [200, "image/png"]);
  assert.match(got.headers.get("content-security-policy") as string, /default-src 'none'/);
  assert.doesNotMatch(got.headers.get("content-disposition") as string, /filename/);
  assert.equal((await fetch(`${app.url}${url}`, { headers: { "if-none-match": got.headers.get("etag") as string } })).status, 304);
  assert.equal((await put(kit({ faviconMediaId: logo }))).body.faviconUrl, url, "still shown, so still there");
  assert.equal((await put(kit())).status, 200);
  for (const gone of [url, "/public/files/nothing", `/public/files/${"A".repeat(32)}`]) {
    assert.equal((await fetch(`${app.url}${gone}`)).status, 404, gone);
  }
});

test("a host shows the brand of the agency that proved it, and no other host reveals anything", async () => {
  const own = await app.tenant({ kind: "agency" });
  const domain = await activeDomain(own);
  const unknown = await brandingAt("nobody.example");
  const bare = await brandingAt(domain.hostname);
  const agencyName = (await own.api.get("/api/v1/agencies/current")).body.name;
  assert.deepEqual(
    [bare.status, JSON.parse(bare.text)],
    [200, { ...JSON.parse(unknown.text), name: agencyName }],
    "an agency without a kit goes by its own name",
  );
  await put(kit({ name: "Own brand", supportEmail: "help@own.example" }), own);
  const shown = await brandingAt(`${domain.hostname.toUpperCase()}:8443`);
  assert.equal(JSON.parse(shown.text).name, "Own brand");
  assert.deepEqual(Object.keys(JSON.parse(shown.text)).sort(), [
    "colors",
    "faviconUrl",
    "imprintUrl",
    "logoDarkUrl",
    "logoLightUrl",
    "name",
    "privacyUrl",
    "supportEmail",
    "termsUrl",
  ]);
  assert.doesNotMatch(shown.text, /org_|[0-9a-f]{32}/);
  assert.match(shown.headers["cache-control"] as string, /public, max-age=60/);
  const again = await brandingAt(domain.hostname, { "if-none-match": shown.headers["etag"] as string });
  assert.deepEqual([again.status, again.text], [304, ""]);
  for (const headers of [{ "x-forwarded-host": domain.hostname }, { "x-org-slug": domain.hostname }, { "x-app-id": own.id }]) {
    assert.equal((await brandingAt("nobody.example", headers as unknown as Record<string, string>)).text, unknown.text);
  }
  assert.equal((await own.api.delete(`/api/v1/agencies/current/domains/${domain.id}`)).status, 200);
  assert.equal((await brandingAt(domain.hostname)).text, unknown.text);
});

test("mails of an agency's clients carry its name, colours and support address as long as they are its clients, and link to none of its hosts", async () => {
  const own = await app.tenant({ kind: "agency" });
  const domain = await activeDomain(own);
  const colors = { primary: "#0f766e" };
  const set = await put(kit({ name: "Own & brand", colors, supportEmail: "help@own.example", linkDomainId: domain.id }), own);
  assert.deepEqual([set.status, "linkDomainId" in set.body], [200, false], set.text);

  const email = `${word()}@client.test`;
  const client = await own.api.post("/api/v1/agencies/current/clients", { name: "Bakery", ownerEmail: email });
  await app.drain();
  const mail = mailbox.last(email);
  assert.match(mail.headers, /^From: "?Own & brand"? <parley@example\.com>/im);
  assert.match(mail.headers, /^Reply-To: <?help@own\.example/im);
  assert.match(mail.html, /background: #0f766e; color: #ffffff/);
  assert.match(mail.html, /Own &#38; brand/);
  assert.match(mail.text, /Questions: help@own\.example/);
  // Links in mails carry secrets, so they use the installation's own address even if the agency has an active domain.
  assert.ok(mail.text.includes("http://parley.example/accept-invitation"), mail.text);
  assert.ok(!`${mail.text}${mail.html}`.includes(domain.hostname));

  // The new owner's password reset is one of the client's mails too.
  const password = "correct horse battery";
  assert.equal((await app.api(null).post("/api/v1/auth/invitations/accept", { token: mail.token, password })).status, 200);
  await app.api(null).post("/api/v1/auth/password-reset", { email });
  await app.drain();
  assert.ok(mailbox.last(email).text.includes("http://parley.example/reset-password"));
  assert.match(mailbox.last(email).html, /Own &#38; brand/);

  // A former client's mails have the product's own look.
  assert.equal((await own.api.patch(`/api/v1/agencies/current/clients/${client.body.id}`, { status: "ended" })).status, 200);
  await app.api(null).post("/api/v1/auth/password-reset", { email });
  await app.drain();
  assert.doesNotMatch(mailbox.last(email).html, /Own &#38; brand/);
});

test("a suspended agency shows nothing to visitors, and nobody can join it until the suspension ends", async () => {
  const [own, platform] = [await app.tenant({ kind: "agency" }), await app.tenant({ kind: "platform" })];
  const domain = await activeDomain(own);
  const logo = await uploadPicture(app.url, own.key);
  const set = await put(kit({ name: "Ended soon", logoLightMediaId: logo }), own);
  const form = await own.api.post("/api/v1/agencies/current/signup-forms", {
    slug: "talk",
    title: "Talk to us",
    fields: [{ key: "email", label: "E-mail", type: "email", required: true }],
    target: { kind: "create_contact" },
  });
  assert.equal(form.status, 200, form.text);
  const page = await own.api.post("/api/v1/agencies/current/landing-pages", {
    slug: "welcome",
    title: "Welcome",
    blocks: [{ type: "hero", heading: "Hello", text: "There" }],
    status: "published",
  });
  assert.equal(page.status, 200, page.text);
  const [invited, clients] = [`${word()}@agency.test`, `${word()}@client.test`];
  await own.api.post("/api/v1/invitations", { email: invited, role: "agent" });
  await own.api.post("/api/v1/agencies/current/clients", { name: "Bakery", ownerEmail: clients });
  await app.drain();
  const { token } = mailbox.last(invited);
  const at = (path: string) => send(app.url, { path, headers: { host: domain.hostname } });
  const shown = async () => [
    JSON.parse((await brandingAt(domain.hostname)).text).name === "Ended soon",
    (await at(`/p/welcome`)).status === 200,
    (await at(`/p/${page.body.publicKey}`)).status === 200,
    (await at("/api/v1/public/signup-forms/talk")).status === 200,
    (await app.api(null).get(`/api/v1/public/signup-forms/${form.body.publicKey}`)).status === 200,
    (await fetch(`${app.url}${set.body.logoLightUrl}`)).status === 200,
    (await app.api(null).post("/api/v1/auth/invitations/preview", { token })).status === 200,
  ];
  assert.ok((await shown()).every((is) => is));
  const path = `/api/v1/admin/organizations/${wireId("org", own.id)}`;
  assert.equal((await platform.api.patch(path, { status: "suspended" })).status, 200);
  assert.ok((await shown()).every((is) => !is));
  const password = "correct horse battery";
  assert.notEqual((await app.api(null).post("/api/v1/auth/invitations/accept", { token, password })).status, 200);
  // Its client continues, with the product's own look.
  const accepted = await app.api(null).post("/api/v1/auth/invitations/accept", { token: mailbox.last(clients).token, password });
  assert.equal(accepted.status, 200, accepted.text);
  await app.api(null).post("/api/v1/auth/password-reset", { email: clients });
  await app.drain();
  assert.doesNotMatch(mailbox.last(clients).html, /Ended soon/);
  assert.equal((await platform.api.patch(path, { status: "active" })).status, 200);
  assert.ok((await shown()).every((is) => is));
});

test("only an agency has a brand kit, and needs its scopes; a replay changes nothing again", async () => {
  const business = await app.tenant();
  assert.equal((await business.api.get(path)).status, 403);
  const reader = app.api(await app.key(agency.id, { scopes: ["agency:read"] }));
  assert.equal((await reader.get(path)).status, 200);
  const refused = await reader.put(path, kit());
  assert.deepEqual([refused.status, refused.body.error.code], [403, "insufficient_scope"]);
  const key = { "idempotency-key": word() };
  const body = kit({ logoLightMediaId: await uploadPicture(app.url, agency.key) });
  const [first, again] = [await agency.api.put(path, body, key), await agency.api.put(path, body, key)];
  assert.deepEqual([again.headers.get("idempotency-replayed"), again.body], ["true", first.body]);
  const [file] = await app.app.database.worker<{ uses: number }>({
    text: "select uses from public_files where tenant_id = $1 and token = $2",
    values: [agency.id, first.body.logoLightUrl.split("/").at(-1)],
  });
  assert.equal(file?.uses, 1);
});
