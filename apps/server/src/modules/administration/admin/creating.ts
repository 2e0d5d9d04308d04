import type { ClientsService } from "#modules/agency/agencies/index.ts";
import type { InvitationsService } from "#modules/people/invitations/index.ts";
import { readEmail, type TenantsService } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { asTenant } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import type { BatchedResponse, IdempotencyRequest } from "#platform/http/route.ts";
import type { Idempotency } from "#platform/idempotency/idempotency.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { CreateAdminOrganization, CreatedAdminOrganization } from "./admin.schema.ts";
import { getOrganizationRow } from "./organizations.queries.ts";
import { renderOrganization } from "./organizations.service.ts";

export interface CreatingDeps {
  ids: IdSource;
  idempotency: Idempotency;
  wake: Wake;
  tenants: Pick<TenantsService, "makeTenant">;
  invitations: Pick<InvitationsService, "create">;
  clients: Pick<ClientsService, "make">;
}

/**
 * Creates an organization with an invited owner: for the platform, or as a client of the calling agency. Runs in one
 * transaction of the cross-tenant worker, because the application role may not create tenants. Throws forbidden for any
 * other caller, and validation_error for a field that only the other kind of caller may set.
 */
export function createOrganizationFactory(deps: CreatingDeps) {
  async function make(ctx: TxContext, input: CreateAdminOrganization): Promise<CreatedAdminOrganization> {
    if (ctx.platform === true) return createForPlatform(ctx, input);
    // A grant covers only the client itself: nobody creates organizations in its name.
    if (ctx.delegation !== undefined || (await getOrganizationRow(ctx.tx)).kind !== "agency")
      throw new AppError("forbidden", { message: "Only the platform creates organizations; agencies create their clients." });
    const { kind, ...client } = input;
    if (kind !== undefined && kind !== "business")
      throw invalidField("kind", "not_allowed", "A client of an agency must be of kind business.");
    const made = await deps.clients.make(ctx, client);
    const id = parseWireId("org", made.id) as string;
    // The client's row: only the worker can read it yet.
    const row = await getOrganizationRow({ tenantId: id, query: (statement) => ctx.tx.query(statement) });
    return { ...renderOrganization(row), invitation: made.invitation };
  }

  async function createForPlatform(ctx: TxContext, input: CreateAdminOrganization): Promise<CreatedAdminOrganization> {
    for (const field of ["reference", "grant"] as const)
      if (input[field] !== undefined) throw invalidField(field, "not_allowed", "It is between an agency and its client.");
    const name = input.name.trim();
    if (name === "") throw invalidField("name", "too_short");
    const ownerName = input.ownerName?.trim();
    if (ownerName === "") throw invalidField("ownerName", "too_short");
    const email = readEmail(input.ownerEmail, "ownerEmail");
    const id = deps.ids.uuid();
    const platform = wireId("org", ctx.tenantId);
    return asTenant(ctx.tx, id, async (tx) => {
      const there: TxContext = { ...ctx, tenantId: id, homeTenantId: ctx.tenantId, tx };
      await deps.tenants.makeTenant(tx.query, ctx.now, { id, name, kind: input.kind ?? "business" }, there);
      // The operator of the installation invites, because no member exists yet who could.
      const inviting: TxContext = { ...there, actor: { kind: "system", id: platform } };
      const invitation = await deps.invitations.create(inviting, {
        email,
        role: "owner",
        ...(ownerName === undefined ? {} : { name: ownerName }),
      });
      return {
        ...renderOrganization(await getOrganizationRow(tx)),
        invitation: { id: invitation.id, email: invitation.email, expiresAt: invitation.expiresAt },
      };
    });
  }

  return async (ctx: Context, input: CreateAdminOrganization, idempotency: IdempotencyRequest | null): Promise<BatchedResponse> => {
    const answer = await deps.idempotency.run(
      ctx.tenantId,
      idempotency,
      ctx.now,
      async (tx) => {
        const own = { ...ctx, tx };
        const made = await make(own, input);
        await recordAudit(own, deps.ids, "organization.created", made.id, { kind: made.kind });
        return JSON.stringify(made);
      },
      { acrossTenants: true },
    );
    for (const topic of ["mail", "keys", "snapshots"] as const) deps.wake.hint(topic);
    return answer;
  };
}

export type OrganizationFactory = ReturnType<typeof createOrganizationFactory>;
