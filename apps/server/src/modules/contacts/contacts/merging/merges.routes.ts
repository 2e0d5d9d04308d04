import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { Contact } from "../contacts.schema.ts";
import type { ContactsService } from "../contacts.service.ts";
import { renderMerge } from "./merge-journal.ts";
import {
  ContactMergeList,
  DismissedMergeSuggestion,
  DismissMergeSuggestion,
  ListContactMergesQuery,
  ListMergeSuggestionsQuery,
  MergeContact,
  MergeSuggestionList,
} from "./merges.schema.ts";
import type { MergesService } from "./merges.service.ts";

const tag = "Contacts";

export function mergeRoutes(contacts: ContactsService, merges: MergesService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await contacts.get(ctx.tx, params.id);
  };
  return [
    writeRoute({
      method: "POST",
      path: "/contacts/:id/merge",
      operationId: "mergeContact",
      tag,
      summary: "Merge another contact into this one",
      description:
        "Moves the other contact's identities and conversations to this one, and its messages in the background. This contact's fields win; missing fields, tags and custom fields are taken from the other. Opted out and blocked always win, and if one of the two was blocked, the conversations are resolved. The other contact stays readable, with mergedIntoId. Can be undone for 30 days. Has no effect if it is already merged into this one.",
      scope: "contacts:write",
      params: IdParams,
      body: MergeContact,
      response: Contact,
      errors: ["conflict"],
      exists,
      example: { body: { contactId: "cnt_019a8b7c6d5e7f008123456789abcdef" } },
      handle: (ctx, { params, body }) => merges.merge(ctx, params.id, body.contactId),
    }),
    writeRoute({
      method: "POST",
      path: "/contacts/:id/unmerge",
      operationId: "unmergeContact",
      tag,
      summary: "Undo the merge of this contact into another",
      description:
        "Call it on the merged contact; the response is the restored contact. Its identities are restored with the messages since; the other contact loses the values that it received, unless they were changed since. Possible for 30 days. Has no effect if the contact is not merged.",
      scope: "contacts:write",
      params: IdParams,
      response: Contact,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => merges.unmerge(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/contacts/:id/merges",
      operationId: "listContactMerges",
      tag,
      summary: "List a contact's merges",
      description:
        "Merges in both directions, newest first, including undone ones. Each names the contact whose unmerge undoes it, and the deadline for that.",
      scope: "contacts:read",
      params: IdParams,
      query: ListContactMergesQuery,
      response: ContactMergeList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        const filters = { list: "merges", id: params.id };
        const rows = await merges.list(ctx.tx, params.id, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.position, row.id],
          (row) => renderMerge(row, ctx.now),
        );
      },
    }),
    readRoute({
      method: "GET",
      path: "/contacts/:id/merge-suggestions",
      operationId: "listMergeSuggestions",
      tag,
      summary: "List possible duplicates of a contact",
      description: "Most likely first; at most a few dozen. Dismissed suggestions do not come back.",
      scope: "contacts:read",
      params: IdParams,
      query: ListMergeSuggestionsQuery,
      response: MergeSuggestionList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        const filters = { list: "merge-suggestions", id: params.id };
        const all = await merges.suggest(ctx.tx, params.id);
        const after = pager.read(ctx.tenantId, filters, cursor);
        const rest =
          after === null
            ? all
            : all.filter((s) => s.score < Number(after[0]) || (s.score === Number(after[0]) && s.contact.id < String(after[1])));
        return pager.page(
          ctx.tenantId,
          filters,
          rest.slice(0, limit + 1),
          limit,
          (suggestion) => [String(suggestion.score), suggestion.contact.id],
          (suggestion) => suggestion,
        );
      },
    }),
    writeRoute({
      method: "POST",
      path: "/contacts/:id/merge-suggestions/dismiss",
      operationId: "dismissMergeSuggestion",
      tag,
      summary: "Dismiss a possible duplicate",
      description: "The two contacts are no longer suggested as duplicates of each other.",
      scope: "contacts:write",
      params: IdParams,
      body: DismissMergeSuggestion,
      response: DismissedMergeSuggestion,
      exists,
      example: { body: { contactId: "cnt_019a8b7c6d5e7f008123456789abcdef" } },
      handle: (ctx, { params, body }) => merges.dismiss(ctx, params.id, body.contactId),
    }),
  ];
}
