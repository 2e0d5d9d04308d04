/**
 * What an agency creates under a grant ends with it. Each operation that creates or changes something and that a grant can allow is called
 * once with a delegated key; then every new row either names the grant, or is in a table listed here with the reason why it may stay. New
 * operations, and new tables behind them, are covered as soon as they exist.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { grantableScopes } from "../../src/modules/agency/agencies/agencies.schema.ts";
import { allScopes } from "../../src/platform/auth/scopes.ts";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { startTestApp, type TestTenant, unknownId } from "../harness.ts";
import { closeConnections, send } from "../raw-http.ts";
import { fill, type Operation, operationsOf } from "./route-operations.ts";
import { validBody, validParams, validQuery } from "./route-requests.ts";

const t = await startTestApp({ env: { RATE_LIMIT_PER_MINUTE: "10000000" } });
after(async () => {
  closeConnections();
  await t.stop();
});

const hasNoEffect = "does nothing by itself: people, or what rests on the organization's own consent, use it";
const record = "tells what was done";
const counted = "counts, or keeps an answer or a place for those who ask again";
const accepted = "was done at the moment of the call: a message that was accepted leaves";
const content = "is content of the organization, which its own people see, change and delete";
const redirectsToPlatform =
  "leads to a platform whose address is the installation's: nothing of it goes to the agency, and without it the organization's own inbox would stop";
/** Tables whose rows may stay when the grant ends, and why. */
const mayOutliveGrant: Record<string, string> = {
  audit_entries: record,
  request_logs: record,
  event_log: record,
  contact_activities: record,
  conversation_activities: record,
  ticket_activity: record,
  deal_stage_history: record,
  contact_tag_changes: record,
  contact_moves: record,
  contact_merges: "a merge was done; it can be undone",
  contact_merge_dismissals: hasNoEffect,
  notifications: record,
  idempotency_keys: counted,
  tenant_counters: counted,
  flow_books: counted,
  usage_contacts: counted,
  usage_months: counted,
  usage_periods: counted,
  reservations: counted,
  ledger_entries: counted,
  metric_rollups: counted,
  rate_limits: counted,
  tenant_keys: "the organization's own key, with which secrets are sealed",
  messages: accepted,
  message_search: accepted,
  outbound_dispatches: accepted,
  channel_activity: accepted,
  channel_pacing: counted,
  media_fetches: accepted,
  inbound_events: "what a platform told us",
  media: content,
  media_contents: content,
  contacts: content,
  contact_identities: content,
  contact_fields: content,
  segments: content,
  conversations: content,
  conversation_sla: content,
  labels: content,
  views: content,
  canned_replies: content,
  macros: "runs when somebody of the organization runs it",
  pipelines: content,
  pipeline_stages: content,
  deals: content,
  orders: content,
  tickets: content,
  ticket_sla: content,
  ticket_categories: content,
  ticket_fields: content,
  divisions: content,
  knowledge_categories: content,
  knowledge_faqs: content,
  knowledge_documents: content,
  knowledge_chunks: content,
  knowledge_postings: content,
  knowledge_vocabulary: content,
  knowledge_questions: content,
  knowledge_jobs: "reads a source now; its next times are the source's, which names the grant",
  contact_import_chunks: "of an import, which names the grant",
  contact_import_rows: "of an import, which names the grant",
  faq_import_rows: "of an import, which names the grant",
  flow_runs:
    "of a version, which names the grant if the agency made it; by hand the agency begins runs of what the organization made itself",
  flow_schedules: "of a flow, which names the grant",
  flow_secrets: "goes nowhere but in requests of flows, to hosts that it names",
  chatbot_channels: "of a chatbot, which names the grant",
  chatbot_sessions: accepted,
  chatbot_turns: accepted,
  chatbot_turn_days: counted,
  chatbot_evaluations: "asks the chatbot when somebody runs it; its answers are seen by nobody else",
  chatbot_evaluation_runs: "ends by itself within minutes; its answers are seen by nobody else",
  ai_requests: record,
  telephony_accounts:
    "calls are sent there by the organization's telephony provider alone; only a voice agent, which names the grant, takes or makes them",
  voice_calls: "is made or was, at the moment of the request: it is over within the limits of its voice agent, which names the grant",
  channel_calling: "calls are answered by a voice agent, which names the grant",
  voice_channel_calls: "goes with its call",
  phone_numbers: "calls are answered by a voice agent, which names the grant",
  broadcast_recipients: "of a broadcast, which names the grant",
  broadcast_counts: "of a broadcast, which names the grant",
  channels: redirectsToPlatform,
  channel_routes: redirectsToPlatform,
  shared_routes: redirectsToPlatform,
  templates: "lies with the platform, and is used by nobody but the organization",
  payment_requests: "an invoice whose payment tops up the organization's balance; it expires",
  privacy_requests: "a person's data, which the organization owes them; the file is read with a credential of the organization alone",
  privacy_traces: record,
  profile_fetches: "asks the platform for a name, once",
  pricing: "of the installation",
};

