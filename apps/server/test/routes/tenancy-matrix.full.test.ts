/**
 * Every route, every place an id can occur, every kind of wrong credential or id, under both prefixes. Derived from openapi.json: a route
 * is covered as soon as it is registered (route-names.ts and route-requests.ts say what to add if a new place is unknown).
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { allScopes } from "../../src/platform/auth/scopes.ts";
import type { Kind } from "../fixtures/fixture-kinds.ts";
import { platformOf } from "../fixtures/fixture-stage.ts";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { startTestApp } from "../harness.ts";
import { closeConnections, type RawResponse, readStream, send } from "../raw-http.ts";
import { fill, type Operation, operationsOf, prefixes } from "./route-operations.ts";
import { parentKinds, type Place, placesOf } from "./route-places.ts";
import { idOf, put, validBody, validParams, validQuery } from "./route-requests.ts";

const t = await startTestApp({ env: { RATE_LIMIT_PER_MINUTE: "10000000" } });
const operations = operationsOf(t.app.openapi);
const a = await makeFixture(t);
const b = await makeFixture(t);
after(async () => {
  closeConnections();
  await t.stop();
});

const withoutScope = new Map<string, string>();
let revoked = "";

/** Each list of B has a second page, so that there is a cursor to steal. */
before(async () => {
  for (const kind of [
    "channel",
    "contact",
    "conversation",
    "message",
    "apiKey",
    "webhook",
    "member",
    "invitation",
    "pipeline",
    "deal",
    "order",
    "ticket",
    "ticketCategory",
  ] as const)
    for (const f of [a, b]) await f.fresh(kind);
  for (const kind of ["knowledgeSource", "faq", "knowledgeCategory", "knowledgeQuestion"] as const)
    for (const f of [a, b]) await f.fresh(kind);
  for (const f of [a, b]) await f.api.post(`/api/v1/webhooks/${f.resources.webhook}/test`);
  for (const scope of new Set(operations.map((operation) => operation.scope))) {
    if (scope !== null) withoutScope.set(scope, await t.key(a.tenant.id, { scopes: allScopes.filter((s) => s !== scope) }));
  }
  revoked = await t.key(a.tenant.id);
  const me = await t.api(revoked).get("/api/v1/me");
  assert.equal((await a.api.delete(`/api/v1/api-keys/${me.body.key.id}`)).status, 200);
  await t.settle();
});

/** Excludes what the tenant's own requests in the test leave behind. */
const exceptOwnRequests: Record<string, string> = {
  request_logs: " and x.key_id not in (select k.id from api_keys k where k.tenant_id = $1)",
};

