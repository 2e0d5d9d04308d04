/** Two tenants with rows in every tenant table, for the checks that go table by table. */
import { withClient } from "@parley/database";
import { type Fixture, makeFixture } from "./fixtures.ts";
import type { TestApp } from "./harness.ts";
import { uploadPicture } from "./media-samples.ts";

export async function makeTwoTenants(t: TestApp): Promise<{ a: Fixture; b: Fixture }> {
  const fixtures = { a: await makeFixture(t), b: await makeFixture(t) };
  for (const fixture of [fixtures.a, fixtures.b]) {
    // Not drained afterwards: its dispatch stays.
    await fixture.fresh("message");
    await fixture.fresh("replay");
    // Not drained afterwards: its job stays.
    await fixture.fresh("knowledgeSource");
    await fixture.fresh("knowledgeQuestion");
    await fixture.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ offlineAfterMinutes: 20 }) });
    await fixture.api.get(`/api/v1/agents-management/login-link?agentId=${fixture.resources.member}`);
    // Not long enough ago for its messages to have come to rest.
    const contacts = [await fixture.fresh("contact"), await fixture.fresh("contact"), await fixture.fresh("contact")] as const;
    await fixture.api.post(`/api/v1/contacts/${contacts[0]}/merge-suggestions/dismiss`, { contactId: contacts[1] });
    await fixture.api.post(`/api/v1/contacts/${contacts[0]}/merge`, { contactId: contacts[2] });
    await fixture.api.patch(`/api/v1/contacts/${contacts[0]}`, { stageId: fixture.resources.stage.id });
    // Not drained: its rows wait.
    await fixture.fresh("runningImport");
    await fixture.fresh("runningFaqImport");
    // A piece of a file, of which there is nothing in the storage.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into organization_export_pieces (tenant_id, id, export_id, start_bytes, size_bytes)
         select tenant_id, tenant_id, id, 0, 1 from organization_exports where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    // What is left of a change of tags that many contacts have.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into contact_tag_changes (tenant_id, id, from_tags, to_tag, actor_kind, actor_id, run_at, created_at)
         values ($1, $1, '{old}', 'new', 'system', 'test', now() + interval '1 day', now())`,
        [fixture.tenant.id],
      ),
    );
    // Not drained: it is still known by what the person is recognised. And a file, of which there is one besides.
    await fixture.api.post(`/api/v1/contacts/${await fixture.fresh("doomedContact")}/erase`, { confirm: "erase" });
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into privacy_export_chunks (tenant_id, request_id, n, start_bytes, bytes)
         select tenant_id, id, 1000, 1000, 'x' from privacy_requests where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    await fixture.api.request("PUT", "/api/v1/organization/retention", { body: JSON.stringify({ messagesDays: 900 }) });
    // Filled only while several processes share the limits.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        "insert into rate_limits (tenant_id, key_id, tat) select tenant_id, id, now() from api_keys where tenant_id = $1 limit 1",
        [fixture.tenant.id],
      ),
    );
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into event_stream_places (tenant_id, id, credential_id, process_id, opened_at)
         select tenant_id, gen_random_uuid(), id, gen_random_uuid(), now() from api_keys where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    // A reservation, and what counts by month; the gateway's settings, of which there is one row otherwise.
    await t.app.database.withTenant(fixture.tenant.id, (tx) =>
      t.app.ledger.reserve(
        { tx, now: t.clock.now(), actor: { kind: "system", id: "test" } },
        { amount: 1, reference: "a reservation", expiresAt: new Date(t.clock.now().getTime() + 3_600_000) },
      ),
    );
    // Limits of a client, and its usage on its way to an agency's ledger.
    await withClient(t.database.admin, async (admin) => {
      await admin.query("insert into entitlements (tenant_id, resource, max_value, updated_at) values ($1, 'unheard of', 1, now())", [
        fixture.tenant.id,
      ]);
      await admin.query("insert into entitlement_months (tenant_id, resource, month, used) values ($1, 'unheard of', '2020-01-01', 1)", [
        fixture.tenant.id,
      ]);
      await admin.query(
        `insert into client_charges (tenant_id, id, entry_id, agency_id, mode, cost, billed, month, state, run_at, created_at)
         select tenant_id, gen_random_uuid(), id, gen_random_uuid(), 'client_pays', 0, 0, '2020-01-01', 'done', now(), now()
           from ledger_entries where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      );
    });
    await withClient(t.database.admin, async (admin) => {
      await admin.query(
        "insert into usage_contacts (tenant_id, month, contact_id) select tenant_id, '2020-01-01', id from contacts where tenant_id = $1 limit 1",
        [fixture.tenant.id],
      );
      await admin.query(
        `insert into gateway_settings (tenant_id, enabled, reconciliation_enabled, base_url, created_at, updated_at)
         values ($1, false, false, 'https://example.com', now() + interval '1 day', now())`,
        [fixture.tenant.id],
      );
      await admin.query(
        `insert into pricing (tenant_id, id, model_name, cost_per_request, is_active, created_at, updated_at)
         select $1::uuid, gen_random_uuid(), 'isolation ' || $1::text, 1, false, now(), now()`,
        [fixture.tenant.id],
      );
      await admin.query(
        "update payment_requests p set subscription_id = (select id from subscriptions s where s.tenant_id = p.tenant_id) where p.tenant_id = $1 and p.id = (select id from payment_requests where tenant_id = $1 limit 1)",
        [fixture.tenant.id],
      );
    });
    // A target that was met, of a subject that is gone.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into sla_outcomes (tenant_id, id, subject, subject_id, target, met, at, label_ids, counted, created_at)
         values ($1, $1, 'tickets', $1, 'resolution', true, now(), '{}', true, now())`,
        [fixture.tenant.id],
      ),
    );
    // A circuit, and a request that was recorded.
    await withClient(t.database.admin, async (admin) => {
      await admin.query(
        `insert into ai_circuits (tenant_id, key_id, model, failures, window_at, opened, updated_at)
         select tenant_id, id, '', 1, now(), 0, now() from ai_keys where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      );
      await admin.query(
        `insert into ai_requests (tenant_id, id, purpose, reference, outcome, input_tokens, output_tokens, cost, attempts, duration_ms, created_at)
         values ($1, $1, 'assist', 'isolation', 'no_key', 0, 0, 0, '[]', 0, now())`,
        [fixture.tenant.id],
      );
    });
    // An agency's profile, a domain that was proved, a delegated key of the tenant's own grant.
    await fixture.api.patch("/api/v1/agencies/current", { website: "https://agency.example" });
    const logo = await uploadPicture(t.url, fixture.tenant.key);
    await fixture.api.put("/api/v1/agencies/current/brand-kit", { name: "Brand", logoLightMediaId: logo });
    const onPage = { title: "With a form", blocks: [{ type: "form", formId: fixture.resources.signupForm }] };
    await fixture.api.patch(`/api/v1/agencies/current/landing-pages/${fixture.resources.landingPage}`, onPage);
    await withClient(t.database.admin, async (admin) => {
      await admin.query(
        "update agency_link_requests set status = 'accepted', client_id = (select client_id from agency_clients where tenant_id = $1 limit 1) where tenant_id = $1",
        [fixture.tenant.id],
      );
      await admin.query(
        "insert into domain_hosts (tenant_id, hostname, domain_id) select tenant_id, hostname, id from agency_domains where tenant_id = $1 limit 1",
        [fixture.tenant.id],
      );
      await admin.query(
        `insert into api_keys (tenant_id, id, name, environment, key_hash, last_four, scopes, created_at, expires_at, agency_id, grant_id)
         select tenant_id, gen_random_uuid(), 'Delegated', 'live', '', 'wxyz', scopes, now(), now(), agency_id, id
           from agency_grants where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      );
    });
    // What owners are told of an export.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into notifications (tenant_id, id, member_id, kind, actor_kind, created_at, export_id)
         select tenant_id, gen_random_uuid(), user_id, 'organization_export', 'system', now(),
                (select id from organization_exports where tenant_id = $1 limit 1)
           from members where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    // A snapshot that waits only for a moment.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into snapshot_applications (tenant_id, id, agency_id, snapshot, state, run_at, created_at, updated_at)
         values ($1, $1, $1, '{}', 'ready', now() + interval '1 day', now(), now())`,
        [fixture.tenant.id],
      ),
    );
    // What a flow says, and a version that nothing has run.
    await withClient(t.database.admin, async (admin) => {
      await admin.query(
        `insert into notifications (tenant_id, id, member_id, kind, actor_kind, created_at, detail, flow_id)
         select tenant_id, gen_random_uuid(), user_id, 'flow', 'system', now(), 'Look', (select id from flows where tenant_id = $1 limit 1)
           from members where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      );
      await admin.query(
        `insert into flow_versions select (jsonb_populate_record(v, '{"version": 100}')).* from flow_versions v where v.tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      );
    });
    // How far windows that close soon were told.
    await withClient(t.database.admin, (admin) =>
      admin.query("insert into flow_fronts (tenant_id, kind, minutes, seen_until) values ($1, 'window_closing', 60, now())", [
        fixture.tenant.id,
      ]),
    );
    // A flow that starts at a time, which is not now.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into flow_schedules (tenant_id, flow_id, next_at, state, run_at)
         select tenant_id, id, now() + interval '1 day', 'ready', now() + interval '1 day' from flows where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    // A request that a run waits for.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into flow_requests (tenant_id, id, run_id, fillings, state, run_at, created_at)
         select tenant_id, gen_random_uuid(), id, '{}', 'ready', now() + interval '1 day', now() from flow_runs where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    // What is left of a run that was removed.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into flow_starts (tenant_id, id, flow_id, version, contact_id, conversation_id, looped, started_at)
         select tenant_id, gen_random_uuid(), flow_id, version, contact_id, conversation_id, false, now() from flow_runs where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    // A profile that waits for an answer.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into profile_fetches (tenant_id, identity_id, channel_id, state, run_at)
         select tenant_id, id, id, 'ready', now() + interval '1 day' from contact_identities where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    // The pace of a webhook.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into webhook_paces (tenant_id, endpoint_id, next_at) select tenant_id, id, now() from webhook_endpoints where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    // Inbound media and its download, which waits only for a moment.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into media (tenant_id, id, state, kind, source, message_id, created_at, updated_at)
         select tenant_id, id, 'pending', 'image', 'inbound', id, now(), now() from messages where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into media_fetches (tenant_id, media_id, channel_id, reference, state, run_at, created_at)
         select tenant_id, id, id, '{}', 'ready', now() + interval '1 day', now() from media where tenant_id = $1 limit 1`,
        [fixture.tenant.id],
      ),
    );
  }
  return fixtures;
}
