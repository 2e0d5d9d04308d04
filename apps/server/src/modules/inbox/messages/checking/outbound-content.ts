import type { TSchema } from "typebox";
import { Type } from "typebox";
import { Clean } from "typebox/value";
import { TemplateParameters, TemplateVariable } from "#modules/channels/templates/index.ts";
import { documentedAs, extending, oneOfBy } from "#platform/http/openapi/schemas.ts";
import { Nullable, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { CallContent, receivedContent } from "./received-content.ts";

/**
 * Shapes of `content` in POST /messages, one per type. For what the channel allows beyond them, see outbound-check.ts.
 */
const text = (maxLength: number, options: object = {}) => Type.String({ minLength: 1, maxLength, ...options });
const optional = (maxLength: number, options: object = {}) => Type.Optional(text(maxLength, options));

export const LocationContent = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    name: optional(1_000),
    address: optional(1_000),
  },
  { title: "LocationContent" },
);

const kindOf = optional(20, { description: "For example HOME, WORK, CELL" });
const ContactCard = Type.Object(
  {
    name: Type.Object({
      formattedName: text(500),
      firstName: optional(200),
      lastName: optional(200),
      middleName: optional(200),
      prefix: optional(50),
      suffix: optional(50),
    }),
    phones: Type.Optional(Type.Array(Type.Object({ phone: text(50), type: kindOf, waId: optional(20) }), { maxItems: 20 })),
    emails: Type.Optional(Type.Array(Type.Object({ email: text(320), type: kindOf }), { maxItems: 20 })),
    urls: Type.Optional(Type.Array(Type.Object({ url: text(2_000), type: kindOf }), { maxItems: 20 })),
    org: Type.Optional(Type.Object({ company: optional(200), department: optional(200), title: optional(200) })),
    birthday: Type.Optional(Type.String({ format: "date" })),
  },
  { title: "ContactCard" },
);
export const ContactContent = Type.Object(
  { contacts: Type.Array(ContactCard, { minItems: 1, maxItems: 10 }) },
  { title: "ContactContent" },
);

export const interactiveKinds = ["buttons", "list", "url"] as const;
const Button = Type.Object({ id: text(1_000, { description: "Returned in the customer's answer" }), title: text(80) });
const Row = Type.Object({ id: text(1_000), title: text(80), description: optional(200) });
const Section = Type.Object({ title: optional(80), rows: Type.Array(Row, { minItems: 1, maxItems: 100 }) });

const ReadInteractiveContent = Type.Object(
  {
    kind: StringEnum(interactiveKinds, { description: "Reply buttons, a list, or one button that opens a URL" }),
    header: optional(200),
    footer: optional(200),
    buttons: Type.Optional(
      Type.Array(Button, { minItems: 1, maxItems: 50, description: "For kind buttons; ids and titles must be unique" }),
    ),
    button: optional(80, { description: "For kind list: the text of the button that opens it" }),
    sections: Type.Optional(
      Type.Array(Section, { minItems: 1, maxItems: 50, description: "For kind list; each section needs a title when there are several" }),
    ),
    url: optional(2_000, { pattern: "^https?://[^\\s/]+", description: "For kind url" }),
    title: optional(80, { description: "For kind url: the button text" }),
  },
  {
    title: "InteractiveContent",
    allOf: [
      ruleWhen("kind", "buttons", requiring(["buttons"], ["button", "sections", "url", "title"])),
      ruleWhen("kind", "list", requiring(["button", "sections"], ["buttons", "url", "title"])),
      ruleWhen("kind", "url", requiring(["url", "title"], ["buttons", "button", "sections"])),
    ],
  },
);

/** This schema is for reading; the API document lists the kinds separately. */
export const InteractiveContent = documentedAs(ReadInteractiveContent, () => {
  const { header, footer, buttons, button, sections, url, title } = ReadInteractiveContent.properties;
  const kind = (kindName: (typeof interactiveKinds)[number], name: string, fields: Record<string, TSchema>) =>
    Type.Object(
      {
        kind: Type.Literal(kindName),
        header,
        footer,
        ...Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, required(schema)])),
      },
      { title: name },
    );
  return oneOfBy("kind", "InteractiveContent", [
    kind("buttons", "ButtonsContent", { buttons }),
    kind("list", "ListContent", { button, sections }),
    kind("url", "LinkContent", { url, title }),
  ]);
});
const required = (schema: TSchema): TSchema => Object.fromEntries(Object.entries(schema)) as unknown as TSchema;

export const ReactionContent = Type.Object(
  { messageId: text(100, { description: "The message it belongs to" }), emoji: NullableText({ minLength: 1, maxLength: 40 }) },
  { title: "ReactionContent" },
);

export const TemplateContent = Type.Object(
  {
    name: text(512),
    language: Type.String({ minLength: 2, maxLength: 20 }),
    variables: Type.Optional(
      Type.Array(TemplateVariable, { maxItems: 100, description: "In the template's order, or { name, value } for named ones" }),
    ),
    components: Type.Optional(
      Type.Array(TemplateParameters, {
        maxItems: 20,
        description: "Parameters of header and buttons in the platform's format: type, for a button sub_type and index, parameters",
      }),
    ),
  },
  { title: "TemplateContent" },
);

