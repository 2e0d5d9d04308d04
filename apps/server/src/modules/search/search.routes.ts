import { ContactList } from "#modules/contacts/index.ts";
import { ConversationList } from "#modules/conversations/index.ts";
import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { MessageHitList, SearchAnswer, SearchListQuery, SearchMessagesQuery, SearchQuery } from "./search.schema.ts";
import type { SearchService } from "./search.service.ts";

const tag = "Search";

/** An id in a filter: one that cannot exist matches nothing, exactly like one of another tenant. */
const nobody = "00000000-0000-0000-0000-000000000000";

export function searchRoutes(service: SearchService, pager: Pager): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/search",
      operationId: "search",
      tag,
      summary: "Search messages, contacts and conversations at once",
      description:
        "The newest few of each. Conversations are those in which it was said, or whose contact is called so. All of one type: GET /search/messages, /search/contacts, /search/conversations. New messages are found after about a second.",
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
        "Case, accents and typing mistakes are forgiven, in every script. Texts, captions, file names, places and what filled a template are searched.",
      scope: "conversations:read",
      query: SearchMessagesQuery,
      response: MessageHitList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, ...given } }) {
        const filters = { list: "search messages", ...given };
        const rows = await service.messages(
          ctx,
          given.q,
          {
            channelId: given.channelId === undefined ? null : (parseWireId("chn", given.channelId) ?? nobody),
            contactId: given.contactId === undefined ? null : (parseWireId("cnt", given.contactId) ?? nobody),
            since: given.since === undefined ? null : new Date(given.since),
            until: given.until === undefined ? null : new Date(given.until),
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
          (row) => service.renderHit(row, given.q),
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
        "By name, e-mail or phone, newest first, as GET /contacts?q=. When nobody has the words, those that look like them, the likest first: typing mistakes are forgiven.",
      scope: "contacts:read",
      query: SearchListQuery,
      response: ContactList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { q, limit, cursor } }) {
        const filters = { list: "search contacts", q };
        const { mode, found } = await service.contacts(ctx, q, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          found,
          limit,
          (row) => [mode, row.position, row.id],
          (row) => row,
        );
        return { data: await service.renderContacts(ctx.tx, page.data), pageInfo: page.pageInfo };
      },
    }),
    readRoute({
      method: "GET",
      path: "/search/conversations",
      operationId: "searchConversations",
      tag,
      summary: "Search conversations, latest message first",
      description:
        "Those in which it was said, or whose contact is called so (the newest 500 such people; with the scope contacts:read). When there is none, those with what looks like the words.",
      scope: "conversations:read",
      query: SearchListQuery,
      response: ConversationList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { q, limit, cursor } }) {
        const filters = { list: "search conversations", q };
        const { mode, found } = await service.conversations(ctx, q, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          found,
          limit,
          (row) => [mode, row.position, row.id],
          (row) => row,
        );
        return { data: await service.renderConversations(ctx, page.data), pageInfo: page.pageInfo };
      },
    }),
  ];
}
