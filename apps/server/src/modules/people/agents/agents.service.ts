import type { LoginLinks, Standings } from "#modules/people/auth/index.ts";
import { lockDivisions } from "#modules/people/divisions/index.ts";
import type { InvitationsService } from "#modules/people/invitations/index.ts";
import { type MembersService, suspendedBy } from "#modules/people/members/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Actor } from "#platform/auth/actor.ts";
import { hasAllOf, type MemberRole, memberRoles } from "#platform/auth/roles.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, PersonContext, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import * as queries from "./agents.queries.ts";
import type { Agent, CreateAgent, ListAgentsQuery, UpdateAgent } from "./agents.schema.ts";

export interface AgentsDeps {
  ids: IdSource;
  pager: Pager;
  members: Pick<MembersService, "update">;
  invitations: Pick<InvitationsService, "create" | "update" | "revoke">;
  loginLinks: LoginLinks;
  /** The dashboard's address. */
  publicUrl(): string;
}

type ProfileInput = Omit<UpdateAgent, "name" | "role" | "status" | "availability">;

/** A filter id that cannot exist: it matches nothing, exactly like another tenant's id. */
const nilId = "00000000-0000-0000-0000-000000000000";

export function createAgentsService(deps: AgentsDeps) {
  async function find(tx: Tx, wire: string): Promise<queries.AgentRow> {
    const id = parseWireId("agt", wire) ?? parseWireId("usr", wire);
    const row = id === null ? null : await queries.findAgent(tx, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  /**
   * The given profile fields in stored form. Locks the divisions, so that none is deleted before the profile is
   * written. Throws not_found for unknown ids.
   */
  async function readProfile(tx: Tx, input: ProfileInput): Promise<Partial<queries.Profile>> {
    const given: Partial<queries.Profile> = {};
    if (input.divisionIds !== undefined) given.divisionIds = await lockDivisions(tx, input.divisionIds);
    if (input.channelIds !== undefined) {
      const ids = new Map(input.channelIds.map((wire) => [wire, parseWireId("chn", wire)]));
      const known = await queries.channelsAmong(
        tx,
        [...ids.values()].filter((id) => id !== null),
      );
      const missing = [...ids].filter(([, id]) => id === null || !known.has(id));
      if (missing.length > 0) throw notFound(...missing.map(([wire]) => wire));
      given.channelIds = [...ids.values()].filter((id) => id !== null);
    }
    for (const field of ["skills", "languages"] as const) {
      const texts = input[field]?.map((text) => text.trim());
      if (texts === undefined) continue;
      const empty = texts.indexOf("");
      if (empty >= 0) throw invalidField(`${field}[${empty}]`, "too_short");
      given[field] = [...new Set(texts)];
    }
    if (input.avatarUrl !== undefined) given.avatarUrl = input.avatarUrl;
    if (input.maxOpenConversations !== undefined) given.maxOpenConversations = input.maxOpenConversations;
    if (input.signature !== undefined) given.signature = input.signature?.trim() || null;
    return given;
  }

  return {
    async list(ctx: TxContext, query: ListAgentsQuery) {
      const { limit, cursor, appId: _app, ...wireFilters } = query;
      const filters = { list: "agents", ...wireFilters };
      const q = wireFilters.q?.trim().toLowerCase() ?? "";
      const filter = {
        like: q === "" ? null : `%${q.replaceAll(/[\\%_]/g, "\\$&")}%`,
        status: wireFilters.status ?? null,
        divisionId: wireFilters.divisionId === undefined ? null : (parseWireId("div", wireFilters.divisionId) ?? nilId),
      };
      const rows = await queries.listAgents(ctx.tx, filter, deps.pager.read(ctx.tenantId, filters, cursor), limit + 1);
      return deps.pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], render);
    },

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<Agent> {
      return render(await find(tx, wire));
    },

    /**
     * Invites the agent. 403 for a role above the caller's; 404 for an unknown division or channel; 409 already_exists
     * for a member or an invited person.
     */
    async create(ctx: TxContext, input: CreateAgent): Promise<Agent> {
      const { name, email, role = "agent", ...profile } = input;
      const values = await readProfile(ctx.tx, profile);
      const invitation = await deps.invitations.create(ctx, { name, email, role });
      await deps.invitations.update(ctx, invitation.id, { profile: values });
      return render(await find(ctx.tx, wireId("agt", parseWireId("inv", invitation.id) as string)));
    },

    /**
     * 403 for an agent above the caller or a role above the caller's; 404 for an unknown division or channel; 409
     * last_owner, and conflict for setting an invited agent's status or availability.
     */
    async update(ctx: TxContext, wire: string, input: UpdateAgent): Promise<Agent> {
      const { name, role, status, availability, ...profile } = input;
      const row = await find(ctx.tx, wire);
      const id = wireId("agt", row.id);
      const values = await readProfile(ctx.tx, profile);
      if (row.user_id === null) {
        if (status !== undefined || availability !== undefined)
          throw new AppError("conflict", { message: "This agent has not accepted the invitation yet." });
        const trimmed = name?.trim();
        if (trimmed === "") throw invalidField("name", "too_short");
        await deps.invitations.update(ctx, wireId("inv", row.id), { name: trimmed, role, profile: values });
        return render(await find(ctx.tx, id));
      }
      // Called even without any of these: it refuses changes to an agent above the caller, and locks the member until
      // the transaction ends.
      await deps.members.update(ctx, id, {
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : { role }),
        ...(status === undefined ? {} : { status }),
      });
      const fields = Object.keys(values);
      if (fields.length > 0) {
        await queries.updateProfile(ctx.tx, ctx.now, row.user_id, { ...profileOf(await find(ctx.tx, id)), ...values });
        await recordAudit(ctx, deps.ids, "agent.updated", id, { fields });
      }
      if (availability !== undefined) {
        const self = ctx.actor.kind === "member" && ctx.actor.id === row.user_id;
        await queries.setAvailability(ctx.tx, ctx.now, row.user_id, availability, self);
        await recordAudit(ctx, deps.ids, "agent.availability", id, { availability });
      }
      return render(await find(ctx.tx, id));
    },

    /**
     * Suspends the agent: sessions end, open conversations are unassigned, and what they wrote remains theirs. An
     * invited agent's invitation is revoked. 403 for an agent above the caller; 409 last_owner.
     */
    async deactivate(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire);
      const id = wireId("agt", row.id);
      if (row.user_id === null) await deps.invitations.revoke(ctx, wireId("inv", row.id));
      else {
        await deps.members.update(ctx, id, { status: "suspended" });
        await queries.setAvailability(ctx.tx, ctx.now, row.user_id, "offline", false);
      }
      return { id, deleted: true };
    },

    /** Sets the caller's own. */
    async setOwnAvailability(ctx: PersonContext, availability: queries.Availability): Promise<Agent> {
      await queries.setAvailability(ctx.tx, ctx.now, ctx.actor.id, availability, true);
      return render(await find(ctx.tx, wireId("agt", ctx.actor.id)));
    },

    /**
     * What the transaction cannot read: a link's recipient, whether the link would reach beyond this tenant, and the
     * access that it depends on.
     */
    async linkFor(ctx: Context, agentId: string | undefined): Promise<LinkFor> {
      if (ctx.session?.byLink === true)
        throw new AppError("forbidden", { message: "A session from a login link cannot create login links." });
      if (agentId !== undefined) {
        const userId = parseWireId("agt", agentId) ?? parseWireId("usr", agentId);
        if (userId === null) return { agentId, reachesFurther: false, standings: null };
        const standings = await deps.loginLinks.standings(ctx, userId);
        return { agentId, reachesFurther: await deps.loginLinks.reachesFurther(userId, ctx.tenantId), standings };
      }
      const to = async (userId: string) => ({
        agentId: wireId("agt", userId),
        reachesFurther: false,
        standings: await deps.loginLinks.standings(ctx, userId),
      });
      if (ctx.actor.kind === "member") return to(ctx.actor.id);
      const roles = memberRoles.filter((role) => maySignIn(ctx, role));
      if (roles.length === 0) throw noLinkForOthers();
      const userId = await deps.loginLinks.memberFor({ id: ctx.actor.id, tenantId: ctx.tenantId }, roles);
      if (userId === null)
        throw new AppError("conflict", {
          message:
            "This key cannot sign in any active agent: their roles need scopes that it lacks, or their sessions would have more access.",
        });
      return to(userId);
    },

    /**
     * 404 for an unknown agent; 403 for an agent above the caller, or one whose session would reach beyond the tenant;
     * 409 unless active.
     */
    async loginLink(ctx: TxContext, { agentId, reachesFurther, standings }: LinkFor) {
      const own = ctx.actor.kind === "member" ? ctx.actor.id : null;
      const row = await find(ctx.tx, agentId);
      const id = wireId("agt", row.id);
      const byAnother = row.user_id !== own;
      if (byAnother && !maySignIn(ctx, row.role)) throw noLinkForOthers();
      if (row.user_id === null || row.status !== "active") throw new AppError("conflict", { message: `The agent is ${row.status}.` });
      if (byAnother && reachesFurther)
        throw new AppError("forbidden", {
          message: "This person's session would have access beyond this organization, so they must sign in themselves.",
        });
      // Joined between the two lookups.
      if (standings === null) throw new AppError("conflict");
      const madeBy = byAnother ? makerOf(ctx.actor) : null;
      const { token, expiresAt } = await deps.loginLinks.mint(ctx.tx, ctx.now, row.user_id, madeBy, standings);
      await recordAudit(ctx, deps.ids, "login_link.created", id);
      return { agentId: id, url: `${deps.publicUrl()}/login?token=${token}`, token, expiresAt: expiresAt.toISOString() };
    },
  };
}

