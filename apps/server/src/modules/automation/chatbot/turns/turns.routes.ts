import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import { readViewer } from "#modules/inbox/visibility/index.ts";
import type { Database } from "#platform/db/database.ts";
import { notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { ChatbotsService } from "../chatbots.service.ts";
import { conversationUuid, type Control } from "../control.ts";
import type { Trials } from "../trials.ts";
import { findTurn, listChatbotTurns, listConversationTurns } from "./turns.queries.ts";
import { renderTrial, renderTurn } from "./turns.render.ts";
import {
  ChatbotReplay,
  ChatbotTrial,
  ChatbotTurn,
  ChatbotTurnList,
  ConversationChatbot,
  ListChatbotTurnsQuery,
  ListConversationTurnsQuery,
  PlaygroundRequest,
} from "./turns.schema.ts";
import { wireId } from "#platform/ids/ids.ts";

const tag = "Chatbot";

export interface TurnRoutesDeps {
  database: Database;
  pager: Pager;
  service: ChatbotsService;
  control: Control;
  trials: Trials;
  conversations: Pick<ConversationsService, "find" | "get">;
}

export function turnRoutes({ database, pager, service, control, trials, conversations }: TurnRoutesDeps): AnyRoute[] {
  const conversationExists = async (ctx: TxContext, params: { id: string }) => {
    await conversations.find(ctx, params.id);
  };
  const handlingOf = async (ctx: TxContext, wire: string) => {
    const { id, status, pendingReason, handledBy } = await conversations.get(ctx, wire);
    return { conversationId: id, status, pendingReason, handledBy };
  };
  // A turn contains what the customer wrote.
  async function getTurn(ctx: TxContext, wire: string) {
    const id = parseWireId("btn", wire);
    const row = id === null ? null : await findTurn(ctx.tx, id);
    if (row === null) throw notFound(wire);
    // A conversation that the caller may not see is not found.
    await conversations.find(ctx, wireId("conv", row.conversation_id));
    return row;
  }
  return [
    readRoute({
      method: "GET",
      path: "/conversations/:id/chatbot-turns",
      operationId: "listConversationChatbotTurns",
      tag,
      summary: "List the chatbot's turns in a conversation, newest first",
      description: "Also needs `messages:read`: a turn contains what the customer wrote.",
      scope: "chatbot:read",
      alsoScopes: ["messages:read"],
      params: IdParams,
      query: ListConversationTurnsQuery,
      response: ChatbotTurnList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        await conversations.find(ctx, params.id);
        const filters = { list: "chatbot turns", conversation: params.id };
        const after = pager.read(ctx.tenantId, filters, cursor);
        const rows = await listConversationTurns(ctx.tx, conversationUuid(params.id), after, limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderTurn);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/:id/chatbot/hand-over",
      operationId: "handOverFromChatbot",
      tag,
      summary: "Take a conversation over from the chatbot",
      description: "The conversation becomes open, without a message to the customer. Has no effect if no chatbot has it.",
      scope: "conversations:write",
      params: IdParams,
      response: ConversationChatbot,
      exists: conversationExists,
      async handle(ctx, { params }) {
        await control.handOver(ctx, params.id);
        return handlingOf(ctx, params.id);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/:id/chatbot/resume",
      operationId: "resumeChatbot",
      tag,
      summary: "Hand an open conversation to its channel's chatbot",
      description:
        "The chatbot answers what the customer wrote since the last answer. 409 `conflict` when the conversation is not open or no active chatbot serves the channel.",
      scope: "conversations:write",
      params: IdParams,
      response: ConversationChatbot,
      errors: ["conflict"],
      exists: conversationExists,
      async handle(ctx, { params }) {
        await control.resume(ctx, params.id);
        return handlingOf(ctx, params.id);
      },
    }),
    readRoute({
      method: "GET",
      path: "/chatbots/:id/turns",
      operationId: "listChatbotTurns",
      tag,
      summary: "List a chatbot's turns, newest first",
      description: "Also needs `messages:read`: a turn contains what the customer wrote.",
      scope: "chatbot:read",
      alsoScopes: ["messages:read"],
      params: IdParams,
      query: ListChatbotTurnsQuery,
      response: ChatbotTurnList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor, decision } }) {
        const { id } = await service.find(ctx.tx, params.id);
        const filters = { list: "turns of a chatbot", chatbot: params.id, decision };
        const after = pager.read(ctx.tenantId, filters, cursor);
        const rows = await listChatbotTurns(ctx.tx, id, decision ?? null, await readViewer(ctx), after, limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderTurn);
      },
    }),
    readRoute({
      method: "GET",
      path: "/chatbot-turns/:id",
      operationId: "getChatbotTurn",
      tag,
      summary: "Get a chatbot turn with its steps",
      description: "Also needs `messages:read`: a turn contains what the customer wrote.",
      scope: "chatbot:read",
      alsoScopes: ["messages:read"],
      params: IdParams,
      response: ChatbotTurn,
      handle: async (ctx, { params }) => renderTurn(await getTurn(ctx, params.id)),
    }),
    writeRoute({
      method: "POST",
      path: "/chatbot-turns/:id/replay",
      operationId: "replayChatbotTurn",
      tag,
      summary: "Replay a turn with the current settings and knowledge",
      description:
        "Uses the conversation as it was at the time of the turn. Nothing is sent; the AI request is charged, as in the playground. Also needs `messages:read`.",
      scope: "chatbot:write",
      alsoScopes: ["messages:read"],
      params: IdParams,
      response: ChatbotReplay,
      exists: async (ctx, params) => {
        const row = await getTurn(ctx, params.id);
        await service.find(ctx.tx, wireId("bot", row.chatbot_id));
      },
      prepare: (ctx, { params }) => trials.replay(ctx, params.id),
      async handle(_ctx, { params }, { turn, chatbot, tried }) {
        const before = renderTurn(turn);
        const after = renderTrial(chatbot, tried);
        return { turnId: params.id, before, after, changed: before.decision !== after.decision || before.reply !== after.reply };
      },
    }),
    writeRoute({
      method: "POST",
      path: "/chatbots/:id/playground",
      operationId: "tryChatbot",
      tag,
      summary: "Preview a chatbot's answer",
      description:
        "Uses the current settings, even of an inactive chatbot, or overrides of them. Nothing is sent; the AI request is charged.",
      scope: "chatbot:write",
      params: IdParams,
      body: PlaygroundRequest,
      response: ChatbotTrial,
      exists: async (ctx, params) => {
        await service.find(ctx.tx, params.id);
      },
      example: { body: { message: "When do you open on Sundays?" } },
      async prepare(ctx, { params, body }) {
        const chatbot = await database.withTenant(ctx.tenantId, async (tx) => {
          const found = await service.find(tx, params.id);
          if (body.settings === undefined) return found;
          return { ...found, settings: await service.merge(tx, found.settings, body.settings, "settings.") };
        });
        const tried = await trials.tryMessage(ctx.tenantId, chatbot, {
          message: body.message,
          history: body.history,
          at: body.at === undefined ? undefined : new Date(body.at),
          purpose: "playground",
        });
        return renderTrial(chatbot, tried);
      },
      handle: async (_ctx, _input, trial) => trial,
    }),
  ];
}
