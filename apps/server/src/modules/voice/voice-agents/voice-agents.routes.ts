import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { CreateVoiceAgent, ListVoiceAgentsQuery, UpdateVoiceAgent, VoiceAgent, VoiceAgentList } from "./voice-agents.schema.ts";
import { renderVoiceAgent, type VoiceAgentsService } from "./voice-agents.service.ts";

const tag = "Voice agents";
const rules =
  "The channel's addresses must be telephone numbers, silenceHangUpSeconds more than silencePromptSeconds, names in afterCall.extract unique, and a choice has choices.";

export function voiceAgentRoutes(service: VoiceAgentsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/voice-agents",
      operationId: "listVoiceAgents",
      tag,
      summary: "List voice agents, newest first",
      scope: "voice:read",
      query: ListVoiceAgentsQuery,
      response: VoiceAgentList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "voice agents" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderVoiceAgent);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/voice-agents",
      operationId: "createVoiceAgent",
      tag,
      summary: "Create a voice agent",
      description: "It takes calls of the telephone numbers that name it once it is active.",
      scope: "voice:write",
      body: CreateVoiceAgent,
      response: VoiceAgent,
      rules,
      example: {
        body: {
          name: "Front desk",
          channelId: "chn_01980000000070008000000000000000",
          persona: { description: "You are the front desk of a small hotel." },
          opening: { greeting: "Hotel Alba, good day. How can I help you?" },
          transfer: { phoneNumber: "+49 30 1234567" },
          afterCall: {
            extract: [
              { name: "roomType", description: "The kind of room the caller wants", type: "choice", choices: ["single", "double"] },
            ],
          },
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/voice-agents/:id",
      operationId: "getVoiceAgent",
      tag,
      summary: "Get a voice agent",
      scope: "voice:read",
      params: IdParams,
      response: VoiceAgent,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/voice-agents/:id",
      operationId: "updateVoiceAgent",
      tag,
      summary: "Update a voice agent",
      description: "The next call uses the new settings.",
      scope: "voice:write",
      params: IdParams,
      body: UpdateVoiceAgent,
      response: VoiceAgent,
      rules,
      exists,
      example: { body: { scope: { blockedTopics: ["politics"] } } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "POST",
      path: "/voice-agents/:id/activate",
      operationId: "activateVoiceAgent",
      tag,
      summary: "Let a voice agent take calls",
      description: "409 `conflict` without an active AI key that speech can use. An active one stays active.",
      scope: "voice:write",
      params: IdParams,
      response: VoiceAgent,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.activate(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/voice-agents/:id/deactivate",
      operationId: "deactivateVoiceAgent",
      tag,
      summary: "Let a voice agent take no more calls",
      description: "Callers hear its message for that, or are transferred. Its current calls go on.",
      scope: "voice:write",
      params: IdParams,
      response: VoiceAgent,
      exists,
      handle: (ctx, { params }) => service.deactivate(ctx, params.id),
    }),
    writeRoute({
      method: "DELETE",
      path: "/voice-agents/:id",
      operationId: "deleteVoiceAgent",
      tag,
      summary: "Delete a voice agent",
      description: "Nobody answers its telephone numbers any more. Its calls stay in the list.",
      scope: "voice:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
