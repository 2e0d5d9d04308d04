import { Type } from "typebox";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, contentRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { Call, CallList, CallWithTurns, ListCallsQuery } from "./calls.schema.ts";
import { CreateCall } from "./outbound/outbound.schema.ts";
import type { Outbound } from "./outbound/outbound.service.ts";
import { type CallsService, renderCall } from "./calls.service.ts";
import { recordingType } from "./recording/joining.ts";
import type { Recordings } from "./recording/recordings.service.ts";

const tag = "Calls";

export function callRoutes(service: CallsService, outbound: Outbound, recordings: Recordings, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.find(ctx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/calls",
      operationId: "listCalls",
      tag,
      summary: "List calls, newest first",
      description: "Members see the calls of conversations that they can see.",
      scope: "voice:read",
      query: ListCallsQuery,
      response: CallList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, ...filter } }) {
        const filters = { list: "calls", ...filter };
        const rows = await service.list(ctx, filter, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderCall);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/calls",
      operationId: "createCall",
      tag,
      summary: "Call somebody with a voice agent",
      description:
        "Responds immediately. The call is then made, at most once, and rings for 30 seconds. Its first minute is reserved, and charged only if a person answers; an answering machine does not count. 409 `conflict` if the agent is inactive, outside its hours or at its limits, if the contact is blocked or has opted out, and for the fourth call to a number in 24 hours.",
      scope: "voice:write",
      body: CreateCall,
      response: Call,
      errors: ["conflict", "insufficient_credits", "entitlement_exceeded", "app_inactive"],
      example: {
        body: {
          voiceAgentId: "vag_01980000000070008000000000000000",
          phoneNumberId: "pnr_01980000000070008000000000000000",
          to: "+49 30 1234567",
          consent: "requested",
          purpose: "The room for two nights from the third of May is confirmed.",
        },
      },
      prepare: (ctx, { body }) => outbound.prepare(ctx, body),
      handle: (ctx, { body }, prepared) => outbound.create(ctx, body, prepared),
    }),
    readRoute({
      method: "GET",
      path: "/calls/:id",
      operationId: "getCall",
      tag,
      summary: "Get a call with its transcript",
      scope: "voice:read",
      params: IdParams,
      response: CallWithTurns,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    contentRoute({
      method: "GET",
      path: "/calls/:id/recording",
      operationId: "getCallRecording",
      contentType: recordingType,
      tag,
      summary: "Download the recording of a call",
      description:
        "A WAV file in G.711 µ-law, two channels: the caller on the left, the voice agent on the right. Supports Range, If-None-Match and HEAD. 404 `not_found` naming `recording` if there is none, which is always the case for calls on chat channels, because their audio does not pass through the product. 409 `conflict` during the call and until the file is ready. Downloads are recorded in the audit log.",
      scope: "voice:read",
      params: IdParams,
      response: Type.String(),
      errors: ["conflict"],
      open: (ctx, params) => recordings.open(ctx, params.id),
    }),
    writeRoute({
      method: "DELETE",
      path: "/calls/:id/recording",
      operationId: "deleteCallRecording",
      tag,
      summary: "Delete the recording of a call",
      description: "Also works during the call: recording then stops. The transcript stays.",
      scope: "voice:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => recordings.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/calls/:id/hang-up",
      operationId: "hangUpCall",
      tag,
      summary: "End a call that is in progress",
      description:
        "Takes a few seconds, because the voice agent says goodbye first, unless it is still being connected. 409 `conflict` unless the call is in progress.",
      scope: "voice:write",
      params: IdParams,
      response: Call,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.request(ctx, params.id, "hang_up"),
    }),
    writeRoute({
      method: "POST",
      path: "/calls/:id/transfer",
      operationId: "transferCall",
      tag,
      summary: "Transfer a call that is in progress",
      description:
        "Transfers to the phone number in the voice agent's settings, during its transfer hours; otherwise nothing happens. On a chat channel the caller is told that somebody will write or call back, the call ends, and the conversation goes to the team. 409 `conflict` unless the call is in progress.",
      scope: "voice:write",
      params: IdParams,
      response: Call,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.request(ctx, params.id, "transfer"),
    }),
  ];
}