/** A tenant's rows in every table that has tenants, as counts and checksums; without the time a key was last used. */
async function rowsOf(tenantId: string): Promise<Record<string, string>> {
  return await withClient(t.database.admin, async (admin) => {
    const { rows: tables } = await admin.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' and c.relkind in ('r', 'p')
       where exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'tenant_id' and not x.attisdropped) order by 1`);
    const sums: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await admin.query<{ sum: string }>(
        `
        select count(*) || ' ' || coalesce(md5(string_agg(md5((to_jsonb(x) - 'last_used_at')::text), '' order by md5((to_jsonb(x) - 'last_used_at')::text))), '') as sum
          from ${name} x where x.tenant_id = $1${exceptOwnRequests[name] ?? ""}`,
        [tenantId],
      );
      sums[name] = rows[0]?.sum ?? "";
    }
    return sums;
  });
}

interface Call {
  operation: Operation;
  prefix: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** As tenant A unless the headers say otherwise. */
async function call({ operation, prefix, params = {}, query = {}, body, headers = {} }: Call): Promise<RawResponse> {
  const search = new URLSearchParams({ ...validQuery(operation, a), ...query }).toString();
  const request = {
    method: operation.method,
    path: `${prefix}${fill(operation.path, params)}${search === "" ? "" : `?${search}`}`,
    headers: {
      ...(headers["authorization"] === undefined ? { authorization: `Bearer ${a.tenant.key}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  if (request.headers["authorization"] === "none") delete (request.headers as Record<string, string>)["authorization"];
  return operation.isStream ? await readStream(t.url, request, /: ready|"error"/) : await send(t.url, request);
}

/** Everything a caller can see, except what differs between any two responses. */
function visible(response: RawResponse): string {
  const headers = Object.entries(response.headers)
    .filter(([name]) => !["date", "ratelimit-remaining", "ratelimit-reset", "ratelimit-limit"].includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort();
  return [response.status, ...headers, "", response.text.replaceAll(/SVC-[0-9a-f]+/g, "SVC").replace(/^retry: \d+/m, "retry")].join("\n");
}

function randomId(like: string): string {
  return `${like.split("_")[0]}_0199${randomBytes(2).toString("hex")}${randomBytes(2).toString("hex")}7${randomBytes(2).toString("hex").slice(1)}8${randomBytes(8).toString("hex").slice(1)}`.slice(
    0,
    like.length,
  );
}

/** Not a valid id of this kind. The plain ones can occur anywhere, the others only in a path. */
function malformedIds(like: string): { plain: string[]; path: string[] } {
  const [prefix, hex] = like.split("_") as [string, string];
  return {
    plain: [
      "x",
      "0",
      `${prefix}_`,
      `${prefix}_${hex.slice(1)}`,
      `${prefix}_${hex}0`,
      `${prefix}_${hex.toUpperCase()}`,
      hex,
      `zzz_${hex}`,
      `${prefix}-${hex}`,
      `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
      "null",
      "-1",
    ],
    path: [
      "%00",
      `${like}%00`,
      `${like}%20`,
      "%27%20or%201=1--",
      "%2e%2e%2f",
      "*",
      "%C3%A9",
      `${like};x=1`,
      "a".repeat(128),
      "a".repeat(200),
    ],
  };
}

const foreignId = (kind: Kind): string => idOf(b.resources[kind]);

/** A place filled in three ways: another tenant's id, a nonexistent one, and nonsense. All of them must look the same. */
async function compare(
  what: string,
  valuesOf: { foreign: string[]; random: string; malformed: string[] },
  ask: (value: string) => Promise<RawResponse>,
): Promise<RawResponse> {
  const expected = await ask(valuesOf.random);
  for (const value of [...valuesOf.foreign, ...valuesOf.malformed]) {
    assert.equal(visible(await ask(value)), visible(expected), `${what} = ${value} looks different from an id that does not exist`);
  }
  return expected;
}

/** Lists in which a tenant sees a single item of its own: the cursor is stolen from a caller who sees all. */
const singleItemLists = new Set(["listApps", "listBillingOrganizations", "listOrganizations", "listSubscriptions"]);

const byPlace = (place: Place) => (place.in === "body" ? `body ${place.path.join(".")}` : `${place.in} ${place.name}`);

describe("another tenant's idempotency key", () => {
  for (const operation of operations.filter((o) => o.writes && !o.platformOnly)) {
    it(`has no effect: ${operation.id}`, async () => {
      const key = `shared-${randomBytes(6).toString("hex")}`;
      for (const [i, fixture] of [b, a].entries()) {
        const response = await call({
          operation,
          prefix: "/api/v1",
          params: await validParams(operation, fixture, true),
          body: validBody(operation, fixture),
          headers: { authorization: `Bearer ${fixture.tenant.key}`, "idempotency-key": key },
        });
        assert.equal(response.status, 200, `${i === 0 ? "B" : "A"}: ${response.text}`);
        assert.equal(response.headers["idempotency-replayed"], undefined, "an answer of the other tenant came back");
      }
    });
  }
});

describe("tenants are isolated", () => {
  let before_: Record<string, string>;
  let foreignEvents: string[] = [];
  const eventsOf = async (f: Fixture) =>
    (await f.api.get("/api/v1/events?limit=100")).body.data.map((e: { id: string }) => e.id) as string[];
  before(async () => {
    await t.settle();
    before_ = await rowsOf(b.tenant.id);
    foreignEvents = await eventsOf(b);
    assert.ok(Object.keys(before_).length >= 20 && foreignEvents.length > 0);
  });

  /** Names a tenant, an app or an organization of B in every way an attacker might try. */
  const naming = () => ({ "x-org-slug": b.resources.organization, "x-app-id": b.resources.organization, app_id: b.resources.organization });
  const namingInBody = () => ({
    tenantId: b.resources.organization,
    tenant_id: b.tenant.id,
    organizationId: b.resources.organization,
    app_id: b.resources.organization,
    orgSlug: b.resources.organization,
  });

  for (const operation of operations) {
    it(`${operation.id} (${operation.method} ${operation.path})`, async () => {
      for (const prefix of prefixes) {
        const own = { operation, prefix, params: await validParams(operation, a), body: validBody(operation, a) };
        const foreign = await validParams(operation, b);

        // Authentication comes first: nothing about the ids shows.
        const unauthorized: [string, Record<string, string>][] = [
          ["no key", { authorization: "none" }],
          ["a malformed key", { authorization: "Bearer svc_live_x" }],
          ["another scheme", { authorization: `Basic ${a.tenant.key}` }],
          ["a revoked key", { authorization: `Bearer ${revoked}` }],
          ["two different keys", { "x-api-key": b.tenant.key }],
        ];
        for (const [what, headers] of unauthorized) {
          const responses = [
            await call({ ...own, headers }),
            await call({ ...own, params: foreign, headers }),
            await call({ ...own, headers: { ...headers, ...naming() } }),
          ];
          for (const response of responses) {
            assert.equal(response.status, 401, `${what}: ${response.text}`);
            assert.equal(JSON.parse(response.text).error.code, "unauthorized");
            assert.equal(visible(response), visible(responses[0] as RawResponse), what);
          }
        }
        if (operation.scope !== null) {
          const headers = { authorization: `Bearer ${withoutScope.get(operation.scope)}` };
          const responses = [await call({ ...own, headers }), await call({ ...own, params: foreign, headers })];
          for (const response of responses) {
            assert.equal(response.status, 403, response.text);
            assert.equal(JSON.parse(response.text).error.code, "insufficient_scope");
            assert.equal(visible(response), visible(responses[0] as RawResponse));
          }
        }

        // Nor does anything show to callers without permission, whatever the ids are.
        if (operation.platformOnly) {
          const ids = Object.entries(foreign).map(([name, id]) => ({ ...foreign, [name]: randomId(id) }));
          const responses = [await call(own), await call({ ...own, params: foreign }), await call({ ...own, headers: naming() })];
          for (const params of ids) responses.push(await call({ ...own, params }));
          if (operation.body !== undefined) responses.push(await call({ ...own, body: { nonsense: [] } }));
          for (const response of responses) {
            assert.equal(response.status, 403, response.text);
            assert.equal(JSON.parse(response.text).error.code, "forbidden");
            assert.equal(visible(response), visible(responses[0] as RawResponse));
          }
          continue;
        }

        for (const place of placesOf(operation)) {
          const what = `${prefix} ${byPlace(place)}`;
          if (place.in === "path") {
            const id = foreign[place.name] as string;
            const malformed = malformedIds(id);
            const refused = await compare(
              what,
              { foreign: [id], random: randomId(id), malformed: [...malformed.plain, ...malformed.path] },
              (value) => call({ ...own, params: { ...own.params, [place.name]: value } }),
            );
            assert.equal(refused.status, 404, refused.text);
            assert.equal(JSON.parse(refused.text).error.code, "not_found");
            // An invalid body as well changes nothing: for what does not exist the body is not checked.
            if (operation.body !== undefined) {
              assert.equal(
                visible(await call({ ...own, params: { ...own.params, [place.name]: id }, body: { nonsense: [] } })),
                visible(refused),
              );
            }
          } else if (place.in === "query" && place.kind !== "cursor") {
            const id = foreignId(place.kind);
            await compare(what, { foreign: [id], random: randomId(id), malformed: malformedIds(id).plain }, (value) =>
              call({ ...own, query: { [place.name]: value } }),
            );
          } else if (place.in === "query") {
            const stolen = await call({
              operation,
              prefix,
              params: foreign,
              query: { ...validQuery(operation, b), limit: "1" },
              headers: { authorization: `Bearer ${singleItemLists.has(operation.id) ? (await platformOf(t)).key : b.tenant.key}` },
            });
            const cursor = JSON.parse(stolen.text).pageInfo?.nextCursor;
            assert.ok(
              typeof cursor === "string",
              `${operation.id}: B's list has no second page; make two of it: ${stolen.text.slice(0, 200)}`,
            );
            const refused = await compare(
              what,
              {
                foreign: [cursor],
                random: `${cursor.slice(0, -2)}${cursor.endsWith("AA") ? "BB" : "AA"}`,
                malformed: ["x", "AQ", "%%%", `${cursor}=`, cursor.slice(1), "a".repeat(900)],
              },
              (value) => call({ ...own, query: { limit: "1", [place.name]: value } }),
            );
            assert.equal(refused.status, 400);
            assert.equal(JSON.parse(refused.text).error.code, "invalid_cursor");
          } else if (place.in === "body") {
            const id = foreignId(place.kind);
            const refused = await compare(what, { foreign: [id], random: randomId(id), malformed: malformedIds(id).plain }, (value) =>
              call({ ...own, body: put(own.body as Record<string, unknown>, place.path, value) }),
            );
            assert.ok(refused.status >= 400 && refused.status < 500, `${what}: an id that does not exist was taken: ${refused.text}`);
          }
        }

        // Neither is a resource of one's own found under another parent of one's own.
        const nested = placesOf(operation).find((place) => place.in === "path" && place.name !== "id") as
          | (Place & { in: "path" })
          | undefined;
        if (nested !== undefined) {
          const other = await a.fresh(parentKinds[nested.kind as keyof typeof parentKinds]);
          for (const params of [
            { ...own.params, id: other },
            { ...foreign, [nested.name]: own.params[nested.name] as string },
            { ...own.params, [nested.name]: foreign[nested.name] as string },
          ]) {
            const response = await call({ ...own, params });
            assert.equal(response.status, 404, response.text);
          }
        }

        // Naming B in headers, in the query and in the body does not change what A gets.
        if (operation.writes) {
          const response = await call({
            ...own,
            params: await validParams(operation, a, true),
            headers: naming(),
            query: { app_id: b.resources.organization },
            ...(own.body === undefined ? {} : { body: { ...validBody(operation, a), ...namingInBody() } }),
          });
          assert.equal(response.status, 200, response.text);
          assert.ok(!response.text.includes(b.resources.organization) && !response.text.includes(b.tenant.id), response.text);
        } else {
          // A page with a cursor: it must not be bound to ignored parameters.
          const query: Record<string, string> = operation.query.some(({ name }) => name === "limit") ? { limit: "1" } : {};
          // Each request is another row, and the newest comes first.
          if (operation.id === "listRequestLogs") query["until"] = t.clock.now().toISOString();
          // The token of a login link differs each time.
          const shown = (response: Parameters<typeof visible>[0]) => visible(response).replaceAll(/[\w-]{43}[0-9a-f]{8}/g, "token");
          const plain = shown(await call({ ...own, query }));
          assert.equal(shown(await call({ ...own, query, headers: naming() })), plain);
          const named = shown(await call({ ...own, query: { ...query, app_id: b.resources.organization } }));
          // The only difference: the header that names the unknown parameter.
          assert.equal(named.replace("ignored-fields: ?app_id\n", ""), plain);
        }
      }
    });
  }

  it("and nothing of B has changed, nor did B get any events", async () => {
    await t.settle();
    assert.deepEqual(await rowsOf(b.tenant.id), before_);
    assert.deepEqual(await eventsOf(b), foreignEvents);
    // Proves that the checksums would have shown a change.
    await b.api.patch(`/api/v1/contacts/${b.resources.contact}`, { name: "Somebody else" });
    const later = await rowsOf(b.tenant.id);
    assert.deepEqual(
      Object.keys(later)
        .filter((name) => later[name] !== before_[name])
        .sort(),
      ["audit_entries", "contact_activities", "contacts", "event_log"].filter((name) => later[name] !== before_[name]),
    );
    assert.notEqual(later["contacts"], before_["contacts"]);
  });
});