/** For `allOf` of the body: the fields that each type needs, and the shape of its content. */
export const MediaContent = Type.Object(
  {
    mediaId: text(100, { description: "From POST /media" }),
    caption: optional(4_096, { description: "On channels with captions. Not only whitespace" }),
    filename: optional(200, { description: "For a document; default: the media's own name" }),
  },
  { title: "MediaContent" },
);

const mediaTypes = ["image", "video", "audio", "document", "sticker"] as const;

/** For each sendable type: the fields it requires, those it must not have, and the shape of its content. */
export const sendable: readonly { types: readonly string[]; name: string; required: string[]; absent: string[]; content?: TSchema }[] = [
  { types: ["text"], name: "SendTextMessage", required: ["text"], absent: [] },
  { types: ["template"], name: "SendTemplateMessage", required: ["content"], absent: [], content: TemplateContent },
  { types: mediaTypes, name: "SendMediaMessage", required: ["content"], absent: ["text"], content: MediaContent },
  { types: ["location"], name: "SendLocationMessage", required: ["content"], absent: ["text"], content: LocationContent },
  { types: ["contact"], name: "SendContactMessage", required: ["content"], absent: ["text"], content: ContactContent },
  { types: ["interactive"], name: "SendInteractiveMessage", required: ["text", "content"], absent: [], content: InteractiveContent },
  { types: ["reaction"], name: "SendReactionMessage", required: ["content"], absent: ["text", "replyToId"], content: ReactionContent },
];

export const contentRules: object[] = sendable.flatMap(({ types, required, absent, content }) =>
  types.map((type) => ruleWhen("type", type, requiring(required, absent, content === undefined ? {} : { content: readContent(content) }))),
);

/** Fields of every type; the document shows them once. */
const commonFields = ["channelId", "to", "humanAgent", "clientReference"] as const;

/** The body of POST /messages by its type. `fields`: those of every type, and `text`. */
export function messageVariants(fields: Record<(typeof commonFields)[number] | "text" | "type" | "content", TSchema>): TSchema {
  const { channelId, to, humanAgent, clientReference, text: sharedText, type: _type, content: _content, ...others } = fields;
  const common = Type.Object(
    { channelId, to, humanAgent, clientReference },
    { title: "SendAnyMessage", description: "Fields of every type" },
  );
  return oneOfBy(
    "type",
    "SendMessage",
    sendable.map(({ types, name, required: needed, absent, content }) => {
      const own: Record<string, TSchema> = {
        type: types.length === 1 ? Type.Literal(types[0] as string) : StringEnum(types),
        ...(needed.includes("text") ? { text: required(sharedText) } : {}),
        ...(content === undefined ? {} : { content }),
        ...Object.fromEntries(Object.entries(others).filter(([field]) => !absent.includes(field))),
      };
      return extending(common, own, { title: name });
    }),
  );
}

/** Strips what only the API document shows. */
function readContent(content: TSchema): TSchema {
  return content === InteractiveContent ? ReadInteractiveContent : content;
}

const ReceivedLocation = extending(
  LocationContent,
  { url: Type.String({ description: "A page about the place" }) },
  { title: "ReceivedLocation", description: "Of type location, from platforms that give the place a page" },
);

/**
 * `content` of a message as shown: as given for an outbound message, as reported by the platform for an inbound one, in
 * our spelling.
 */
export const messageContent = () =>
  Type.Union(
    [
      LocationContent,
      ReceivedLocation,
      ContactContent,
      InteractiveContent,
      ReactionContent,
      TemplateContent,
      CallContent,
      receivedContent(),
    ],
    {
      title: "MessageContent",
      description: "By the type of the message",
    },
  );

export const shownContent = Nullable(
  documentedAs(Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }), messageContent),
);

export const MessageReaction = Type.Object(
  { from: NullableText(), emoji: Type.String(), at: Timestamp },
  { title: "MessageReaction", additionalProperties: true },
);

const shapes = new Map<string, TSchema>([
  ["location", LocationContent],
  ["contact", ContactContent],
  ["interactive", InteractiveContent],
  ["reaction", ReactionContent],
]);

/** The part of a checked content that is stored: the fields that its schema declares. null for a type without content. */
export function declaredContent(type: string, content: Record<string, unknown> | undefined): Record<string, unknown> | null {
  const shape = shapes.get(type);
  return shape === undefined || content === undefined ? null : (Clean(shape, structuredClone(content)) as Record<string, unknown>);
}

function requiring(required: string[], absent: string[] = [], properties: Record<string, TSchema> = {}): object {
  // A required field is described with the whole object, but tools need its name here as well.
  const named = Object.fromEntries(required.map((name) => [name, Type.Unknown()]));
  return {
    type: "object",
    required,
    properties: { ...named, ...properties, ...Object.fromEntries(absent.map((name) => [name, Type.Never()])) },
  };
}

/** A rule for objects whose `field` has `value`. */
function ruleWhen(field: string, value: string, rule: object): object {
  const condition = { type: "object", required: [field], properties: { [field]: { const: value } } };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: rule };
}
