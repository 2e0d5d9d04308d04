import { recordAudit } from "#platform/audit/audit.ts";
import { hasAllOf, type MemberRole, roleAbove, type suspenders } from "#platform/auth/roles.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import * as queries from "./members.queries.ts";
import type { ListMembersQuery, Member, UpdateMember } from "./members.schema.ts";

export interface MembersDeps {
  ids: IdSource;
  pager: Pager;
  /** Claims a seat for a member who works here again. Throws entitlement_exceeded. */
  claimSeat(ctx: TxContext): Promise<void>;
  /** Unassigns the conversations of a member who no longer works here. */
  releaseAssignments(ctx: TxContext, userId: string): Promise<void>;
}

export function createMembersService(deps: MembersDeps) {
  async function find(tx: Tx, wire: string): Promise<queries.MemberRow> {
    const userId = idOf(wire);
    const row = userId === null ? null : await queries.findMember(tx, userId);
    if (row === null) throw notFound(wire);
    return row;
  }

  /**
   * The member under the lock of everybody involved, and the caller's current row: a session's role may be a second
   * old, and a caller demoted in that second may no longer decide anything.
   */
  async function lock(ctx: TxContext, wire: string) {
    const userId = idOf(wire);
    if (userId === null) throw notFound(wire);
    const asking = ctx.actor.kind === "member" ? ctx.actor.id : null;
    const rows = await queries.lockForChange(ctx.tx, asking === null ? [userId] : [userId, asking]);
    const member = rows.find((row) => row.user_id === userId);
    if (member === undefined || member.status === "removed") throw notFound(wire);
    const self = asking === null ? null : (rows.find((row) => row.user_id === asking) ?? null);
    // An active owner needs an active one beside them. For one whom the platform has suspended, another one like that is
    // enough.
    const isEnough = member.status === "active" ? isActiveOwner : isOwner;
    return {
      member,
      isLastOwner: isOwner(member) && !rows.some((row) => row.user_id !== userId && isEnough(row)),
      /**
       * Checks the role with which the request arrived; `now()` checks the current one, because a colleague may have
       * been faster.
       */
      refuse(...roles: MemberRole[]): { now(): void } {
        refuseUnless(ctx, ctx.session?.role ?? null, roles);
        return { now: () => refuseUnless(ctx, self?.status === "active" ? self.role : null, roles) };
      },
    };
  }

  function refuseUnless(ctx: TxContext, role: MemberRole | null, roles: MemberRole[]): void {
    const administers = ctx.actor.kind === "api" && ctx.scopes.has("admin:write");
    // The platform is above all roles: through its keys, and when working in another organization, of which it is not a
    // member.
    if (ctx.platform === true && (administers || ctx.homeTenantId !== undefined)) return;
    const by = { actor: ctx.actor, role, scopes: ctx.scopes };
    const above = roles.find((one) => !hasAllOf(by, one));
    if (above !== undefined) throw roleAbove(by, above);
  }

  /**
   * Requires locks and permission: changes the rows, records the audit entry, and handles what follows when a member
   * stops working here.
   */
  async function apply(ctx: TxContext, before: queries.MemberRow, after: ChangedMember) {
    const row = await queries.updateMember(ctx.tx, ctx.now, before.user_id, after);
    if (before.status === "active" && after.status !== "active") {
      await queries.voidLoginLink(ctx.tx, before.user_id);
      await deps.releaseAssignments(ctx, before.user_id);
    }
    const changes = Object.fromEntries(
      (["role", "status"] as const).filter((field) => before[field] !== after[field]).map((f) => [f, { from: before[f], to: after[f] }]),
    );
    await recordAudit(ctx, deps.ids, after.status === "removed" ? "member.removed" : "member.updated", wireId("agt", row.user_id), {
      ...changes,
      renamed: before.name !== after.name,
    });
    return row;
  }

  return {
    async list(ctx: TxContext, query: ListMembersQuery) {
      const filters = { list: "members", role: query.role ?? null, status: query.status ?? null };
      const rows = await queries.listMembers(ctx.tx, query, deps.pager.read(ctx.tenantId, filters, query.cursor), query.limit + 1);
      return deps.pager.page(ctx.tenantId, filters, rows, query.limit, (row) => [row.position, row.user_id], renderMember);
    },

    async get(tx: Tx, wire: string): Promise<Member> {
      return renderMember(await find(tx, wire));
    },

    /**
     * 403 for a member or a role above the caller's, for activating a member whom the platform has suspended, and
     * entitlement_exceeded for reactivating one; 409 last_owner if no active owner would be left, or none at all while
     * the platform has suspended them.
     */
    async update(ctx: TxContext, wire: string, input: UpdateMember): Promise<Member> {
      const name = input.name?.trim();
      if (name === "") throw invalidField("name", "too_short");
      const { member, isLastOwner, refuse } = await lock(ctx, wire);
      const after = { name: name ?? member.name, role: input.role ?? member.role, ...statusOf(member, input.status) };
      // Name and profile confer no rights, so a key may set them for anybody, but role and status only for members
      // whose scopes it has.
      const profileOnly = ctx.actor.kind === "api" && input.role === undefined && input.status === undefined;
      const refused = profileOnly ? refuse() : refuse(member.role, after.role);
      if (isLastOwner && !isOwner(after)) throw lastOwner();
      refused.now();
      if (member.own_status !== null && input.status === "active") throw suspendedAbove();
      if ((["name", "role", "status", "own_status"] as const).every((field) => after[field] === member[field])) return renderMember(member);
      if (member.status === "suspended" && after.status === "active") await deps.claimSeat(ctx);
      return renderMember(await apply(ctx, member, after));
    },

    /**
     * Their sessions end and their open conversations are unassigned; what they wrote remains theirs. An invitation
     * brings them back.
     */
    async remove(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const { member, isLastOwner, refuse } = await lock(ctx, wire);
      const refused = refuse(member.role);
      if (isLastOwner) throw lastOwner();
      refused.now();
      await apply(ctx, member, { name: member.name, role: member.role, status: "removed", own_status: null });
      return { id: wireId("agt", member.user_id), deleted: true };
    },
  };
}

