import { getMember } from "#modules/organizations/tenants/index.ts";
import type { PushService } from "#modules/inbox/push/index.ts";
import { type Actor, actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import * as queries from "./notifications.queries.ts";
import type { Notification, ReadNotifications } from "./notifications.schema.ts";

/** Something that members should see; the member who did it is not notified. */
export interface Notice {
  kind: queries.NotificationKind;
  memberIds: string[];
  /** With an sla_breach, one or both are set. With a flow, possibly neither. */
  conversationId: string | null;
  ticketId?: string | null;
  messageId: string | null;
  /** Set by flows. */
  flowId?: string;
  /** Set with an organization_export. */
  exportId?: string;
  /** With an sla_breach: the missed target. With a flow: its text. With a grant_requested or grant_ended: the grant. */
  detail?: string;
}

export function createNotificationsService(deps: { ids: IdSource; push: Pick<PushService, "queue"> }) {
  /** A member can only name themselves; a key must name the member. */
  async function memberOf(tx: Tx, actor: Actor, id: string | undefined): Promise<string> {
    if (actor.kind === "member") {
      if (id !== undefined && (await getMember(tx, id)).userId !== actor.id) {
        throw new AppError("forbidden", { message: "Members can only see their own notifications." });
      }
      return actor.id;
    }
    if (id === undefined) throw invalidField("memberId", "required", "With an API key, name the member whose notifications you want.");
    return (await getMember(tx, id)).userId;
  }

  return {
    memberOf,

    /** Runs in the transaction of what happened. Ids are stored ids. */
    async notify(ctx: Pick<TxContext, "tx" | "now" | "actor">, ...notices: Notice[]): Promise<void> {
      const others = notices.flatMap((notice) =>
        [...new Set(notice.memberIds)]
          .filter((id) => !(ctx.actor.kind === "member" && ctx.actor.id === id))
          .map((memberId) => ({ memberId, notice })),
      );
      if (others.length === 0) return;
      const made = others.map(({ memberId, notice }) => ({
        id: deps.ids.uuid(),
        memberId,
        kind: notice.kind,
        conversationId: notice.conversationId,
        ticketId: notice.ticketId ?? null,
        flowId: notice.flowId ?? null,
        exportId: notice.exportId ?? null,
        detail: notice.detail ?? null,
        messageId: notice.messageId,
        actor: { kind: ctx.actor.kind, id: actorWireId(ctx.actor) },
      }));
      await queries.insertNotifications(ctx.tx, ctx.now, made);
      await deps.push.queue(ctx, made);
    },

    list: queries.listNotifications,

    /** Marking read notifications again changes nothing. 404 for an unknown member; 403 for another member's. */
    async markRead(ctx: TxContext, input: ReadNotifications): Promise<{ read: number }> {
      const memberId = await memberOf(ctx.tx, ctx.actor, input.memberId);
      const ids = input.ids?.flatMap((wire) => parseWireId("ntf", wire) ?? []) ?? null;
      return { read: await queries.markRead(ctx.tx, ctx.now, memberId, ids) };
    },
  };
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;

export function renderNotification(row: queries.NotificationRow): Notification {
  return {
    id: wireId("ntf", row.id),
    kind: row.kind,
    memberId: wireId("agt", row.member_id),
    conversationId: row.conversation_id === null ? null : wireId("conv", row.conversation_id),
    ticketId: row.ticket_id === null ? null : wireId("tkt", row.ticket_id),
    messageId: row.message_id === null ? null : wireId("msg", row.message_id),
    flowId: row.flow_id === null ? null : wireId("flow", row.flow_id),
    exportId: row.export_id === null ? null : wireId("oex", row.export_id),
    grantId: row.kind === "grant_ended" || row.kind === "grant_requested" ? row.detail : null,
    text: row.kind === "flow" ? row.detail : null,
    target: row.kind === "sla_breach" ? (row.detail as Notification["target"]) : null,
    actor: { kind: row.actor_kind, id: row.actor_id },
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}
