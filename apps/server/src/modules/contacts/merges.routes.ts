import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { Contact } from "./contacts.schema.ts";
import type { ContactsService } from "./contacts.service.ts";
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
        "The other contact's identities and conversations become this one's, and its messages in the background. Fields of this contact win; what it lacks, tags and custom fields come from the other; opted out and blocked win over all else, and when one was blocked the conversations are resolved. The other contact stays readable, with mergedIntoId. Can be undone for 30 days. Merged into this one already: nothing happens.",
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
        "Of the contact that was merged away; answers it as it lives again. Its identities come back with what was said on them in the meantime; the other contact gives back what it got, where nobody has changed it since. For 30 days. Not merged: nothing happens.",
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
        "Of others into it and of it into another one, newest first, also those that were undone. Each names the contact whose unmerge undoes it, and until when that can be done.",
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
      description: "The surest first; at most some dozens. Those that were dismissed do not come again.",
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
      description: "Neither is suggested for the other again.",
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
