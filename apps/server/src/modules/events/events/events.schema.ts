import { type Static, Type } from "typebox";
import { ListOf, listQuery, Timestamp } from "#platform/http/schemas.ts";

export const EventEnvelope = Type.Object(
  {
    id: Type.String({ description: "The same on every delivery, in the list and in the stream: use it to drop duplicates" }),
    type: Type.String(),
    createdAt: Timestamp,
    data: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
  },
  { title: "Event" },
);

export type EventEnvelope = Static<typeof EventEnvelope>;

export const EventList = ListOf(EventEnvelope);

/** `type` is a comma-separated list; an unknown type is refused instead of matching nothing. */
const filters = (types: readonly string[]) => {
  const word = `(?:${types.map((t) => t.replaceAll(".", "\\.")).join("|")})`;
  return {
    type: Type.Optional(
      Type.String({
        pattern: `^${word}(?:,${word})*$`,
        maxLength: 1000,
        description: `One or several of ${types.join(", ")}, separated by commas`,
      }),
    ),
    channelId: Type.Optional(Type.String({ maxLength: 100, description: "Only events of this channel" })),
    conversationId: Type.Optional(Type.String({ maxLength: 100, description: "Only events of this conversation" })),
  };
};

export const listEventsQuery = (types: readonly string[]) =>
  listQuery({
    after: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "An event's id: returns later events, oldest first; empty: starts from the oldest stored event",
      }),
    ),
    ...filters(types),
  });

export const streamEventsQuery = (types: readonly string[]) =>
  Type.Object({
    after: Type.Optional(Type.String({ maxLength: 100, description: "As Last-Event-ID, for the first connection" })),
    presence: Type.Optional(
      Type.Boolean({
        description:
          "Also who is looking at conversations or writing in them, for which a key needs conversations:read; filtered by conversationId, and not allowed with channelId",
      }),
    ),
    ...filters(types),
  });
