import type { Static } from "typebox";
import { ContactList } from "#modules/contacts/contacts/index.ts";
import { ConversationList } from "#modules/inbox/conversations/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { MessageHitList, SearchAnswer, SearchListQuery, SearchMessagesQuery, SearchQuery } from "./search.schema.ts";
import type { SearchPage, SearchService } from "./search.service.ts";
import type { FoundRow } from "./search.queries.ts";

const tag = "Search";

/** Stands for an id in a filter that cannot exist: matches nothing, exactly like another tenant's id. */
const nilId = "00000000-0000-0000-0000-000000000000";

export function searchRoutes(service: SearchService, pager: Pager): AnyRoute[] {
  /** One page of results. Its cursor records how they were found, so that the next page continues the same way. */
  async function pageOf<Item>(
    ctx: TxContext,
    list: string,
    { q, limit, cursor }: Static<typeof SearchListQuery>,
    of: { search(after: string[] | null, limit: number): Promise<SearchPage>; render(found: FoundRow[]): Promise<Item[]> },
  ) {
    const filters = { list, q };
    const { mode, found } = await of.search(pager.read(ctx.tenantId, filters, cursor), limit + 1);
    const page = pager.page(
      ctx.tenantId,
      filters,
      found,
      limit,
      (row) => [mode, row.position, row.id],
      (row) => row,
    );
    return { data: await of.render(page.data), pageInfo: page.pageInfo };
  }

  return [
    readRoute({
      method: "GET",
      path: "/search",
      operationId: "search",
      tag,
      summary: "Search messages, contacts and conversations at once",
      description:
        "Returns the newest few of each type. Conversations match by their messages or by the contact's name. For all results of one type use GET /search/messages, /search/contacts or /search/conversations. New messages are searchable after about a second.",
      scope: "conversations:read",
      query: SearchQuery,
      response: SearchAnswer,
      handle: (ctx, { query: { q, types, limit } }) => service.everything(ctx, q, types, limit),
    }),
    readRoute({
      method: "GET",
      path: "/search/messages",
      operationId: "searchMessages",
      tag,
      summary: "Search messages and notes, newest first",
      description:
        "Case and accents are ignored and typos tolerated, in every script. Texts, captions, file names, locations and template variables are searched.",
      scope: "conversations:read",
      query: SearchMessagesQuery,
      response: MessageHitList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, ...wireFilters } }) {
        const filters = { list: "search messages", ...wireFilters };
        const rows = await service.messages(
          ctx,
          wireFilters.q,
          {
            channelId: wireFilters.channelId === undefined ? null : (parseWireId("chn", wireFilters.channelId) ?? nilId),
            contactId: wireFilters.contactId === undefined ? null : (parseWireId("cnt", wireFilters.contactId) ?? nilId),
            since: wireFilters.since === undefined ? null : new Date(wireFilters.since),
            until: wireFilters.until === undefined ? null : new Date(wireFilters.until),
          },
          pager.read(ctx.tenantId, filters, cursor),
          limit + 1,
        );
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.occurred_at.toISOString(), row.id],
          (row) => service.renderHit(row, wireFilters.q),
        );
      },
    }),
    readRoute({
      method: "GET",
      path: "/search/contacts",
      operationId: "searchContacts",
      tag,
      summary: "Search contacts",
      description:
        "Searches name, e-mail and phone, newest first, as GET /contacts?q=. Without exact matches, returns similar ones, most similar first: typos are tolerated.",
      scope: "contacts:read",
      query: SearchListQuery,
      response: ContactList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) =>
        pageOf(ctx, "search contacts", query, {
          search: (after, limit) => service.contacts(ctx, query.q, after, limit),
          render: (found) => service.renderContacts(ctx.tx, found),
        }),
    }),
    readRoute({
      method: "GET",
      path: "/search/conversations",
      operationId: "searchConversations",
      tag,
      summary: "Search conversations, latest message first",
      description:
        "Matches by message, or by the contact's name (the newest 500 such contacts; with the scope contacts:read). Without exact matches, returns similar ones.",
      scope: "conversations:read",
      query: SearchListQuery,
      response: ConversationList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) =>
        pageOf(ctx, "search conversations", query, {
          search: (after, limit) => service.conversations(ctx, query.q, after, limit),
          render: (found) => service.renderConversations(ctx, found),
        }),
    }),
  ];
}
