import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { CreateVoiceAgent, ListVoiceAgentsQuery, UpdateVoiceAgent, VoiceAgent, VoiceAgentList } from "./voice-agents.schema.ts";
import { renderVoiceAgent, type VoiceAgentsService } from "./voice-agents.service.ts";

const tag = "Voice agents";
const rules =
  "The channel's addresses must be phone numbers, silenceHangUpSeconds must be more than silencePromptSeconds, names in afterCall.extract must be unique, and a choice must have choices.";

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
      description: "Once active, it answers calls to the phone numbers assigned to it.",
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
      summary: "Activate a voice agent",
      description:
        "From then on it takes calls. 409 `conflict` without an active AI key that supports speech. Has no effect if it is already active.",
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
      summary: "Deactivate a voice agent",
      description: "Callers hear its unavailable message, or are transferred. Calls in progress continue.",
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
      description: "Its phone numbers are no longer answered. Its calls stay listed.",
      scope: "voice:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
