import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { changeInBulk } from "../bulk.ts";
import { Contact } from "../contacts.schema.ts";
import type { ContactsDeps, ContactsService } from "../contacts.service.ts";
import { BulkContacts, BulkResult, DeleteTags, ListTagsQuery, MergeTags, RenameTag, TagChange, TagList } from "./tags.schema.ts";
import type { TagsService } from "./tags.service.ts";

const tag = "Contacts";
const background = "When many contacts have the tag, the first ones change at once and the others in the background.";

/** Operations on many contacts at once, tags and bulk changes, and blocking. */
export function tagRoutes(
  contacts: ContactsService,
  tags: TagsService,
  resolveConversations: ContactsDeps["resolveConversations"],
  pager: Pager,
): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await contacts.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/contacts/tags",
      operationId: "listTags",
      tag,
      summary: "List contact tags with their counts",
      description: "Sorted by name.",
      scope: "contacts:read",
      query: ListTagsQuery,
      response: TagList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, q } }) {
        const filters = { list: "tags", q };
        const rows = await tags.list(ctx.tx, q, pager.read(ctx.tenantId, filters, cursor)?.[0] ?? null, limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.name],
          (row) => row,
        );
      },
    }),
    writeRoute({
      method: "PATCH",
      path: "/contacts/tags",
      operationId: "renameTag",
      tag,
      summary: "Rename a tag on all contacts",
      description: `If the new name is an existing tag, the two are merged. ${background}`,
      scope: "contacts:write",
      body: RenameTag,
      response: TagChange,
      example: { body: { tag: "vip", name: "key account" } },
      handle: (ctx, { body }) => tags.replace(ctx, { tags: "tag", into: "name" }, [body.tag], body.name),
    }),
    writeRoute({
      method: "POST",
      path: "/contacts/tags/merge",
      operationId: "mergeTags",
      tag,
      summary: "Merge several tags into one",
      description: background,
      scope: "contacts:write",
      body: MergeTags,
      response: TagChange,
      example: { body: { tags: ["VIP", "v.i.p."], into: "vip" } },
      handle: (ctx, { body }) => tags.replace(ctx, { tags: "tags", into: "into" }, body.tags, body.into),
    }),
    writeRoute({
      method: "POST",
      path: "/contacts/tags/delete",
      operationId: "deleteTags",
      tag,
      summary: "Remove tags from all contacts",
      description: background,
      scope: "contacts:write",
      body: DeleteTags,
      response: TagChange,
      example: { body: { tags: ["spring sale"] } },
      handle: (ctx, { body }) => tags.replace(ctx, { tags: "tags", into: "" }, body.tags, null),
    }),
    writeRoute({
      method: "POST",
      path: "/contacts/bulk",
      operationId: "changeContactsInBulk",
      tag,
      summary: "Update up to 100 contacts at once",
      description: "Updates tags, owner, stage and blocking. Each contact has its own result: a failure does not affect the others.",
      scope: "contacts:write",
      body: BulkContacts,
      response: BulkResult,
      example: { body: { ids: ["cnt_019a8b7c6d5e7f008123456789abcdef"], addTags: ["vip"], removeTags: ["trial"] } },
      handle: (ctx, { body }) => changeInBulk(ctx, contacts, resolveConversations, body),
    }),
    writeRoute({
      method: "POST",
      path: "/contacts/:id/block",
      operationId: "blockContact",
      tag,
      summary: "Block a contact",
      description:
        "Resolves the contact's conversations. New messages from the contact are stored and still send message.received, but open no conversation, do not count as unread and get no automatic answer. People and API keys can still write to the contact. Has no effect if the contact is already blocked.",
      scope: "contacts:write",
      params: IdParams,
      response: Contact,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => contacts.update(ctx, params.id, { blocked: true }),
    }),
    writeRoute({
      method: "POST",
      path: "/contacts/:id/unblock",
      operationId: "unblockContact",
      tag,
      summary: "Unblock a contact",
      description: "The contact's next message opens a conversation again. Has no effect if the contact is not blocked.",
      scope: "contacts:write",
      params: IdParams,
      response: Contact,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => contacts.update(ctx, params.id, { blocked: false }),
    }),
  ];
}
