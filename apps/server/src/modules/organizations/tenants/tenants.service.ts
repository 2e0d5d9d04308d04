import { recordAudit } from "#platform/audit/audit.ts";
import { type MemberRole, memberRoles } from "#platform/auth/roles.ts";
import { allScopes } from "#platform/auth/scopes.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { type Database, sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { readEmail } from "./email.ts";
import { getMember } from "./members.ts";
import { membershipsOf, type Memberships } from "./memberships.ts";
import { checkPasswordLength, type hashPassword, verifyPassword } from "./password.ts";
import * as queries from "./tenants.queries.ts";
import {
  type DemoPages,
  type Me,
  type Organization,
  reopenWindowHoursDefault,
  type TenantKind,
  tenantKinds,
  ticketAutoCloseDaysDefault,
  type UpdateOrganization,
} from "./tenants.schema.ts";

export interface TenantsDeps {
  ids: IdSource;
  database: Database;
  secrets: TenantSecrets;
  clock: Clock;
  /** For keys without a limit of their own. */
  rateLimitPerMinute: number;
  /** For the people whom `createUser` adds. */
  hashPassword: typeof hashPassword;
  /** Rows that every new tenant gets, in the transaction that creates it, as the cross-tenant worker. */
  initialRows: ((ctx: TxContext, tenant: { name: string }) => Promise<void>)[];
  /** The demo's pages, if the tenant (a UUID) is the demo's; absent if there is no demo. */
  demoPagesOf?: ((tenantId: string) => DemoPages | null) | undefined;
}

export interface NewUser {
  email: string;
  password: string;
  tenantId: string;
  role: MemberRole;
  platformAdmin?: boolean;
  name?: string;
}

