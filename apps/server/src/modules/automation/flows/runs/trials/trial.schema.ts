import { type Static, Type } from "typebox";
import { Nullable, NullableText, StringEnum } from "#platform/http/schemas.ts";

export const TestFlow = Type.Object(
  {
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999, description: "Default: the newest version" })),
    eventId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "A past event that is still in the log. Instead of the others" }),
    ),
    conversationId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "A conversation; its customer's last message is used, unless `message` gives another",
      }),
    ),
    contactId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "A contact, without a conversation" })),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096, description: "The customer's message in the conversation" })),
    reply: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4_096,
        description: "The customer's answer wherever the flow waits for one. Default: no answer",
      }),
    ),
  },
  { title: "TestFlow", description: "Exactly one of eventId, conversationId, contactId" },
);
export type TestFlow = Static<typeof TestFlow>;

const anything = Type.Unsafe<unknown>({ description: "The expected value" });
const Conditions = Type.Object(
  {
    held: Type.Boolean(),
    rules: Type.Array(
      Type.Object({
        place: Type.String({ description: "conditions.rules[1].rules[0]" }),
        field: Type.String(),
        op: Type.String(),
        value: anything,
        actual: Type.Unsafe<unknown>({ description: "The actual value" }),
        held: Type.Boolean(),
      }),
      { description: "The result of each rule" },
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
          description: "For a schedule: whether the contact is in its audience. null: there is no event to check",
        }),
      ),
      eventType: NullableText({ description: "From the event, or from the message" }),
    }),
    conditions: Nullable(Conditions),
    starts: Type.Boolean({ description: "Whether a run would start. The effect of the steps is returned in any case" }),
    steps: Type.Array(
      Type.Object({
        path: Type.String(),
        type: Type.String(),
        does: Type.Unsafe<Record<string, unknown>>({
          type: "object",
          additionalProperties: true,
          description: "What the step would do: texts filled in, the request without its secrets, the duration of a wait, the branch taken",
        }),
        conditions: Nullable(Conditions),
        error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
      }),
      { description: "In order, until the run would end" },
    ),
    outcome: StringEnum(["completed", "handed_off", "timed_out", "failed"]),
  },
  { title: "FlowTest" },
);
export type FlowTest = Static<typeof FlowTest>;
