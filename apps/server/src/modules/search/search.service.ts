import type { Contact, ContactsService } from "#modules/contacts/index.ts";
import type { Conversation } from "#modules/conversations/index.ts";
import { type MessageRow, messagesById, renderMessage } from "#modules/messages/index.ts";
import { readViewer } from "#modules/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Static } from "typebox";
import { highlight } from "./highlight.ts";
import { searchedText } from "./indexing.ts";
import { planSearch, type SearchPlan } from "./query.ts";
import { type MessageFilter, searchContacts, searchMessages } from "./search.queries.ts";
import { type MessageHit, type SearchAnswer, searchTypes } from "./search.schema.ts";

export interface SearchDeps {
  contacts: Pick<ContactsService, "list" | "renderPage" | "byId">;
  conversations: {
    byId(ctx: TxContext, ids: string[]): Promise<Static<typeof Conversation>[]>;
    ofContacts(ctx: TxContext, contactIds: string[], limit: number): Promise<Static<typeof Conversation>[]>;
  };
}

type SearchType = (typeof searchTypes)[number];

/** Hits by which conversations are found: enough for the few that are shown. */
const throughMax = 100;

export function createSearchService(deps: SearchDeps) {
  function plan(q: string): SearchPlan {
    const made = planSearch(q);
    if (made === null) throw invalidField("q", "too_short", "Give at least one letter or digit.");
    return made;
  }

  async function hits(
    ctx: TxContext,
    words: SearchPlan,
    filter: MessageFilter,
    after: string[] | null,
    limit: number,
  ): Promise<MessageRow[]> {
    return messagesById(ctx.tx, await searchMessages(ctx.tx, words, filter, await readViewer(ctx), after, limit));
  }

  /** As `GET /contacts?q=`; when nobody has the words, the likest. */
  async function contactsOf(tx: Tx, q: string, words: SearchPlan, limit: number): Promise<Static<typeof Contact>[]> {
    const exact = await deps.contacts.list(tx, { q }, null, limit);
    if (exact.length > 0) return deps.contacts.renderPage(tx, exact.slice(0, limit));
    if (words.similar === null) return [];
    return deps.contacts.byId(tx, await searchContacts(tx, words.similar, limit));
  }

  const anywhere: MessageFilter = { channelId: null, contactId: null, since: null, until: null };

  return {
    /** One page of messages and notes, newest first. Throws validation_error. */
    messages: (ctx: TxContext, q: string, filter: MessageFilter, after: string[] | null, limit: number): Promise<MessageRow[]> =>
      hits(ctx, plan(q), filter, after, limit),

    renderHit(row: MessageRow, q: string): MessageHit {
      const text = searchedText(row);
      return { message: renderMessage(row), ...highlight(text, planSearch(q)?.words ?? []) };
    },

    /** The best few of each type. 403 insufficient_scope for a type that the key may not read and that was asked for by name. */
    async everything(ctx: TxContext, q: string, given: string | undefined, limit: number): Promise<SearchAnswer> {
      const words = plan(q);
      const types = typesOf(ctx, given);
      const messages = types.has("messages") ? await hits(ctx, words, anywhere, null, limit) : null;
      const contacts = types.has("contacts") ? await contactsOf(ctx.tx, q, words, limit) : null;
      return {
        messages: messages?.map((row) => this.renderHit(row, q)) ?? null,
        contacts,
        conversations: types.has("conversations") ? await conversationsOf(ctx, q, words, limit) : null,
      };
    },
  };

  /** In which something like it was said, or whose contact is called so; newest message first. */
  async function conversationsOf(ctx: TxContext, q: string, words: SearchPlan, limit: number): Promise<Static<typeof Conversation>[]> {
    const said = await hits(ctx, words, anywhere, null, throughMax);
    const people = ctx.scopes.has("contacts:read") ? await deps.contacts.list(ctx.tx, { q }, null, throughMax) : [];
    const found = [
      ...(await deps.conversations.byId(ctx, [...new Set(said.map((row) => row.conversation_id))])),
      ...(await deps.conversations.ofContacts(
        ctx,
        people.map((row) => row.id),
        limit,
      )),
    ];
    const once = new Map(found.map((conversation) => [conversation.id, conversation]));
    return [...once.values()].sort((a, b) => (a.lastMessageAt < b.lastMessageAt ? 1 : -1)).slice(0, limit);
  }
}

export type SearchService = ReturnType<typeof createSearchService>;

function typesOf(ctx: TxContext, given: string | undefined): Set<SearchType> {
  const mayReadContacts = ctx.scopes.has("contacts:read");
  if (given === undefined) return new Set(searchTypes.filter((type) => type !== "contacts" || mayReadContacts));
  const types = new Set<SearchType>();
  for (const word of given.split(",").map((part) => part.trim())) {
    const type = searchTypes.find((known) => known === word);
    if (type === undefined) throw invalidField("types", "unknown_value", `Types are ${searchTypes.join(", ")}.`);
    types.add(type);
  }
  if (types.has("contacts") && !mayReadContacts) {
    throw new AppError("insufficient_scope", {
      message: "The API key lacks the scope contacts:read.",
      details: [{ field: "contacts:read", issue: "missing_scope" }],
    });
  }
  return types;
}
