/** Custom domains: proved by the DNS, kept as long as the proof remains, one owner at a time. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { type DnsServer, startDnsServer } from "../../../../test/fakes/dns-server.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { readHostname, routingOf } from "./domains.service.ts";

let dns: DnsServer;
let app: TestApp;
let agency: TestTenant;
let other: TestTenant;

before(async () => {
  dns = await startDnsServer();
  app = await startTestApp({ env: { DNS_RESOLVER: dns.address, PUBLIC_URL: "http://parley.example" } });
  [agency, other] = await Promise.all([app.tenant({ kind: "agency" }), app.tenant({ kind: "agency" })]);
});
after(async () => {
  await app?.stop();
  await dns?.close();
});

const path = "/api/v1/agencies/current/domains";
const day = 86_400_000;
const host = () => `${randomBytes(5).toString("hex")}.agency.example`;

async function claim(hostname = host(), of: TestTenant = agency) {
  const made = await of.api.post(path, { hostname });
  assert.equal(made.status, 200, made.text);
  const { id, verification } = made.body;
  return {
    id: id as string,
    hostname,
    prove: () => void dns.txt.set(verification.name, verification.value),
    withdraw: () => void dns.txt.delete(verification.name),
    verify: () => of.api.post(`${path}/${id}/verify`),
    status: async () => (await of.api.get(`${path}/${id}`)).body.status,
    made: made.body,
  };
}

test("a claim shows its proof, is pending until the record is seen, is then verified, and is active once the name points here", async () => {
  const domain = await claim();
  assert.equal(domain.made.status, "pending_verification");
  assert.equal(domain.made.verification.name, `_svc-verify.${domain.hostname}`);
  assert.match(domain.made.verification.value, /^svc-verify=[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(domain.made.routing, { type: "CNAME", name: domain.hostname, value: "parley.example" });
  const waiting = await domain.verify();
  assert.deepEqual([waiting.status, waiting.body.status], [200, "pending_verification"], waiting.text);
  assert.match(waiting.body.lastError, /TXT record .* was not found/);
  domain.prove();
  const verified = await domain.verify();
  assert.deepEqual([verified.body.status, verified.body.verifiedAt], ["verified", app.clock.now().toISOString()], verified.text);
  assert.match(verified.body.lastError, /does not point/);
  dns.cname.set(domain.hostname, "parley.example");
  const active = await domain.verify();
  assert.deepEqual([active.body.status, active.body.lastError], ["active", null]);
});

test("each claim has its own proof, and another claim's proof does not verify it", async () => {
  const hostname = host();
  const [mine, theirs] = [await claim(hostname), await claim(hostname, other)];
  assert.notEqual(mine.made.verification.value, theirs.made.verification.value);
  theirs.prove();
  assert.equal((await mine.verify()).body.status, "pending_verification");
  assert.equal((await theirs.verify()).body.status, "verified", "an unproved claim reserved the name");
  mine.prove();
  const refused = await mine.verify();
  assert.deepEqual([refused.status, refused.body.error.code], [409, "conflict"]);
  assert.equal(await mine.status(), "pending_verification");
  // Once deleted, the name is free immediately.
  assert.deepEqual((await other.api.delete(`${path}/${theirs.id}`)).body, { id: theirs.id, deleted: true });
  assert.equal((await mine.verify()).body.status, "verified");
});

test("of two agencies that prove the same name concurrently, one gets it", async () => {
  const hostname = host();
  const claims = [await claim(hostname), await claim(hostname, other)];
  for (const one of claims) {
    one.prove();
    assert.equal(await one.status(), "pending_verification");
  }
  // The name has the last claim's proof: only that claim can succeed.
  const responses = await Promise.all(claims.map((one) => one.verify()));
  assert.deepEqual(
    responses.map((response) => response.body.status),
    ["pending_verification", "verified"],
  );
});

test("three days without the proof suspend a domain and free its name; a day without an answer does not", async () => {
  const domain = await claim();
  domain.prove();
  await domain.verify();
  dns.broken = true;
  for (let i = 0; i < 4; i++) {
    app.clock.advance(day);
    await app.drain();
    assert.equal(await domain.status(), "verified");
  }
  dns.broken = false;
  domain.withdraw();
  for (const expected of ["verified", "verified", "suspended"]) {
    app.clock.advance(day);
    await app.drain();
    await app.drain();
    assert.equal(await domain.status(), expected);
  }
  const next = await claim(domain.hostname, other);
  next.prove();
  assert.equal((await next.verify()).body.status, "verified");
  // A restored proof restores the domain if nobody has taken it meanwhile.
  domain.prove();
  assert.equal((await domain.verify()).status, 409);
  await other.api.delete(`${path}/${next.id}`);
  assert.equal((await domain.verify()).body.status, "verified");
});

test("a proof that returns in time restarts the count", async () => {
  const domain = await claim();
  domain.prove();
  await domain.verify();
  for (const present of [false, false, true, false, false]) {
    if (present) domain.prove();
    else domain.withdraw();
    app.clock.advance(day);
    await app.drain();
    assert.equal(await domain.status(), "verified");
  }
});

test("an agency's second claim of a name is refused, naming the first; other tenants', unknown and malformed ids look the same", async () => {
  const domain = await claim();
  const twice = await agency.api.post(path, { hostname: ` ${domain.hostname.toUpperCase()}. `.trim() });
  assert.deepEqual([twice.status, twice.body.error.details], [409, [{ field: "hostname", issue: "exists", id: domain.id }]], twice.text);
  const answers = new Set<string>();
  for (const id of [domain.id, unknownId("dom"), "dom_1"]) {
    for (const response of [
      await other.api.get(`${path}/${id}`),
      await other.api.post(`${path}/${id}/verify`),
      await other.api.delete(`${path}/${id}`),
    ]) {
      assert.equal(response.status, 404);
      answers.add(response.text);
    }
  }
  assert.equal(answers.size, 1);
  const reader = app.api(await app.key(agency.id, { scopes: ["agency:read"] }));
  assert.equal((await reader.get(path)).status, 200);
  assert.equal((await reader.post(`${path}/${domain.id}/verify`)).body.error.code, "insufficient_scope");
});

test("a verification is idempotent by its key, and the list ends", async () => {
  const own = await app.tenant({ kind: "agency" });
  const made: string[] = [];
  for (let i = 0; i < 3; i++) {
    app.clock.advance(1);
    made.unshift((await claim(host(), own)).id);
  }
  const key = { "idempotency-key": "once" };
  const first = await own.api.post(`${path}/${made[0]}/verify`, undefined, key);
  const again = await own.api.post(`${path}/${made[0]}/verify`, undefined, key);
  assert.deepEqual([again.headers.get("idempotency-replayed"), again.text], ["true", first.text]);
  const page = await own.api.get(`${path}?limit=2`);
  const rest = await own.api.get(`${path}?limit=2&cursor=${encodeURIComponent(page.body.pageInfo.nextCursor)}`);
  assert.deepEqual(
    [...page.body.data, ...rest.body.data].map((d: any) => d.id),
    made,
  );
  assert.equal(rest.body.pageInfo.hasNextPage, false);
  assert.deepEqual(
    (await own.api.get(`${path}?status=pending_verification`)).body.data.map((d: any) => d.id),
    made,
  );
});

test("only public host names are accepted", () => {
  for (const [text, expected] of [
    ["Inbox.Agency.Example", "inbox.agency.example"],
    ["münchen.example", "xn--mnchen-3ya.example"],
    ["a.b.c.example.", "a.b.c.example"],
  ] as const)
    assert.equal(readHostname(text, "parley.example"), expected);
  for (const text of [
    "localhost",
    "127.0.0.1",
    "1.2.3",
    "-a.example",
    "a-.example",
    "a..example",
    "a_b.example",
    "parley.example",
    `${"a".repeat(64)}.example`,
  ])
    assert.throws(() => readHostname(text, "parley.example"), { code: "validation_error" }, text);
});

test("a claim without proof fails after a week, and is still verified once the record exists", async () => {
  const domain = await claim();
  app.clock.advance(7 * day);
  assert.equal((await domain.verify()).body.status, "failed");
  domain.prove();
  assert.equal((await domain.verify()).body.status, "verified");
});

test("no suggested record points to a machine of the installation", () => {
  const cases: [string, string | null][] = [
    ["parley.example", "CNAME"],
    ["203.0.114.10", "A"],
    ["[2001:4860::8888]", "AAAA"],
    ["localhost", null],
    ["inbox.localhost", null],
    ["parley", null],
    ["parley.local", null],
    ["127.0.0.1", null],
    ["0.0.0.0", null],
    ["10.1.2.3", null],
    ["192.168.1.10", null],
    ["169.254.1.1", null],
    ["[::1]", null],
    ["[fd00::1]", null],
  ];
  for (const [target, type] of cases) assert.equal(routingOf("inbox.agency.example", target)?.type ?? null, type, target);
});

test("a reverse proxy is told about active domains only", async () => {
  const domain = await claim();
  const ask = (name: string) => app.api("").get(`/api/v1/public/domains/ask?domain=${name}`);
  const refused = await ask(domain.hostname);
  domain.prove();
  await domain.verify();
  const proved = await ask(domain.hostname);
  dns.cname.set(domain.hostname, "parley.example");
  const shown = await domain.verify();
  assert.match(shown.body.certificate.error, /no address/);
  assert.deepEqual([shown.body.certificate.validUntil, shown.body.certificate.checkedAt], [null, app.clock.now().toISOString()]);
  const allowed = await ask(`${domain.hostname.toUpperCase()}.`);
  assert.deepEqual([allowed.status, allowed.body], [200, { allowed: true }], allowed.text);
  await agency.api.delete(`${path}/${domain.id}`);
  const gone = await ask(domain.hostname);
  const unknown = await ask("unknown.example");
  for (const response of [refused, proved, gone]) assert.deepEqual([response.status, response.body.error.code], [404, "not_found"]);
  assert.equal(gone.body.error.message, unknown.body.error.message);
  assert.equal((await app.api("").get("/api/v1/public/domains/ask")).status, 400);
});