export type MembersService = ReturnType<typeof createMembersService>;

type ChangedMember = Pick<queries.MemberRow, "name" | "role" | "status" | "own_status">;

/** While the platform has suspended a member, the organization's status takes effect once the platform lifts the suspension. */
function statusOf(member: queries.MemberRow, given: "active" | "suspended" | undefined): Pick<ChangedMember, "status" | "own_status"> {
  if (member.own_status === null) return { status: given ?? member.status, own_status: null };
  return { status: member.status, own_status: given ?? member.own_status };
}

function suspendedAbove(): AppError {
  return new AppError("forbidden", {
    message: "The platform has suspended this person in all their organizations. Only the platform can lift the suspension.",
    details: [{ field: "status", issue: "not_allowed" }],
  });
}

const idOf = (wire: string) => parseWireId("agt", wire) ?? parseWireId("usr", wire);
type OwnStanding = Pick<queries.MemberRow, "role" | "status" | "own_status">;
/** In the organization's own view: also one whom the platform has suspended, since it may lift that. */
const isOwner = (member: OwnStanding) => member.role === "owner" && (member.own_status ?? member.status) === "active";
const isActiveOwner = (member: OwnStanding) => isOwner(member) && member.status === "active";

function lastOwner(): AppError {
  return new AppError("last_owner");
}

/** Who suspended them: the platform takes precedence, because only it can lift that. */
export function suspendedBy(row: Pick<queries.MemberRow, "status" | "own_status">): (typeof suspenders)[number] | null {
  if (row.status !== "suspended") return null;
  return row.own_status === null ? "organization" : "platform";
}

function renderMember(row: queries.MemberRow): Member {
  if (row.status === "removed") throw new Error("a removed member is shown to nobody");
  return {
    id: wireId("agt", row.user_id),
    userId: wireId("usr", row.user_id),
    name: row.name,
    email: row.email,
    role: row.role,
    status: row.status,
    suspendedBy: suspendedBy(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at?.toISOString() ?? null,
  };
}
