import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import { visibleIds } from "#modules/inbox/visibility/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { renderPresence } from "./presence.render.ts";
import type { Presence, SetPresence } from "./presence.schema.ts";
import type { PresenceTable } from "./presence-table.ts";

export type PresenceService = ReturnType<typeof createPresenceService>;

export function createPresenceService({ table, conversations }: { table: PresenceTable; conversations: ConversationsService }) {
  /** A member can only name themselves; a key must name the member. */
  async function memberOf(ctx: TxContext, id: string | undefined): Promise<string> {
    if (ctx.actor.kind === "member") {
      if (id !== undefined && (await getMember(ctx.tx, id)).userId !== ctx.actor.id)
        throw new AppError("forbidden", { message: "Members can only set their own presence." });
      return ctx.actor.id;
    }
    if (id === undefined) throw invalidField("memberId", "required", "With an API key, name the member whose presence you set.");
    return (await getMember(ctx.tx, id)).userId;
  }

  const of = (tenantId: string, conversationId: string) =>
    table
      .list(tenantId)
      .filter((each) => each.conversationId === conversationId)
      .map(renderPresence);

  return {
    exists: async (ctx: TxContext, wire: string): Promise<void> => {
      await conversations.find(ctx, wire);
    },

    /** Entries of the conversations that the caller may see; an id not among them matches nothing. */
    async list(ctx: TxContext, wire: string | undefined): Promise<Presence[]> {
      const id = wire === undefined ? null : parseWireId("conv", wire);
      const all = table.list(ctx.tenantId).filter(({ conversationId }) => wire === undefined || conversationId === id);
      const seen = await visibleIds(ctx, [...new Set(all.map(({ conversationId }) => conversationId))]);
      return all.filter(({ conversationId }) => seen.has(conversationId)).map(renderPresence);
    },

    /** Returns everybody present now. Throws not_found for an unknown member. */
    async set(ctx: TxContext, wire: string, { state, memberId }: SetPresence): Promise<Presence[]> {
      const { id } = await conversations.find(ctx, wire);
      const userId = await memberOf(ctx, memberId);
      table.put({ tenantId: ctx.tenantId, conversationId: id, userId, state: state === "gone" ? null : state, now: ctx.now });
      return of(ctx.tenantId, id);
    },
  };
}
