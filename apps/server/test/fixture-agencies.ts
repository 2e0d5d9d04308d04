/** What an agency has: clients, domains, snapshots, pages and forms; and what an agency asks of others. */
import { parseWireId, wireId } from "../src/platform/ids/ids.ts";
import { type FixtureStage, word } from "./fixture-stage.ts";

export function agencyMakers({ t, tenant, made, sql }: FixtureStage) {
  return {
    agencyLinkRequest: () =>
      made("link request", "/api/v1/agencies/current/link-requests", {
        organization: `${word()}@example.com`,
        scopes: ["contacts:read"],
      }),
    /** Each asked for by another agency, as often as one likes. */
    async agencyGrant(): Promise<string> {
      const uuid = t.app.ids.uuid();
      await sql(
        `insert into agency_grants (tenant_id, id, agency_id, agency_name, scopes, status, requested_by, created_at, updated_at)
         values ($1, $2, $3, 'Some agency', '{contacts:read}', 'pending', 'key_x', now(), now())`,
        [tenant.id, uuid, (await t.tenant({ kind: "agency" })).id],
      );
      return wireId("grn", uuid);
    },
    agencyClient: () =>
      made("client", "/api/v1/agencies/current/clients", {
        name: `Client ${word()}`,
        ownerEmail: `${word()}@example.com`,
        grant: { scopes: ["contacts:read", "labels:read", "labels:write"] },
      }),
    agencyDomain: () => made("domain", "/api/v1/agencies/current/domains", { hostname: `${word()}.agency.example` }),
    agencySnapshot: () =>
      made("snapshot", "/api/v1/agencies/current/snapshots", {
        name: `Snapshot ${word()}`,
        snapshot: { version: 1, parts: { labels: [{ name: `Label ${word()}` }] } },
      }),
    signupForm: () =>
      made("form", "/api/v1/agencies/current/signup-forms", {
        slug: `form-${word()}`,
        title: "Talk to us",
        fields: [{ key: "email", label: "E-mail", type: "email", required: true }],
        target: { kind: "create_contact" },
      }),
    landingPage: () =>
      made("page", "/api/v1/agencies/current/landing-pages", {
        slug: `page-${word()}`,
        title: "Welcome",
        blocks: [{ type: "text", text: "Hello" }],
      }),
    /** Without its form's three seconds of waiting. */
    async formSubmission(form: string): Promise<string> {
      const uuid = t.app.ids.uuid();
      await sql(
        `insert into form_submissions (tenant_id, id, form_id, form_slug, form_title, answers, target, status, nonce, fingerprint, created_at, updated_at)
         values ($1, $2::uuid, $3, 'talk', 'Talk to us', '[{"key": "email", "label": "E-mail", "type": "email", "value": "ada@example.com"}]',
           '{"kind": "create_contact"}', 'new', decode(md5(($2::uuid)::text), 'hex'), '', now(), now())`,
        [tenant.id, uuid, parseWireId("frm", form)],
      );
      return wireId("fsb", uuid);
    },
  };
}

/** What a client of the agency has been asked for besides, and what all of them used. */
export async function addClientHistory({ tenant, sql }: FixtureStage, client: string): Promise<void> {
  for (const _ of [1, 2])
    await sql(
      `insert into agency_grants (tenant_id, id, agency_id, agency_name, scopes, status, requested_by, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'This agency', '{contacts:read}', 'refused', 'key_x', now(), now())`,
      [parseWireId("org", client), tenant.id],
    );
  await sql(
    `insert into agency_client_months (tenant_id, client_id, month, cost)
     select tenant_id, client_id, '2026-01-01', 1 from agency_clients where tenant_id = $1`,
    [tenant.id],
  );
}
