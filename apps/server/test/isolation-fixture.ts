/** Two tenants with rows in every tenant table, for the checks that go table by table. */
import { withClient } from "@parley/database";
import { type Fixture, makeFixture } from "./fixtures.ts";
import type { TestApp } from "./harness.ts";

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
    // What is left of a change of tags that many contacts have.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into contact_tag_changes (tenant_id, id, from_tags, to_tag, actor_kind, actor_id, run_at, created_at)
         values ($1, $1, '{old}', 'new', 'system', 'test', now() + interval '1 day', now())`,
        [fixture.tenant.id],
      ),
    );
    // Filled only while several processes share the limits.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        "insert into rate_limits (tenant_id, key_id, tat) select tenant_id, id, now() from api_keys where tenant_id = $1 limit 1",
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
    await withClient(t.database.admin, async (admin) => {
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
    // A profile that waits for an answer.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into profile_fetches (tenant_id, identity_id, channel_id, state, run_at)
         select tenant_id, id, id, 'ready', now() + interval '1 day' from contact_identities where tenant_id = $1 limit 1`,
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
