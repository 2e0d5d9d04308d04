import { type ConversationFiltersService, conversationCounter, conversationPage } from "#modules/inbox/conversations/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { readIdList } from "#platform/http/reading/id-list.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import * as queries from "./views.queries.ts";
import type { CreateView, UpdateView, View } from "./views.schema.ts";

export interface ViewsDeps {
  ids: IdSource;
  filters: ConversationFiltersService;
  pager: Pager;
}

export function createViewsService(deps: ViewsDeps) {
  async function find(ctx: TxContext, wire: string, lock = false): Promise<queries.ViewRow> {
    const id = parseWireId("view", wire);
    const row = id === null ? null : await queries.findView(ctx.tx, id, actorWireId(ctx.actor), lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function render(tx: Tx, row: queries.ViewRow): Promise<View> {
    return {
      id: wireId("view", row.id),
      name: row.name,
      visibility: row.visibility,
      ownerId: row.owner,
      filters: await deps.filters.render(tx, row.filters),
      sort: row.sort,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  }

  /** Views as requested: optionally with the counts of their conversations. */
  async function shown(ctx: TxContext, rows: queries.ViewRow[], counted: boolean): Promise<View[]> {
    const counts = counted ? await conversationCounter(ctx) : null;
    const views: View[] = [];
    for (const row of rows) {
      const view = await render(ctx.tx, row);
      views.push(counts === null ? view : { ...view, counts: await counts(await deps.filters.fromStored(ctx, row.filters), row.sort) });
    }
    return views;
  }

  return {
    shown,

    /** Throws not_found, also for another member's private view. */
    async get(ctx: TxContext, wire: string, counted = false): Promise<View> {
      const [view] = await shown(ctx, [await find(ctx, wire)], counted);
      return view as View;
    },

    list: (ctx: TxContext, visibility: string | undefined, after: string[] | null, limit: number) =>
      queries.listViews(ctx.tx, actorWireId(ctx.actor), visibility, after, limit),

    /** 404 for an unknown channel, contact or agent in the filters; 400 for an unknown label. */
    async create(ctx: TxContext, input: CreateView): Promise<View> {
      const id = deps.ids.uuid();
      const row = await queries.insertView(ctx.tx, ctx.now, id, actorWireId(ctx.actor), {
        name: cleanName(input.name),
        visibility: input.visibility ?? "private",
        filters: await deps.filters.toStored(ctx.tx, input.filters),
        sort: input.sort ?? "lastMessageAt",
      });
      await recordAudit(ctx, deps.ids, "view.created", wireId("view", id), { visibility: row.visibility });
      return render(ctx.tx, row);
    },

    async update(ctx: TxContext, wire: string, input: UpdateView): Promise<View> {
      const row = await find(ctx, wire, true);
      const changed = await queries.updateView(ctx.tx, ctx.now, row.id, {
        name: input.name === undefined ? row.name : cleanName(input.name),
        visibility: input.visibility ?? row.visibility,
        filters: input.filters === undefined ? row.filters : await deps.filters.toStored(ctx.tx, input.filters),
        sort: input.sort ?? row.sort,
      });
      // A shared view that becomes private stays with its author.
      const fields = (["name", "visibility", "filters", "sort"] as const).filter((field) => input[field] !== undefined);
      await recordAudit(ctx, deps.ids, "view.updated", wire, { fields });
      return render(ctx.tx, changed);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx, wire, true);
      await queries.deleteView(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "view.deleted", wire);
      return { id: wire, deleted: true };
    },

    /** A page of what the view shows now. Throws not_found, invalid_cursor. */
    async conversations(ctx: TxContext, wire: string, page: { limit: number; cursor: string | undefined }, ids?: string) {
      const row = await find(ctx, wire);
      const only = readIdList("conv", ids);
      const filter = { ...(await deps.filters.fromStored(ctx, row.filters)), ...(only === undefined ? {} : { ids: only }) };
      return conversationPage(ctx, deps.pager, filter, { ...page, sort: row.sort, bound: { view: row.id, ...row.filters, ids } });
    },
  };
}

export type ViewsService = ReturnType<typeof createViewsService>;

function cleanName(name: string): string {
  const clean = name.trim();
  if (clean === "") throw invalidField("name", "too_short");
  return clean;
}
