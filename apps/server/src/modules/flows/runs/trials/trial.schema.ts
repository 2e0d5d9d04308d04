import { type Static, Type } from "typebox";
import { Nullable, NullableText, Words } from "#platform/http/schemas.ts";

export const TestFlow = Type.Object(
  {
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999, description: "Default: the newest" })),
    eventId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "A past event, as long as the log has it. Instead of the others" }),
    ),
    conversationId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "A conversation; what its customer wrote last is the message, unless `message` says another",
      }),
    ),
    contactId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "A contact, without a conversation" })),
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4_096, description: "What the customer would write in the conversation" }),
    ),
    reply: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4_096,
        description: "What the customer would answer wherever the flow waits for it. Absent: nothing",
      }),
    ),
  },
  { title: "TestFlow", description: "One of eventId, conversationId, contactId" },
);
export type TestFlow = Static<typeof TestFlow>;

const anything = Type.Unsafe<unknown>({ description: "Any value" });
const Conditions = Type.Object(
  {
    held: Type.Boolean(),
    rules: Type.Array(
      Type.Object({
        place: Type.String({ description: "conditions.rules[1].rules[0]" }),
        field: Type.String(),
        op: Type.String(),
        value: anything,
        actual: Type.Unsafe<unknown>({ description: "What there is" }),
        held: Type.Boolean(),
      }),
      { description: "Each rule by itself" },
    ),
  },
  { title: "FlowTestConditions" },
);

export const FlowTest = Type.Object(
  {
    flowId: Type.String(),
    version: Type.Integer(),
    contactId: Type.String(),
    conversationId: NullableText(),
    trigger: Type.Object({
      type: Type.String(),
      matched: Nullable(
        Type.Boolean({
          description: "Of a schedule: whether the contact is in its audience. null: there is no event that it could be asked about",
        }),
      ),
      eventType: NullableText({ description: "Of the event, or of the message" }),
    }),
    conditions: Nullable(Conditions),
    starts: Type.Boolean({ description: "Whether a run would begin. What the steps would do is told in any case" }),
    steps: Type.Array(
      Type.Object({
        path: Type.String(),
        type: Type.String(),
        does: Type.Unsafe<Record<string, unknown>>({
          type: "object",
          additionalProperties: true,
          description: "What the step would do: texts filled, the request without its secrets, how long it waits, which way a branch goes",
        }),
        conditions: Nullable(Conditions),
        error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
      }),
      { description: "In order, until the run would end" },
    ),
    outcome: Words(["completed", "handed_off", "timed_out", "failed"]),
  },
  { title: "FlowTest" },
);
export type FlowTest = Static<typeof FlowTest>;
