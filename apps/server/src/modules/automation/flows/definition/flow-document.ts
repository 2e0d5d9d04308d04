/**
 * The triggers, steps and conditions of flows as the API document discriminates them, generated from the tables that
 * the code reads them by (definition.ts).
 */
import { type TSchema, Type } from "typebox";
import { weekdays } from "#modules/people/agent-settings/index.ts";
import { audienceFieldNames, AudienceRules, rulesDocument } from "#modules/contacts/segments/index.ts";
import { named, oneOfBy } from "#platform/http/openapi/schemas.ts";
import { StringEnum } from "#platform/http/schemas.ts";
import { conditionFieldNames } from "./conditions.ts";
import { type FieldShape, stepFields, triggerFields } from "./definition.ts";

/** `conversation.status_changed` or `send_message` as the prefix of a name: ConversationStatusChanged, SendMessage. */
const nameOf = (type: string) =>
  type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const At = Type.Object(
  {
    time: Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", description: "HH:MM" }),
    days: Type.Optional(Type.Array(StringEnum(weekdays), { minItems: 1, description: "On these days of the week" })),
    dayOfMonth: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, description: "The last day of shorter months" })),
    date: Type.Optional(Type.String({ format: "date", description: "Once" })),
  },
  { title: "FlowScheduleTime", description: "Every day at that time unless one of days, dayOfMonth or date is given" },
);

const Store = Type.Object(
  {
    from: Type.Optional(Type.String({ maxLength: 500, description: "status, body, body.order.items[0].id" })),
    variable: Type.Optional(Type.String({ maxLength: 50, description: "Of the run: {{variables.NAME}}" })),
    field: Type.Optional(Type.String({ maxLength: 80, description: "Of the contact" })),
  },
  { title: "FlowStore", description: "A value from a request or a response, and where it is stored" },
);

const Audience = Type.Union(
  [
    Type.Object({ segmentId: Type.String({ maxLength: 100 }) }, { title: "FlowSegmentAudience" }),
    Type.Object({ all: Type.Literal(true) }, { title: "FlowWholeAudience", description: "Every contact" }),
    AudienceRules,
  ],
  { title: "FlowAudience", description: "Who a schedule is for" },
);

const textOf = (max: number, options: object = {}) => Type.String({ maxLength: max, ...options });
const anyValue = Type.Unknown();

function schemaOf(shape: FieldShape): TSchema {
  switch (shape.kind) {
    case "text":
      return textOf(shape.max);
    case "integer":
      return Type.Integer({ minimum: shape.min, maximum: shape.max });
    case "number":
      return Type.Number({ minimum: shape.min, maximum: shape.max });
    case "words":
      return StringEnum(shape.words);
    case "texts":
      return Type.Array(shape.words === undefined ? textOf(shape.each) : StringEnum(shape.words), { maxItems: shape.max });
    case "value":
      return Type.Union([textOf(2_000), Type.Number(), Type.Boolean(), Type.Array(textOf(100), { maxItems: 200 })]);
    case "boolean":
      return Type.Boolean();
    case "headers":
      return Type.Unsafe({ type: "object", maxProperties: 20, additionalProperties: textOf(2_000), description: "By name" });
    case "body":
      return Type.Union([
        textOf(shape.max),
        Type.Unsafe({ type: "object", additionalProperties: anyValue }),
        Type.Array(anyValue, { description: "Sent as JSON" }),
      ]);
    case "payload":
      return Type.Unsafe({ type: "object", additionalProperties: anyValue, description: "Its texts may contain variables" });
    case "stores":
      return Type.Array(Store, { maxItems: shape.max });
    case "at":
      return At;
    case "zone":
      return textOf(64, { description: "IANA name; default: that of the business hours, else UTC" });
    case "audience":
      return Audience;
    case "rules":
      return flowConditions();
    case "steps":
      return Type.Array(named("FlowStep"));
  }
}

/** What the fields of a type do not say. */
const notes: Readonly<Record<string, string>> = {
  schedule: "With channelId, runs use the contact's conversation on that channel, and may write first",
  no_reply_for: "The minutes after the last message of an unresolved conversation; of: whose silence, customer (we wrote last) or us",
};

function variantOf(kind: "Trigger" | "Step", type: string, shapes: Readonly<Record<string, FieldShape>>): TSchema {
  const required = Object.keys(shapes).filter((name) => shapes[name]?.required === true);
  const fields = Object.entries(shapes).map(([name, shape]) => {
    const schema = schemaOf(shape);
    return [name, Type.Optional(shape.nullable === true ? Type.Union([schema, Type.Null()]) : schema)] as const;
  });
  return Type.Object(
    { type: Type.Literal(type), ...Object.fromEntries(fields) },
    {
      // Some names exist for both kinds, such as stop, so the kind is part of the name.
      title: `${nameOf(type)}${kind}`,
      ...describe(
        notes[type],
        required.length === 0 ? undefined : `Without ${required.join(" and ")} the flow can be saved, but not activated`,
      ),
    },
  );
}

function describe(...sentences: (string | undefined)[]): { description?: string } {
  const said = sentences.filter((sentence) => sentence !== undefined);
  return said.length === 0 ? {} : { description: said.join(". ") };
}

const union = (kind: "Trigger" | "Step", table: Readonly<Record<string, Readonly<Record<string, FieldShape>>>>) =>
  oneOfBy(
    "type",
    `Flow${kind}`,
    Object.entries(table).map(([type, shapes]) => variantOf(kind, type, shapes)),
  );

export const flowTrigger = () => union("Trigger", triggerFields);
export const flowStep = () => union("Step", stepFields);

/** Rules about the contact as in an audience, and about everything else that a run knows. */
export function flowConditions(): TSchema {
  const { item } = rulesDocument(
    "Condition",
    Type.Union(
      [
        StringEnum([...audienceFieldNames, ...conditionFieldNames], { description: "Fields of the contact and of the run's context" }),
        Type.String({
          pattern: "^(contact\\.|variables\\.|customFields\\.)",
          description: "contact.FIELD and customFields.KEY of the contact; variables.NAME, set by requests",
        }),
      ],
      { title: "ConditionField" },
    ),
  );
  const group = {
    match: Type.Optional(StringEnum(["all", "any"], { description: "Default: all" })),
    rules: Type.Array(item, { minItems: 1, maxItems: 50 }),
  };
  return Type.Object(
    { ...group, exclude: Type.Optional(Type.Object(group, { description: "Contacts that match these are excluded" })) },
    {
      title: "FlowConditions",
      description:
        "Rules about the contact, as in an audience, and about the conversation, the message, the channel, the ticket that started the run or was created by it, the local time of the business hours, and variables",
    },
  );
}
