import { Type } from "typebox";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, contentRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { renderRecipient } from "./broadcasts.render.ts";
import {
  Broadcast,
  BroadcastList,
  BroadcastPreview,
  BroadcastStats,
  CreateBroadcast,
  ListBroadcastsQuery,
  ListRecipientsQuery,
  PreviewBroadcast,
  RecipientList,
  ScheduleBroadcast,
  UpdateBroadcast,
} from "./broadcasts.schema.ts";
import type { BroadcastsService } from "./broadcasts.service.ts";
import type { createInsight } from "./insight.ts";
import { listRecipients } from "./recipients/recipients.queries.ts";
import type { createRecipientsCsv } from "./recipients/recipients-csv.ts";

const tag = "Broadcasts";
/** For a filter id that cannot exist: it matches nothing, exactly like another tenant's. */
const nilId = "00000000-0000-0000-0000-000000000000";
const channelId = "chn_01980000000070008000000000000000";
const rules = [{ field: "tags", op: "has_any", value: ["vip"] }];
const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
const readyErrors = ["channel_not_connected", "template_not_approved", "template_variables_mismatch", "app_inactive"] as const;

export function broadcastRoutes(
  service: BroadcastsService,
  insight: ReturnType<typeof createInsight>,
  csv: ReturnType<typeof createRecipientsCsv>,
  pager: Pager,
): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.find(ctx.tx, params.id);
  };
  const verb = (
    name: "send" | "pause" | "resume" | "cancel" | "retry-failed",
    operationId: string,
    summary: string,
    description: string,
    errors: Parameters<typeof writeRoute>[0]["errors"] & object,
    handle: (ctx: TxContext, wire: string) => Promise<Broadcast>,
  ) =>
    writeRoute({
      method: "POST",
      path: `/broadcasts/:id/${name}`,
      operationId,
      tag,
      summary,
      description,
      scope: "broadcasts:send",
      params: IdParams,
      response: Broadcast,
      errors: ["invalid_transition", ...errors],
      wakeTopics: ["broadcasts"],
      exists,
      handle: (ctx, { params }) => handle(ctx, params.id),
    });

  return [
    readRoute({
      method: "GET",
      path: "/broadcasts",
      operationId: "listBroadcasts",
      tag,
      summary: "List broadcasts, newest first",
      scope: "broadcasts:read",
      query: ListBroadcastsQuery,
      response: BroadcastList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, status, channelId: channel, since, until } }) {
        const filters = { list: "broadcasts", status, channel, since, until };
        const wanted = channel === undefined ? undefined : (parseWireId("chn", channel) ?? nilId);
        const filter = { status, channelId: wanted, since: instant(since), until: instant(until) };
        const rows = await service.list(ctx.tx, filter, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.position, row.id],
          (row) => row,
        );
        return { data: await service.render(ctx.tx, ctx.now, page.data), pageInfo: page.pageInfo };
      },
    }),
    writeRoute({
      method: "POST",
      path: "/broadcasts",
      operationId: "createBroadcast",
      tag,
      summary: "Create a broadcast",
      description:
        "Creates a draft: nothing is sent until it is scheduled or sent. With `scheduledAt` it is scheduled at once, by the rules of POST /broadcasts/{id}/schedule, which also needs the scope broadcasts:send.",
      scope: "broadcasts:write",
      body: CreateBroadcast,
      response: Broadcast,
      errors: ["audience_empty", "template_required", ...readyErrors],
      rules: "The time is not in the future, or too far ahead; the text uses an unknown variable.",
      wakeTopics: ["broadcasts"],
      example: {
        body: {
          title: "Autumn offer",
          channelId,
          messageContent: { name: "autumn_offer", language: "en", variables: [{ field: "firstName", fallback: "there" }, "20 %"] },
          targetAudience: { match: "all", rules, exclude: { rules: [{ field: "country", op: "eq", value: "US" }] } },
          quietHours: { from: "21:00", to: "08:00", timezone: "Europe/Berlin" },
          sendRatePerMinute: 600,
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    writeRoute({
      method: "POST",
      path: "/broadcasts/preview",
      operationId: "previewBroadcast",
      tag,
      summary: "Count an audience",
      description:
        "Returns the number of contacts, ten of them, who would be excluded and why, and how long sending takes. Nothing is stored. For a very large number of contacts the count may be an estimate: see `exact`.",
      scope: "broadcasts:read",
      body: PreviewBroadcast,
      response: BroadcastPreview,
      errors: ["audience_empty"],
      example: { body: { channelId, targetAudience: { rules } } },
      handle: (ctx, { body }) => insight.preview(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/broadcasts/:id",
      operationId: "getBroadcast",
      tag,
      summary: "Get a broadcast",
      scope: "broadcasts:read",
      params: IdParams,
      response: Broadcast,
      handle: (ctx, { params }) => service.get(ctx.tx, ctx.now, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/broadcasts/:id",
      operationId: "updateBroadcast",
      tag,
      summary: "Update a broadcast",
      description:
        "Only while it is a draft or scheduled. `scheduledAt` schedules a draft, which also needs the scope broadcasts:send; null makes a scheduled one a draft again. Changing anything but the title of a broadcast that stays scheduled also needs broadcasts:send.",
      scope: "broadcasts:write",
      params: IdParams,
      body: UpdateBroadcast,
      response: Broadcast,
      errors: ["conflict", "audience_empty", "template_required", ...readyErrors],
      rules:
        "The time of a scheduled broadcast is not in the future, or too far ahead; the content is of a kind that the channel does not support; the text uses an unknown variable.",
      wakeTopics: ["broadcasts"],
      exists,
      example: { body: { title: "Winter offer" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/broadcasts/:id",
      operationId: "deleteBroadcast",
      tag,
      summary: "Delete a broadcast",
      description:
        "Also deletes its list of recipients; messages stay in their conversations. Not possible while it is sending or paused: cancel it first.",
      scope: "broadcasts:write",
      params: IdParams,
      response: Deleted,
      errors: ["conflict"],
      wakeTopics: ["broadcasts"],
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/broadcasts/:id/schedule",
      operationId: "scheduleBroadcast",
      tag,
      summary: "Schedule a broadcast",
      description: "Recipients are selected when it starts.",
      scope: "broadcasts:send",
      params: IdParams,
      body: ScheduleBroadcast,
      response: Broadcast,
      errors: ["invalid_transition", "audience_empty", ...readyErrors],
      rules: "The time is not in the future, or too far ahead.",
      wakeTopics: ["broadcasts"],
      exists,
      example: { body: { scheduledAt: "2027-03-01T09:00:00.000Z" } },
      handle: (ctx, { params, body }) => service.schedule(ctx, params.id, body.scheduledAt),
    }),
    verb(
      "send",
      "sendBroadcast",
      "Send a broadcast now",
      "The list of recipients is fixed first, then messages are sent within the rate limit; people's messages on the same channel go first.",
      ["audience_empty", "entitlement_exceeded", ...readyErrors],
      (ctx, wire) => service.send(ctx, wire),
    ),
    verb(
      "pause",
      "pauseBroadcast",
      "Pause a broadcast",
      "Nothing more is sent, except messages already being sent. Messages in the channel's queue are cancelled; their recipients wait again.",
      [],
      (ctx, wire) => service.pause(ctx, wire),
    ),
    verb(
      "resume",
      "resumeBroadcast",
      "Resume a paused broadcast",
      "The counters of autoPause restart.",
      ["entitlement_exceeded", ...readyErrors],
      (ctx, wire) => service.resume(ctx, wire),
    ),
    verb("cancel", "cancelBroadcast", "Cancel a broadcast", "Final: recipients who have not received it are skipped.", [], (ctx, wire) =>
      service.cancel(ctx, wire),
    ),
    verb(
      "retry-failed",
      "retryFailedBroadcast",
      "Resend a broadcast to failed recipients",
      "Only recipients with status failed, never those whose outcome is unknown.",
      ["conflict", ...readyErrors],
      (ctx, wire) => service.retryFailed(ctx, wire),
    ),
    readRoute({
      method: "GET",
      path: "/broadcasts/:id/recipients",
      operationId: "listBroadcastRecipients",
      tag,
      summary: "List the recipients of a broadcast",
      description: "Includes the outcome for each recipient, in sending order.",
      scope: "broadcasts:read",
      params: IdParams,
      query: ListRecipientsQuery,
      response: RecipientList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor, status } }) {
        const { id } = await service.find(ctx.tx, params.id);
        const filters = { list: "broadcast-recipients", id, status };
        const after = Number(pager.read(ctx.tenantId, filters, cursor)?.[0] ?? 0);
        const rows = await listRecipients(ctx.tx, id, status, after, limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [String(row.n)], renderRecipient);
      },
    }),
    contentRoute({
      method: "GET",
      path: "/broadcasts/:id/recipients.csv",
      operationId: "downloadBroadcastRecipients",
      tag,
      summary: "Download the recipients of a broadcast as CSV",
      description: "Contains all recipients. Texts that a spreadsheet would treat as a formula are prefixed with an apostrophe.",
      scope: "broadcasts:read",
      params: IdParams,
      response: Type.String(),
      open: (ctx, params) => csv.open(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/broadcasts/:id/stats",
      operationId: "getBroadcastStats",
      tag,
      summary: "Get the statistics of a broadcast",
      scope: "broadcasts:read",
      params: IdParams,
      response: BroadcastStats,
      handle: (ctx, { params }) => insight.stats(ctx.tx, ctx.now, params.id),
    }),
  ];
}
