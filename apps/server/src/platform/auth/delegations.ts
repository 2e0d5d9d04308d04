import type { Clock } from "../clock/clock.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors/app-error.ts";
import type { Delegation, KeyCredential } from "../http/context.ts";
import { type IdSource, wireId } from "../ids/ids.ts";

/**
 * Admits delegated keys: an agency acts for its client only while the grant is in force, and both audit logs record it.
 */
export interface Delegations {
  /** Runs before the request has any effect. Throws unauthorized if the grant or the link has ended. */
  admit(
    credential: KeyCredential & { delegation: Delegation },
    route: { method: string; operationId: string; isEphemeral: boolean },
    requestId: string,
  ): Promise<void>;
}

/** Reads, and operations that store nothing, are recorded once per key, process, operation and this interval. */
const sampledEveryMs = 5 * 60_000;
const samplesMax = 10_000;

/**
 * A call that writes is checked against the grant's row itself, in the statement that writes both tenants' audit entries: a committed
 * revocation stops it, whatever a cache says. Reads and calls that store nothing rely on the verifier, which reads the grant every second.
 * The entry records the call before its effect is known; the client's audit log has the changes under the same request id.
 */
export function createDelegations(deps: { database: Pick<Database, "worker">; clock: Clock; ids: IdSource }): Delegations {
  const recorded = new Map<string, number>();
  return {
    async admit(credential, route, requestId) {
      const now = deps.clock.now();
      const sampled = route.method === "GET" || route.isEphemeral;
      const sample = route.isEphemeral ? `${credential.id}/${route.operationId}` : credential.id;
      if (sampled && now.getTime() - (recorded.get(sample) ?? 0) < sampledEveryMs) return;
      const { agencyId, grantId } = credential.delegation;
      const changes = {
        operation: route.operationId,
        sampled,
        byOrganization: wireId("org", agencyId),
        forOrganization: wireId("org", credential.tenantId),
        grantId: wireId("grn", grantId),
        ...(credential.personId === undefined ? {} : { memberId: wireId("agt", credential.personId) }),
      };
      // Cross-tenant: one fact in the audit logs of the two tenants concerned, both determined by the verified key.
      // Checks grant and link alone; the verifier checks who created the key (delegated-key.ts).
      const rows = await deps.database.worker({
        name: "delegation_admit",
        text: `with standing as (
                 select 1 from agency_grants g join agency_clients c on c.tenant_id = g.agency_id and c.client_id = g.tenant_id
                  where g.tenant_id = $1 and g.id = $3 and g.agency_id = $2 and g.status = 'accepted' and c.status in ('pending', 'active')
               ), noted as (
                 insert into audit_entries (tenant_id, id, actor_kind, actor_id, action, target_id, changes, request_id, created_at)
                 select x.tenant_id, x.id, 'api', $6::text, 'agency.acted', $7::text, $8::jsonb, $9::text, $10::timestamptz
                   from standing cross join (values ($1::uuid, $4::uuid), ($2::uuid, $5::uuid)) as x(tenant_id, id)
               )
               select 1 from standing`,
        values: [
          credential.tenantId,
          agencyId,
          grantId,
          deps.ids.uuid(),
          deps.ids.uuid(),
          credential.id,
          wireId("key", credential.id),
          JSON.stringify(changes),
          requestId,
          now,
        ],
      });
      if (rows.length === 0) throw new AppError("unauthorized");
      if (recorded.size >= samplesMax) recorded.clear();
      if (sampled) recorded.set(sample, now.getTime());
    },
  };
}