/** Operations that are refused whatever the grant allows, and why. */
const refused: Record<string, string> = {
  createOrganization: "the platform's, and an agency's own; a grant is about the client itself",
};

const writes = operationsOf(t.app.openapi).filter(
  ({ writes: is, platformOnly, agencyOnly, scope, alsoScopes }) =>
    is &&
    !platformOnly &&
    !agencyOnly &&
    [scope, ...alsoScopes].every((needed) => needed === null || grantableScopes.includes(needed as never)),
);

let fixture: Fixture;
let agency: TestTenant;
let grantId: string;
let token: string;
let tables: { name: string; key: string[]; carries: boolean }[];

before(async () => {
  fixture = await makeFixture(t);
  agency = await t.tenant({ kind: "agency" });
  grantId = t.app.ids.uuid();
  await withClient(t.database.admin, async (admin) => {
    await admin.query(
      "insert into agency_clients (tenant_id, client_id, status, created_at, updated_at) values ($1, $2, 'active', now(), now())",
      [agency.id, fixture.tenant.id],
    );
    await admin.query(
      `insert into agency_grants (tenant_id, id, agency_id, agency_name, scopes, status, requested_by, accepted_by, accepted_at, created_at, updated_at)
       values ($1, $2, $3, 'Agency', $4, 'accepted', 'x', 'x', now(), now(), now())`,
      [fixture.tenant.id, grantId, agency.id, grantableScopes],
    );
    const { rows } = await admin.query<{ name: string; key: string[]; carries: boolean }>(
      `select c.relname as name, array_agg(a.attname::text order by k.n) as key,
              exists (select from pg_attribute g join pg_attrdef d on d.adrelid = g.attrelid and d.adnum = g.attnum
                       where g.attrelid = c.oid and g.attname = 'grant_id' and pg_get_expr(d.adbin, d.adrelid) like '%app.acting_grant%') as carries
         from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
         join pg_index i on i.indrelid = c.oid and i.indisprimary
         cross join lateral unnest(i.indkey::int2[]) with ordinality k (attnum, n)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where c.relkind in ('r', 'p') and not c.relispartition
          and exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'tenant_id' and not x.attisdropped)
        group by c.oid, c.relname order by c.relname`,
    );
    tables = rows;
  });
  const minted = await agency.api.post(`/api/v1/agencies/current/clients/${wireOf(fixture.tenant.id)}/access-tokens`, {
    scopes: grantableScopes,
  });
  assert.equal(minted.status, 200, minted.text);
  token = minted.body.token;
});

const wireOf = (uuid: string) => `org_${uuid.replaceAll("-", "")}`;

/** Every row of the tenant: table and key, with the grant for tables that have one. */
async function rowsNow(): Promise<Map<string, string | null>> {
  const text = tables
    .map(
      ({ name, key, carries }) =>
        `select '${name} ' || row_to_json((select x from (select ${key.map((column) => `t.${column}`).join(", ")}) x))::text as row,
                ${carries ? "t.grant_id::text" : "null"} as grant_id from ${name} t where t.tenant_id = '${fixture.tenant.id}'`,
    )
    .join(" union all ");
  const { rows } = await withClient(t.database.admin, (admin) => admin.query<{ row: string; grant_id: string | null }>(text));
  return new Map(rows.map((row) => [row.row, row.grant_id]));
}

