import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { withClient } from "@parley/database";
import { eventually } from "../../../../test/eventually.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
import { readConfig } from "../../../config.ts";

const env = { EVENT_STREAMS_PER_KEY: "3", EVENT_STREAMS_PER_TENANT: "5" };
let app: TestApp;
/** Another process on the same database. */
let other: TestApp;

before(async () => {
  app = await startTestApp({ env });
  other = await startTestApp({ env, sharing: app });
});
after(async () => {
  await other?.stop();
  await app?.stop();
});

interface Opened {
  status: number;
  message: string;
  retryAfter: string | null;
  close(): void;
}

async function open(at: TestApp, headers: Record<string, string>): Promise<Opened> {
  const abort = new AbortController();
  const response = await fetch(`${at.url}/api/v1/events/stream`, { headers, signal: abort.signal });
  const message = response.status === 200 ? "" : ((await response.json()) as { error: { code: string; message: string } }).error;
  return {
    status: response.status,
    message: JSON.stringify(message),
    retryAfter: response.headers.get("retry-after"),
    close: () => abort.abort(),
  };
}
const byKey = (key: string) => ({ authorization: `Bearer ${key}` });
const refusals = (opened: Opened[]) => opened.filter(({ status }) => status !== 200);
const closeAll = (opened: Opened[]) => {
  for (const one of opened) one.close();
};
const placesOf = async (tenant: TestTenant): Promise<number> =>
  (await withClient(app.database.admin, (admin) => admin.query("select 1 from event_stream_places where tenant_id = $1", [tenant.id])))
    .rowCount ?? 0;

it("a key has a limit of event streams, exact over all processes and however many open concurrently; one that ends frees a place", async () => {
  const tenant = await app.tenant();
  const opened = await Promise.all(Array.from({ length: 12 }, (_, n) => open(n % 2 === 0 ? app : other, byKey(tenant.key))));
  assert.equal(refusals(opened).length, 9);
  for (const { status, message, retryAfter } of refusals(opened)) {
    assert.equal(status, 429);
    assert.match(message, /"rate_limited".*This API key has 3 event streams open/);
    assert.ok(Number(retryAfter) >= 1);
  }
  assert.equal(await placesOf(tenant), 3);
  opened.find(({ status }) => status === 200)?.close();
  const again = await eventually("there is room again", async () => {
    const one = await open(other, byKey(tenant.key));
    return one.status === 200 ? one : undefined;
  });
  closeAll([...opened, again]);
  await eventually("all places were given back", async () => (await placesOf(tenant)) === 0);
});

it("an organization has a limit over all its keys and people, separate from other organizations", async () => {
  const [tenant, neighbour] = [await app.tenant(), await app.tenant()];
  const second = await app.key(tenant.id);
  const person = await app.person(tenant.id);
  const opened = [
    ...(await Promise.all([app, other, app].map((at) => open(at, byKey(tenant.key))))),
    ...(await Promise.all([app, other].map((at) => open(at, byKey(second))))),
  ];
  assert.deepEqual(refusals(opened), []);
  for (const headers of [byKey(second), { cookie: person.cookie }]) {
    const refused = await open(other, headers);
    assert.equal(refused.status, 429);
    assert.match(refused.message, /This organization has 5 event streams open/);
  }
  const theirs = await open(other, byKey(neighbour.key));
  assert.equal(theirs.status, 200);
  closeAll([...opened, theirs]);
});

it("a person has a limit over all their sessions", async () => {
  const tenant = await app.tenant();
  const person = await app.person(tenant.id);
  const opened = [];
  for (let n = 0; n < 4; n++) opened.push(await open(n % 2 === 0 ? app : other, { cookie: person.cookie }));
  assert.deepEqual(
    opened.map(({ status }) => status),
    [200, 200, 200, 429],
  );
  assert.match(opened[3]?.message ?? "", /This person has 3 event streams open/);
  closeAll(opened);
});

it("a dead process's streams do not count, and a stopping process releases its places", async () => {
  const tenant = await app.tenant();
  const { body } = await tenant.api.get("/api/v1/me");
  await withClient(app.database.admin, (admin) =>
    admin.query(
      `insert into event_stream_places (tenant_id, id, credential_id, process_id, opened_at)
       select $1, gen_random_uuid(), replace($2, 'key_', '')::uuid, gen_random_uuid(), now() from generate_series(1, 5)`,
      [tenant.id, body.key.id],
    ),
  );
  const third = await startTestApp({ env, sharing: app });
  const opened = await Promise.all([third, third, third].map((at) => open(at, byKey(tenant.key))));
  assert.deepEqual(refusals(opened), []);
  assert.equal(await placesOf(tenant), 3);
  await third.stop();
  assert.equal(await placesOf(tenant), 0);
});

it("the default limits are 20 and 200", () => {
  const { eventStreamsPerKey, eventStreamsPerTenant } = readConfig({});
  assert.deepEqual([eventStreamsPerKey, eventStreamsPerTenant], [20, 200]);
});

it("a HEAD opens no stream and takes no place", async () => {
  const tenant = await app.tenant();
  for (let n = 0; n < 6; n++) {
    const response = await fetch(`${app.url}/api/v1/events/stream`, { method: "HEAD", headers: byKey(tenant.key) });
    assert.equal(response.status, 200);
    await eventually("its place was given back", async () => (await placesOf(tenant)) === 0);
  }
  const opened = await open(app, byKey(tenant.key));
  assert.equal(opened.status, 200, opened.message);
  opened.close();
});
