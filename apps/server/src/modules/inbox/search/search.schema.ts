import { type Static, Type } from "typebox";
import { Contact } from "#modules/contacts/contacts/index.ts";
import { Conversation } from "#modules/inbox/conversations/index.ts";
import { Message } from "#modules/inbox/messages/index.ts";
import { ListOf, listQuery, Nullable } from "#platform/http/schemas.ts";

const q = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "All words must match, each at the start of a word; without exact matches, similar words match",
});

export const searchTypes = ["messages", "contacts", "conversations"] as const;

export const SearchQuery = Type.Object({
  q,
  types: Type.Optional(
    Type.String({
      maxLength: 50,
      description: "Some of messages, contacts, conversations, separated by commas; default: all that the key may read",
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 25, default: 5, description: "Results per type, 1 to 25" }),
});

export const MessageHit = Type.Object(
  {
    message: Message,
    snippet: Type.String({ description: "The text around the first match" }),
    highlights: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }), {
      description: "Positions of the matching words in the snippet, in UTF-16 units",
    }),
  },
  { title: "MessageHit" },
);
export type MessageHit = Static<typeof MessageHit>;

export const SearchAnswer = Type.Object(
  {
    messages: Nullable(Type.Array(MessageHit)),
    contacts: Nullable(Type.Array(Contact)),
    conversations: Nullable(Type.Array(Conversation)),
  },
  { title: "SearchAnswer", description: "null: not requested" },
);
export type SearchAnswer = Static<typeof SearchAnswer>;

export const SearchMessagesQuery = listQuery({
  q,
  channelId: Type.Optional(Type.String({ maxLength: 100 })),
  contactId: Type.Optional(Type.String({ maxLength: 100 })),
  since: Type.Optional(Type.String({ format: "date-time", description: "At or after this time" })),
  until: Type.Optional(Type.String({ format: "date-time", description: "Before this time" })),
});
export const MessageHitList = ListOf(MessageHit);

export const SearchListQuery = listQuery({ q });