async function ask(operation: Operation): Promise<{ made: [string, string | null][]; status: number; text: string }> {
  const query = new URLSearchParams(validQuery(operation, fixture)).toString();
  const body = validBody(operation, fixture);
  const params = await validParams(operation, fixture, true);
  if (operation.id === "resumeChatbot") await fixture.api.post(`/api/v1/conversations/${params["id"]}/chatbot/hand-over`);
  const before = await rowsNow();
  const response = await send(t.url, {
    method: operation.method,
    path: `/api/v1${fill(operation.path, params)}${query === "" ? "" : `?${query}`}`,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": randomBytes(8).toString("hex"),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // New, or depending on another grant than before.
  const made = [...(await rowsNow())].filter(([row, grant]) => !before.has(row) || (grant !== null && before.get(row) !== grant));
  return { made, status: response.status, text: response.text };
}

const seen = new Set<string>();

describe("what a delegated key creates", () => {
  for (const operation of writes) {
    it(`${operation.id} names the grant, or is something that may stay`, async () => {
      const { made, status, text } = await ask(operation);
      assert.equal(status, operation.id in refused ? 403 : 200, text);
      for (const [row, grant] of made) {
        const table = row.split(" ", 1)[0] as string;
        seen.add(table);
        if (tables.find(({ name }) => name === table)?.carries === true)
          assert.equal(grant, grantId, `${row} does not name the grant: how does ${operation.id} insert it?`);
        else
          assert.ok(
            table in mayOutliveGrant,
            `${operation.id} makes a row in ${table}: let it name the grant and end with it (platform/auth/acting-grant.ts), or say in test/routes/grant-matrix.full.test.ts why it may stay`,
          );
      }
    });
  }

  it("has reasons only for tables and operations that exist", () => {
    for (const name of Object.keys(mayOutliveGrant))
      assert.ok(
        tables.some((table) => table.name === name),
        `${name} is no table of tenants`,
      );
    for (const id of Object.keys(refused))
      assert.ok(
        writes.some((operation) => operation.id === id),
        id,
      );
  });

  it("is known for every table that names a grant: each is stopped by a module", () => {
    const carrying = tables.filter(({ carries }) => carries).map(({ name }) => name);
    assert.deepEqual(
      carrying.filter((name) => name in mayOutliveGrant),
      [],
    );
    assert.deepEqual(
      carrying.filter((name) => !seen.has(name)),
      [],
      "no operation makes these under a grant: then they need no column",
    );
    assert.deepEqual([...new Set(t.app.endings.flatMap(({ tables: of }) => of))].sort(), carrying.sort());
  });

  it("includes nothing that no grant allows: keys, members, webhook endpoints, keys of AI providers, grants", async () => {
    const notGrantable = allScopes.filter((scope) => !grantableScopes.includes(scope));
    const beyond = operationsOf(t.app.openapi).filter(({ writes: is, scope }) => is && notGrantable.includes(scope as never));
    for (const id of ["createApiKey", "createWebhook", "createInvitation", "createAgent", "createAiKey", "acceptAgencyGrant"])
      assert.ok(
        beyond.some((operation) => operation.id === id),
        `${id} is not among ${beyond.map((operation) => operation.id).join(", ")}`,
      );
    for (const operation of beyond) {
      const path = fill(operation.path, Object.fromEntries(operation.pathNames.map((name) => [name, unknownId("org")])));
      const response = await send(t.url, {
        method: operation.method,
        path: `/api/v1${path}`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: "{}",
      });
      assert.equal(response.status, 403, `${operation.id}: ${response.text}`);
    }
    const asked = await agency.api.post(`/api/v1/agencies/current/clients/${wireOf(fixture.tenant.id)}/grants`, { scopes: notGrantable });
    assert.equal(asked.status, 400, asked.text);
  });
});
