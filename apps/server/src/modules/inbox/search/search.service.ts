import type { ContactsService } from "#modules/contacts/contacts/index.ts";
import type { Conversation } from "#modules/inbox/conversations/index.ts";
import { type MessageRow, messagesById, renderMessage } from "#modules/inbox/messages/index.ts";
import { readViewer } from "#modules/inbox/visibility/index.ts";
import { requireScopes } from "#platform/auth/require-scopes.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Static } from "typebox";
import { highlight } from "./highlight.ts";
import { searchedText } from "./indexing.ts";
import { planSearch, type SearchPlan } from "./query.ts";
import { type FoundRow, type MessageFilter, searchContacts, searchConversations, searchMessages } from "./search.queries.ts";
import { type MessageHit, type SearchAnswer, searchTypes } from "./search.schema.ts";

export interface SearchDeps {
  contacts: Pick<ContactsService, "list" | "byId">;
  conversations: {
    byId(ctx: TxContext, ids: string[]): Promise<Static<typeof Conversation>[]>;
  };
}

type SearchType = (typeof searchTypes)[number];

/** How many people's conversations a search by name covers: the newest ones. */
const peopleMax = 500;

/**
 * The results, and whether they match the words or only resemble them. The cursor records it, so that a new exact match does not change how
 * the next page continues.
 */
export interface SearchPage {
  mode: "exact" | "similar";
  found: FoundRow[];
}

export function createSearchService(deps: SearchDeps) {
  function plan(q: string): SearchPlan {
    const made = planSearch(q);
    if (made === null) throw invalidField("q", "too_short", "Enter at least one letter or digit.");
    return made;
  }

  async function hits(
    ctx: TxContext,
    searchPlan: SearchPlan,
    filter: MessageFilter,
    after: string[] | null,
    limit: number,
  ): Promise<MessageRow[]> {
    return messagesById(ctx.tx, await searchMessages(ctx.tx, searchPlan, filter, await readViewer(ctx), after, limit));
  }

  /** Like `GET /contacts?q=`; if there is no match, the most similar ones. `after`: the mode, then the position. */
  async function contactsOf(tx: Tx, q: string, searchPlan: SearchPlan, after: string[] | null, limit: number): Promise<SearchPage> {
    if (after?.[0] !== "similar") {
      const found = await deps.contacts.list(tx, { q }, after?.slice(1) ?? null, limit);
      if (found.length > 0 || after !== null || searchPlan.similar === null) return { mode: "exact", found };
    }
    return { mode: "similar", found: await searchContacts(tx, searchPlan.similar as string[], after?.slice(1) ?? null, limit) };
  }

  /** Conversations with a matching message or contact name; if there are none, similar ones. */
  async function conversationsOf(
    ctx: TxContext,
    q: string,
    searchPlan: SearchPlan,
    after: string[] | null,
    limit: number,
  ): Promise<SearchPage> {
    const viewer = await readViewer(ctx);
    const knowsPeople = ctx.scopes.has("contacts:read");
    const position = after?.slice(1) ?? null;
    const ids = (people: { id: string }[]) => people.map(({ id }) => id);
    if (after?.[0] !== "similar") {
      const people = knowsPeople ? ids(await deps.contacts.list(ctx.tx, { q }, null, peopleMax)) : [];
      const found = await searchConversations(ctx.tx, { exact: searchPlan.exact }, people, viewer, position, limit);
      if (found.length > 0 || after !== null || searchPlan.similar === null) return { mode: "exact", found };
    }
    const like = { similar: searchPlan.similar as string[], otherPatterns: searchPlan.otherPatterns };
    const people = knowsPeople ? ids(await searchContacts(ctx.tx, like.similar, null, peopleMax)) : [];
    return { mode: "similar", found: await searchConversations(ctx.tx, like, people, viewer, position, limit) };
  }

  const renderContacts = (tx: Tx, found: FoundRow[]) =>
    deps.contacts.byId(
      tx,
      found.map(({ id }) => id),
    );
  const renderConversations = (ctx: TxContext, found: FoundRow[]) =>
    deps.conversations.byId(
      ctx,
      found.map(({ id }) => id),
    );

  const anywhere: MessageFilter = { channelId: null, contactId: null, since: null, until: null };

  return {
    /** One page of messages and notes, newest first. Throws validation_error. */
    messages: (ctx: TxContext, q: string, filter: MessageFilter, after: string[] | null, limit: number): Promise<MessageRow[]> =>
      hits(ctx, plan(q), filter, after, limit),

    renderHit(row: MessageRow, q: string): MessageHit {
      const text = searchedText(row);
      return { message: renderMessage(row), ...highlight(text, planSearch(q)?.words ?? []) };
    },

    contacts: (ctx: TxContext, q: string, after: string[] | null, limit: number) => contactsOf(ctx.tx, q, plan(q), after, limit),

    conversations: (ctx: TxContext, q: string, after: string[] | null, limit: number) => conversationsOf(ctx, q, plan(q), after, limit),

    renderContacts,
    renderConversations,

    /** The best few of each type. 403 insufficient_scope for a type requested explicitly that the key may not read. */
    async everything(ctx: TxContext, q: string, given: string | undefined, limit: number): Promise<SearchAnswer> {
      const searchPlan = plan(q);
      const types = typesOf(ctx, given);
      const messages = types.has("messages") ? await hits(ctx, searchPlan, anywhere, null, limit) : null;
      const contacts = types.has("contacts") ? await contactsOf(ctx.tx, q, searchPlan, null, limit) : null;
      const conversations = types.has("conversations") ? await conversationsOf(ctx, q, searchPlan, null, limit) : null;
      return {
        messages: messages?.map((row) => this.renderHit(row, q)) ?? null,
        contacts: contacts === null ? null : await renderContacts(ctx.tx, contacts.found),
        conversations: conversations === null ? null : await renderConversations(ctx, conversations.found),
      };
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;

function typesOf(ctx: TxContext, id: string | undefined): Set<SearchType> {
  const mayReadContacts = ctx.scopes.has("contacts:read");
  if (id === undefined) return new Set(searchTypes.filter((type) => type !== "contacts" || mayReadContacts));
  const types = new Set<SearchType>();
  for (const word of id.split(",").map((part) => part.trim())) {
    const type = searchTypes.find((known) => known === word);
    if (type === undefined) throw invalidField("types", "unknown_value", `The types are ${searchTypes.join(", ")}.`);
    types.add(type);
  }
  if (types.has("contacts")) requireScopes(ctx, ["contacts:read"]);
  return types;
}
