/** An access token ends with the key or the person that created it: docs/subsystems/agency/agencies.md, One request for a client. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { refusedWithinASecond } from "../../../../../test/eventually.ts";
import { type Api, startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { ok } from "../../../../../test/responses.ts";
import { follow, t as app } from "../../../../../test/stages/event-stage.ts";
import { type AgencyStage, setAgencyStage } from "../../../../../test/stages/agency-stage.ts";

let other: TestApp;
let stage: AgencyStage;

before(async () => {
  other = await startTestApp({ sharing: app });
  stage = await setAgencyStage(app, await app.tenant());
  await stage.grant();
});
after(async () => {
  await other?.stop();
});

const scopes = ["contacts:read", "webhooks:read"];
const mint = async (by: Api): Promise<{ token: string; expiresAt: string }> => ok(by.post(`${stage.path}/access-tokens`, { scopes }));
const read = async (token: string, through = app) => (await through.api(token).get("/api/v1/contacts")).status;
/** A key of the agency, created with the agency's first key, as an owner's key creates one for a program. */
const agencyKey = (more: object = {}): Promise<{ id: string; key: string }> =>
  ok(stage.agency.api.post("/api/v1/api-keys", { name: "Program", scopes: ["agency:read", "agency:act"], ...more }));

const losses: [string, (agentPath: string) => Promise<unknown>, (agentPath: string) => Promise<unknown>][] = [
  ["is removed", (path) => ok(stage.agency.api.delete(path)), async () => {}],
  [
    "is suspended, for good even if they return",
    (path) => ok(stage.agency.api.patch(path, { status: "suspended" })),
    (path) => ok(stage.agency.api.patch(path, { status: "active" })),
  ],
  ["may no longer act for clients", (path) => ok(stage.agency.api.patch(path, { role: "agent" })), async () => {}],
];

describe("an access token ends", () => {
  test("with the key that created it, in every process within a second; other keys' tokens stay", async () => {
    const [ending, staying] = [await agencyKey(), await agencyKey()];
    const { token } = await mint(app.api(ending.key));
    const unaffected = [(await mint(app.api(staying.key))).token, (await mint(stage.agency.api)).token];
    const stream = await follow(app.url, token);
    await stream.ready();
    for (const through of [app, other]) assert.equal(await read(token, through), 200);
    await ok(stage.agency.api.delete(`/api/v1/api-keys/${ending.id}`));
    await Promise.all([refusedWithinASecond(() => read(token)), refusedWithinASecond(() => read(token, other))]);
    await stream.until(() => stream.ended);
    for (const unrelated of unaffected) assert.equal(await read(unrelated), 200);
  });

  test("no later than the key that created it expires", async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 600_000).toISOString();
    const { key } = await agencyKey({ expiresAt });
    assert.equal((await mint(app.api(key))).expiresAt, expiresAt);
  });

  for (const [loss, lose, comeBack] of losses) {
    test(`when the person who created it ${loss}`, async () => {
      const person = await app.person(stage.agency.id, { role: "admin" });
      const { token } = await mint(person.api);
      const stream = await follow(app.url, token);
      await stream.ready();
      for (const through of [app, other]) assert.equal(await read(token, through), 200);
      const path = `/api/v1/agents/${person.agentId}`;
      await lose(path);
      await Promise.all([refusedWithinASecond(() => read(token)), refusedWithinASecond(() => read(token, other))]);
      await stream.until(() => stream.ended);
      await comeBack(path);
      await refusedWithinASecond(() => read(token));
    });
  }
});

test("a program keeps its token when the person who created it signs out", async () => {
  const person = await app.person(stage.agency.id, { role: "owner" });
  const { token } = await mint(person.api);
  await ok(person.api.post("/api/v1/auth/sign-out"));
  assert.equal(await read(token, other), 200);
});

test("a token whose creator is gone no longer counts towards the limit of 50", async () => {
  const own = await setAgencyStage(app, await app.tenant());
  await own.grant();
  const keyOf = async () => {
    const made: { id: string; key: string } = await ok(
      own.agency.api.post("/api/v1/api-keys", { name: "Program", scopes: ["agency:read", "agency:act"] }),
    );
    return { id: made.id, api: app.api(made.key) };
  };
  const [leaked, staying] = [await keyOf(), await keyOf()];
  const person = await app.person(own.agency.id, { role: "admin" });
  const ask = (by: Api, ttlSeconds: number) => by.post(`${own.path}/access-tokens`, { scopes, ttlSeconds });
  const fill = async (by: Api, count: number, ttlSeconds: number) => {
    for (let n = 0; n < count; n++) await ok(ask(by, ttlSeconds));
  };
  const assertFull = async (retryAfterSeconds: number) => {
    const refused = await ask(staying.api, 600);
    assert.deepEqual(
      [refused.status, refused.body.error?.code, Number(refused.headers.get("retry-after"))],
      [429, "rate_limited", retryAfterSeconds],
      refused.text,
    );
  };
  await fill(leaked.api, 20, 600);
  await fill(person.api, 30, 1_200);
  await assertFull(600);
  await ok(own.agency.api.delete(`/api/v1/api-keys/${leaked.id}`));
  await fill(staying.api, 20, 1_800);
  await assertFull(1_200);
  await ok(own.agency.api.delete(`/api/v1/agents/${person.agentId}`));
  await fill(staying.api, 30, 2_400);
  await assertFull(1_800);
});