/** The actor on whom a session from their link depends. */
function makerOf({ kind, id }: Actor): { kind: "api" | "member"; id: string } {
  if (kind === "system") throw new Error("the system makes no login links");
  return { kind, id };
}

export type AgentsService = ReturnType<typeof createAgentsService>;

/** A link's recipient. Whether they are a member is checked when the link is created. */
interface LinkFor {
  agentId: string;
  reachesFurther: boolean;
  /** Null: no member has that id. */
  standings: Standings | null;
}

/** Whether the caller may sign in as another agent with this role. */
function maySignIn(ctx: Context, role: MemberRole): boolean {
  return ctx.scopes.has("agents:write") && hasAllOf({ actor: ctx.actor, role: ctx.session?.role ?? null, scopes: ctx.scopes }, role);
}

function noLinkForOthers(): AppError {
  return new AppError("forbidden", {
    message: "Only owners, admins, and keys with agents:write and the other person's scopes can create links for others.",
  });
}

function profileOf(row: queries.AgentRow): queries.Profile {
  return {
    avatarUrl: row.avatar_url,
    divisionIds: row.division_ids,
    channelIds: row.channel_ids,
    skills: row.skills,
    languages: row.languages,
    maxOpenConversations: row.max_open_conversations,
    signature: row.signature,
  };
}

function render(row: queries.AgentRow): Agent {
  return {
    id: wireId("agt", row.id),
    userId: row.user_id === null ? null : wireId("usr", row.user_id),
    invitationId: row.invitation_id === null ? null : wireId("inv", row.invitation_id),
    name: row.name,
    email: row.email,
    avatarUrl: row.avatar_url,
    role: row.role,
    status: row.status,
    suspendedBy: row.status === "invited" ? null : suspendedBy({ status: row.status, own_status: row.own_status }),
    availability: row.availability,
    divisionIds: row.division_ids.map((id) => wireId("div", id)),
    channelIds: row.channel_ids.map((id) => wireId("chn", id)),
    skills: row.skills,
    languages: row.languages,
    maxOpenConversations: row.max_open_conversations,
    openConversations: row.open_conversations,
    signature: row.signature,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at?.toISOString() ?? null,
  };
}