export function createTenantsService(deps: TenantsDeps) {
  /** A system actor's context around the worker role's connection, for the code that writes audit entries and keys. */
  function systemContext(query: queries.WorkerQuery, tenantId: string, now: Date): TxContext {
    const tx: Tx = { tenantId, query };
    return { tenantId, actor: { kind: "system", id: "operator" }, scopes: new Set(), session: null, requestId: "", now, tx };
  }

  async function addUser(input: NewUser, email: string, newHash: string | null): Promise<{ userId: string } | "other password" | "raced"> {
    const known = await queries.findUserByEmail((statement) => deps.database.worker(statement), email);
    if (known !== null && !(await verifyPassword(input.password, known.password_hash))) return "other password";
    if (known === null && newHash === null) return "raced";
    const now = deps.clock.now();
    const userId = known?.id ?? deps.ids.uuid();
    return deps.database.workerTransaction(async (query) => {
      if (known === null && !(await queries.insertUser(query, now, { id: userId, email, passwordHash: newHash as string }))) return "raced";
      const name = input.name?.trim() || (email.split("@", 1)[0] as string);
      const joined = await queries
        .insertMember(query, now, { tenantId: input.tenantId, userId, name, email, role: input.role })
        .catch((error: unknown) => {
          throw sqlState(error) === "23503" ? notFound() : error;
        });
      if (!joined) throw alreadyMember();
      if (input.platformAdmin === true) await queries.makePlatformAdmin(query, userId);
      await recordAudit(systemContext(query, input.tenantId, now), deps.ids, "member.created", wireId("usr", userId), {
        role: input.role,
        platformAdmin: input.platformAdmin === true,
      });
      return { userId };
    });
  }

  /** In a transaction of the cross-tenant worker. `by`: the creator, if not the operator. */
  async function makeTenant(
    query: queries.WorkerQuery,
    now: Date,
    input: { id: string; name: string; kind: TenantKind },
    by: Pick<TxContext, "actor" | "requestId" | "homeTenantId"> = { actor: { kind: "system", id: "operator" }, requestId: "" },
  ): Promise<void> {
    const ctx: TxContext = { ...systemContext(query, input.id, now), ...by };
    await queries.insertTenant(query, now, input);
    await deps.secrets.createTenantKey(ctx.tx, now);
    for (const make of deps.initialRows) await make(ctx, { name: input.name });
    await recordAudit(ctx, deps.ids, "tenant.created", wireId("org", input.id), { kind: input.kind });
  }

  return {
    makeTenant,

    async getOrganization(ctx: TxContext): Promise<Organization> {
      return renderOrganization(await queries.getTenant(ctx.tx));
    },

    async updateOrganization(ctx: TxContext, input: UpdateOrganization): Promise<Organization> {
      const row = await queries.getTenant(ctx.tx, true);
      const name = input.name === undefined ? row.name : input.name.trim();
      if (name === "") throw invalidField("name", "too_short");
      // Only the known settings: unknown fields of the body are ignored, not stored.
      const { reopenWindowHours, ticketAutoCloseDays, optOutWords, optInWords } = input.settings ?? {};
      const given = {
        ...(reopenWindowHours === undefined ? {} : { reopenWindowHours }),
        ...(ticketAutoCloseDays === undefined ? {} : { ticketAutoCloseDays }),
        ...(optOutWords === undefined ? {} : { optOutWords }),
        ...(optInWords === undefined ? {} : { optInWords }),
      };
      const changed = await queries.updateTenant(ctx.tx, ctx.now, { name, settings: { ...row.settings, ...given } });
      await recordAudit(ctx, deps.ids, "organization.updated", wireId("org", ctx.tenantId), {
        renamed: name !== row.name,
        settings: given,
      });
      return renderOrganization(changed);
    },

    /** For the operator. As the worker, because it reads across tenants. */
    listTenants: (part: string | null, limit: number) => queries.listTenants((statement) => deps.database.worker(statement), part, limit),

    /** What `me` shows in addition to its tenant. Runs before the transaction, because it reads across tenants. */
    async membershipsOf(ctx: Context): Promise<Memberships> {
      if (ctx.session === null) return [];
      const all = await membershipsOf((statement) => deps.database.worker(statement), ctx.actor.id);
      // Another credential's login link signs in as this person, but must not reveal the person's other tenants.
      return ctx.session.bound ? all.filter(({ tenantId }) => tenantId === wireId("org", ctx.tenantId)) : all;
    },

    async me(ctx: TxContext, memberships: Memberships): Promise<Me> {
      const tenant = await queries.getTenant(ctx.tx);
      const scopes = allScopes.filter((scope) => ctx.scopes.has(scope));
      const shown = { tenant: { id: wireId("org", tenant.tenant_id), name: tenant.name, kind: tenant.kind }, scopes };
      if (ctx.session !== null) {
        const member = await getMember(ctx.tx, wireId("usr", ctx.actor.id));
        const { role, platformAdmin } = ctx.session;
        const id = wireId("usr", ctx.actor.id);
        return {
          ...shown,
          key: null,
          acting: null,
          demo: deps.demoPagesOf?.(ctx.tenantId) ?? null,
          user: { id, agentId: wireId("agt", ctx.actor.id), name: member.name, email: member.email, role, platformAdmin, memberships },
        };
      }
      const key = await queries.getOwnKey(ctx.tx, ctx.actor.id);
      const { delegation } = ctx;
      return {
        ...shown,
        key: {
          id: wireId("key", ctx.actor.id),
          name: key.name,
          environment: key.environment,
          scopes,
          rateLimitPerMinute: key.rate_limit_per_minute ?? deps.rateLimitPerMinute,
          expiresAt: key.expires_at?.toISOString() ?? null,
        },
        user: null,
        acting:
          delegation === undefined || key.agency_name === null || key.expires_at === null
            ? null
            : {
                agencyId: wireId("org", delegation.agencyId),
                agencyName: key.agency_name,
                grantId: wireId("grn", delegation.grantId),
                memberId: ctx.actingPersonId === undefined ? null : wireId("agt", ctx.actingPersonId),
                expiresAt: key.expires_at.toISOString(),
              },
        // The pages' token gives access to whoever opens them: a key opens no pages, and its holder may be a program
        // elsewhere.
        demo: null,
      };
    },

    /**
     * A new tenant, its encryption key, and what every tenant starts with. Runs as the cross-tenant worker: the
     * application role may not create tenants, so that no request, however faulty, can. For the CLI and the demo; ids
     * are UUIDs.
     */
    async createTenant(input: { name: string; kind: TenantKind }): Promise<{ id: string }> {
      const name = input.name.trim();
      if (name.length < 1 || name.length > 200) throw invalidField("name", name === "" ? "too_short" : "too_long");
      if (!tenantKinds.includes(input.kind)) throw invalidField("kind", "unknown_value", `Kinds: ${tenantKinds.join(", ")}.`);
      const tenantId = deps.ids.uuid();
      const now = deps.clock.now();
      await deps.database.workerTransaction((query) => makeTenant(query, now, { id: tenantId, name, kind: input.kind }));
      return { id: tenantId };
    },

    /**
     * Adds a person as a tenant's member. An existing user joins only with their own password, else 409 already_exists;
     * 409 also for a member of this tenant, 404 for an unknown tenant, 400 for anything else. Runs as the cross-tenant
     * worker: users span tenants, and the application role never reads them. Ids are UUIDs.
     */
    async createUser(input: NewUser): Promise<{ userId: string }> {
      const email = readEmail(input.email);
      if (!memberRoles.includes(input.role)) throw invalidField("role", "unknown_value", `Roles: ${memberRoles.join(", ")}.`);
      checkPasswordLength(input.password);
      // Hashing takes tens of milliseconds and memory, so it happens outside the transaction and only for new users.
      let outcome = await addUser(input, email, null);
      for (let attempt = 0; outcome === "raced" && attempt < 3; attempt++)
        outcome = await addUser(input, email, await deps.hashPassword(input.password));
      if (typeof outcome === "object") return outcome;
      throw new AppError("already_exists", {
        message: "A user with this e-mail address exists and has a different password.",
        details: [{ field: "email", issue: "exists" }],
      });
    },
  };
}

export type TenantsService = ReturnType<typeof createTenantsService>;

function alreadyMember(): AppError {
  return new AppError("already_exists", {
    message: "This user is already a member of the tenant.",
    details: [{ field: "email", issue: "exists" }],
  });
}

function renderOrganization(row: queries.TenantRow): Organization {
  return {
    id: wireId("org", row.tenant_id),
    name: row.name,
    kind: row.kind,
    settings: {
      reopenWindowHours: row.settings.reopenWindowHours ?? reopenWindowHoursDefault,
      ticketAutoCloseDays: row.settings.ticketAutoCloseDays ?? ticketAutoCloseDaysDefault,
      optOutWords: row.settings.optOutWords ?? [],
      optInWords: row.settings.optInWords ?? [],
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
