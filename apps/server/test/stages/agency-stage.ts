/** An agency and a client of it, for tests of what is created under a grant. */
import assert from "node:assert/strict";
import { withClient } from "@parley/database";
import { grantableScopes } from "../../src/modules/agency/agencies/agencies.schema.ts";
import { wireId } from "../../src/platform/ids/ids.ts";
import type { Api, TestApp, TestTenant } from "../harness.ts";

export interface AgencyStage {
  agency: TestTenant;
  client: TestTenant;
  /** The client, as the agency addresses it. */
  path: string;
  /** Requested by the agency and accepted by the client. */
  grant(input?: { scopes?: readonly string[]; expiresAt?: string }): Promise<{ id: string }>;
  /** A delegated key of the current grant. */
  act(scopes?: readonly string[]): Promise<TestTenant>;
  revoke(grant: { id: string }): Promise<void>;
  /** The data of agency_grant.ended events in a tenant's log, newest last. */
  ended(of: TestTenant): Promise<any[]>;
}

const acting = grantableScopes.filter((scope) => !scope.startsWith("admin:"));

export async function setAgencyStage(t: TestApp, client: TestTenant): Promise<AgencyStage> {
  const agency = await t.tenant({ kind: "agency" });
  await withClient(t.database.admin, (admin) =>
    admin.query(
      "insert into agency_clients (tenant_id, client_id, status, created_at, updated_at) values ($1, $2, 'active', now(), now())",
      [agency.id, client.id],
    ),
  );
  const path = `/api/v1/agencies/current/clients/${wireId("org", client.id)}`;
  const ok = async (answer: Promise<any>) => {
    const { status, text, body } = await answer;
    assert.equal(status, 200, text);
    return body;
  };
  return {
    agency,
    client,
    path,
    async grant({ scopes = acting, ...more } = {}) {
      const asked = await ok(agency.api.post(`${path}/grants`, { scopes, ...more }));
      return ok(client.api.post(`/api/v1/agency-grants/${asked.id}/accept`));
    },
    async act(scopes = acting) {
      const { token } = await ok(agency.api.post(`${path}/access-tokens`, { scopes }));
      const api: Api = t.api(token);
      return { ...client, key: token, api };
    },
    async revoke({ id }) {
      await ok(client.api.post(`/api/v1/agency-grants/${id}/revoke`));
    },
    async ended(of) {
      const rows = await t.app.database.worker<{ data: any }>({
        text: "select data from event_log where tenant_id = $1 and type = 'agency_grant.ended' order by id",
        values: [of.id],
      });
      return rows.map((row) => row.data);
    },
  };
}

/** Makes an owner of one organization an owner of another one too, as accepting an invitation there would. */
export async function alsoOwns(t: TestApp, owner: { email: string }, of: TestTenant, other: TestTenant): Promise<void> {
  await t.app.database.worker({
    text: `insert into members (tenant_id, user_id, name, email, role, created_at)
           select $1, m.user_id, m.name, m.email, 'owner', m.created_at from members m where m.tenant_id = $2 and m.email = $3`,
    values: [other.id, of.id, owner.email],
  });
}
