import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { CreateMacro, ListMacrosQuery, Macro, MacroList, MacroRun, RunMacro, UpdateMacro } from "./macros.schema.ts";
import type { MacrosService } from "./macros.service.ts";

const tag = "Macros";

export function macroRoutes(service: MacrosService, pager: Pager, sent: () => void): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/macros",
      operationId: "listMacros",
      tag,
      summary: "List shared macros and your own, newest first",
      scope: "conversations:read",
      query: ListMacrosQuery,
      response: MacroList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, visibility } }) {
        const filters = { list: "macros", visibility };
        const rows = await service.list(ctx, visibility, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.position, row.id],
          (row) => row,
        );
        const data = [];
        for (const row of page.data) data.push(await service.render(ctx.tx, row));
        return { data, pageInfo: page.pageInfo };
      },
    }),
    writeRoute({
      method: "POST",
      path: "/macros",
      operationId: "createMacro",
      tag,
      summary: "Create a macro",
      description: "A private macro can be seen and run only by the member or API key that created it.",
      scope: "conversations:write",
      body: CreateMacro,
      response: Macro,
      example: {
        body: {
          name: "Shipped",
          visibility: "shared",
          actions: [
            { type: "send_message", text: "Hello {{contact.firstName|there}}, your order has left." },
            { type: "add_label", label: "Shipped" },
            { type: "set_status", status: "resolved" },
          ],
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/macros/:id",
      operationId: "getMacro",
      tag,
      summary: "Get a macro",
      scope: "conversations:read",
      params: IdParams,
      response: Macro,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/macros/:id",
      operationId: "updateMacro",
      tag,
      summary: "Update a macro",
      scope: "conversations:write",
      params: IdParams,
      body: UpdateMacro,
      response: Macro,
      exists,
      example: { body: { name: "Shipped today", actions: [{ type: "set_priority", priority: "low" }] } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/macros/:id",
      operationId: "deleteMacro",
      tag,
      summary: "Delete a macro",
      scope: "conversations:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/macros/:id/run",
      operationId: "runMacro",
      tag,
      summary: "Run a macro on a conversation",
      description:
        "Either all actions are applied, in order, or none: if one is refused, the macro is refused and the error names the action. Messages are accepted for sending together with the other changes; a macro that sends also needs the scope `messages:send`.",
      scope: "conversations:write",
      params: IdParams,
      body: RunMacro,
      response: MacroRun,
      errors: [
        "entitlement_exceeded",
        "invalid_transition",
        "conflict",
        "window_closed",
        "template_variables_mismatch",
        "channel_not_connected",
        "recipient_opted_out",
        "recipient_invalid",
        "unsupported_by_channel",
      ],
      exists,
      example: { body: { conversationId: "conv_01980000000070008000000000000000" } },
      prepare: (ctx, { params, body }) => service.prepareRun(ctx, params.id, body.conversationId),
      handle: (ctx, { params, body }, prepared) => service.run(ctx, params.id, body.conversationId, prepared),
      committed: sent,
    }),
  ];
}
