import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp } from "#platform/http/schemas.ts";

export const CsatResponse = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String(),
    contactId: Type.String(),
    channelId: Type.String(),
    assigneeId: NullableText({ description: "The conversation's assignee when the question was asked" }),
    rating: Type.Integer({ description: "1 to 5" }),
    comment: NullableText({ description: "The customer's next message, within a day" }),
    messageId: NullableText({ description: "The question asked" }),
    resolvedAt: Timestamp,
    askedAt: Timestamp,
    answeredAt: Timestamp,
  },
  { title: "CsatResponse" },
);
export type CsatResponse = Static<typeof CsatResponse>;

const filters = {
  channelId: Type.Optional(Type.String({ maxLength: 100 })),
  assigneeId: Type.Optional(Type.String({ maxLength: 100, description: "An agent's id, or none" })),
  since: Type.Optional(Type.String({ format: "date-time", description: "At or after this time" })),
  until: Type.Optional(Type.String({ format: "date-time", description: "Before this time" })),
};

export const ListCsatResponsesQuery = listQuery({
  ...filters,
  rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  conversationId: Type.Optional(Type.String({ maxLength: 100 })),
});
export const CsatResponseList = ListOf(CsatResponse);

export const CsatSummaryQuery = Type.Object(filters);
const NullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ["number", "null"], description });

export const CsatSummary = Type.Object(
  {
    asked: Type.Integer({ description: "Questions asked in the period" }),
    answered: Type.Integer({ description: "Of these, the number answered so far" }),
    responseRate: NullableNumber("answered divided by asked; null: nobody was asked"),
    averageRating: NullableNumber("null: nobody has answered"),
    csatScore: NullableNumber("Share of ratings 4 and 5, 0 to 1"),
    ratings: Type.Object(
      { "1": Type.Integer(), "2": Type.Integer(), "3": Type.Integer(), "4": Type.Integer(), "5": Type.Integer() },
      { description: "Number of answers by rating" },
    ),
    since: NullableTimestamp(),
    until: NullableTimestamp(),
  },
  { title: "CsatSummary" },
);
export type CsatSummary = Static<typeof CsatSummary>;
