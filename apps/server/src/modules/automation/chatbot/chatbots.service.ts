import { checkBusinessHours } from "#modules/people/agent-settings/index.ts";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { assignToActingGrant } from "#platform/auth/acting-grant.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { type ChatbotSettings, defaultSettings } from "./chatbot-settings.ts";
import { chatbotAllowance } from "./chatbot-allowance.ts";
import * as queries from "./chatbots.queries.ts";
import type { Chatbot, CreateChatbot, UpdateChatbot } from "./chatbots.schema.ts";

export interface ChatbotsDeps {
  ids: IdSource;
  entitlements: Pick<EntitlementsService, "claim">;
}

export function createChatbotsService(deps: ChatbotsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.ChatbotRow> {
    const id = parseWireId("bot", wire);
    const row = id === null ? null : await queries.findChatbot(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** Throws not_found for an unknown channel. */
  async function channelsOf(tx: Tx, wires: string[]): Promise<string[]> {
    const ids = wires.map((wire) => parseWireId("chn", wire));
    const found = await queries.lockChannels(
      tx,
      ids.filter((id) => id !== null),
    );
    const missing = wires.filter((_, i) => !found.has(ids[i] ?? ""));
    if (missing.length > 0) throw notFound(...missing);
    return [...found];
  }

  async function bind(tx: Tx, id: string, channelIds: string[]): Promise<void> {
    const [taken] = await queries.bindChannels(tx, id, channelIds);
    if (taken === undefined) return;
    throw new AppError("already_exists", {
      message: "Another chatbot serves this channel. Remove the channel from that chatbot first.",
      details: [{ field: "channelIds", issue: "exists", id: wireId("bot", taken.chatbot_id) }],
    });
  }

  /**
   * The settings with the given ones merged in. 400 for impossible hours; 404 for an unknown division or assignee.
   * `at`: the path in the body.
   */
  async function merge(
    tx: Tx,
    before: ChatbotSettings,
    input: Omit<UpdateChatbot, "name" | "isActive" | "channelIds">,
    at = "",
  ): Promise<ChatbotSettings> {
    if (input.activeHours != null) checkBusinessHours(input.activeHours, `${at}activeHours`);
    const { divisionId, assigneeId, ...handover } = input.handover ?? {};
    const after: ChatbotSettings = {
      persona: { ...before.persona, ...input.persona },
      instructions: input.instructions ?? before.instructions,
      scope: { ...before.scope, ...input.scope },
      handover: { ...before.handover, ...handover },
      activeHours: input.activeHours === undefined ? before.activeHours : input.activeHours === null ? null : known(input.activeHours),
      reply: { ...before.reply, ...input.reply },
      knowledge: { ...before.knowledge, ...input.knowledge },
      model: { ...before.model, ...input.model },
      limits: { ...before.limits, ...input.limits },
    };
    if (divisionId !== undefined) after.handover.divisionId = divisionId === null ? null : await divisionOf(tx, divisionId);
    if (assigneeId !== undefined) after.handover.assigneeId = assigneeId === null ? null : (await getMember(tx, assigneeId)).userId;
    return after;
  }

  async function divisionOf(tx: Tx, wire: string): Promise<string> {
    const id = parseWireId("div", wire);
    if (id === null || !(await queries.divisionExists(tx, id))) throw notFound(wire);
    return id;
  }

  return {
    find,
    merge,

    async get(tx: Tx, wire: string): Promise<Chatbot> {
      return renderChatbot(await find(tx, wire));
    },

    list: queries.listChatbots,

    /**
     * 403 entitlement_exceeded; 404 for an unknown channel, division or assignee; 409 already_exists for a channel served by another
     * chatbot, naming that chatbot.
     */
    async create(ctx: TxContext, input: CreateChatbot): Promise<Chatbot> {
      const { tx } = ctx;
      const channelIds = await channelsOf(tx, input.channelIds ?? []);
      const settings = await merge(tx, structuredClone(defaultSettings), input);
      await deps.entitlements.claim(tx, ctx.now, chatbotAllowance.name);
      const id = deps.ids.uuid();
      await queries.insertChatbot(tx, ctx.now, { id, name: input.name.trim() || input.name, is_active: input.isActive ?? false, settings });
      await bind(tx, id, channelIds);
      await recordAudit(ctx, deps.ids, "chatbot.created", wireId("bot", id), { isActive: input.isActive ?? false });
      return this.get(tx, wireId("bot", id));
    },

    /** Throws what `create` throws. Conversations that it no longer serves go to people soon after. */
    async update(ctx: TxContext, wire: string, input: UpdateChatbot): Promise<Chatbot> {
      const { tx } = ctx;
      const channelIds = input.channelIds === undefined ? null : await channelsOf(tx, input.channelIds);
      const row = await find(tx, wire, true);
      const settings = await merge(tx, row.settings, input);
      const isActive = input.isActive ?? row.is_active;
      const lost = channelIds !== null && row.channel_ids.some((id) => !channelIds.includes(id));
      await queries.updateChatbot(tx, ctx.now, {
        id: row.id,
        name: input.name?.trim() || row.name,
        is_active: isActive,
        settings,
        releases: (row.is_active && !isActive) || lost,
      });
      await assignToActingGrant(tx, "chatbots", row.id);
      if (channelIds !== null) await bind(tx, row.id, channelIds);
      await recordAudit(ctx, deps.ids, "chatbot.updated", wire, { fields: Object.keys(input), isActive });
      return this.get(tx, wire);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteChatbot(ctx.tx, ctx.now, row.id);
      await recordAudit(ctx, deps.ids, "chatbot.deleted", wire);
      return { id: wire, deleted: true };
    },
  };
}

export type ChatbotsService = ReturnType<typeof createChatbotsService>;

/** Drops what the schema does not name: bodies may hold more. */
function known(hours: NonNullable<ChatbotSettings["activeHours"]>): NonNullable<ChatbotSettings["activeHours"]> {
  const { mode, timezone, weekly, holidays, outsideMessage } = hours;
  return { mode, timezone, weekly: weekly.map(({ day, from, to }) => ({ day, from, to })), holidays, outsideMessage };
}

export function renderChatbot(row: queries.ChatbotRow): Chatbot {
  const { handover, ...rest } = row.settings;
  return {
    id: wireId("bot", row.id),
    name: row.name,
    isActive: row.is_active,
    channelIds: row.channel_ids.map((id) => wireId("chn", id)),
    ...rest,
    handover: {
      ...handover,
      divisionId: handover.divisionId === null ? null : wireId("div", handover.divisionId),
      assigneeId: handover.assigneeId === null ? null : wireId("agt", handover.assigneeId),
    },
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
