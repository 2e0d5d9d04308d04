import type { TSchema } from "typebox";
import { Type } from "typebox";
import { Clean } from "typebox/value";
import { NullableText, Words } from "#platform/http/schemas.ts";

/** Shapes of `content` in POST /messages, one per type. What the channel allows beyond them: outbound-check.ts. */
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

export const InteractiveContent = Type.Object(
  {
    kind: Words(interactiveKinds, { description: "Reply buttons, a list, or one button that opens a URL" }),
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
      when("kind", "buttons", needs(["buttons"], ["button", "sections", "url", "title"])),
      when("kind", "list", needs(["button", "sections"], ["buttons", "url", "title"])),
      when("kind", "url", needs(["url", "title"], ["buttons", "button", "sections"])),
    ],
  },
);

export const ReactionContent = Type.Object(
  { messageId: text(100, { description: "The message it belongs to" }), emoji: NullableText({ minLength: 1, maxLength: 40 }) },
  { title: "ReactionContent" },
);

export const TemplateContent = Type.Object(
  {
    name: text(512),
    language: Type.String({ minLength: 2, maxLength: 20 }),
    variables: Type.Optional(
      Type.Array(Type.Unknown(), { maxItems: 100, description: "In the template's order, or { name, value } for named ones" }),
    ),
    components: Type.Optional(
      Type.Array(Type.Unknown(), {
        maxItems: 20,
        description: "Parameters of header and buttons in the platform's format: type, for a button sub_type and index, parameters",
      }),
    ),
  },
  { title: "TemplateContent" },
);

/** For `allOf` of the body: which fields each type needs, and the shape of its content. */
export const MediaContent = Type.Object(
  {
    mediaId: text(100, { description: "From POST /media" }),
    caption: optional(4_096, { description: "On channels with captions. Not only whitespace" }),
    filename: optional(200, { description: "For a document; default: the media's own name" }),
  },
  { title: "MediaContent" },
);

export const contentRules: object[] = [
  when("type", "text", needs(["text"])),
  when("type", "template", needs(["content"], [], { content: TemplateContent })),
  ...["image", "video", "audio", "document", "sticker"].map((type) =>
    when("type", type, needs(["content"], ["text"], { content: MediaContent })),
  ),
  when("type", "location", needs(["content"], ["text"], { content: LocationContent })),
  when("type", "contact", needs(["content"], ["text"], { content: ContactContent })),
  when("type", "interactive", needs(["text", "content"], [], { content: InteractiveContent })),
  when("type", "reaction", needs(["content"], ["text", "replyToId"], { content: ReactionContent })),
];

const shapes = new Map<string, TSchema>([
  ["location", LocationContent],
  ["contact", ContactContent],
  ["interactive", InteractiveContent],
  ["reaction", ReactionContent],
]);

/** What is stored of a checked content: the fields its shape names. null for a type that has none. */
export function knownContent(type: string, content: Record<string, unknown> | undefined): Record<string, unknown> | null {
  const shape = shapes.get(type);
  return shape === undefined || content === undefined ? null : (Clean(shape, structuredClone(content)) as Record<string, unknown>);
}

function needs(required: string[], absent: string[] = [], properties: Record<string, TSchema> = {}): object {
  // A field that is required here is described where the whole object is; tools want it named all the same.
  const named = Object.fromEntries(required.map((name) => [name, Type.Unknown()]));
  return {
    type: "object",
    required,
    properties: { ...named, ...properties, ...Object.fromEntries(absent.map((name) => [name, Type.Never()])) },
  };
}

/** A rule for objects whose `field` has `value`. */
function when(field: string, value: string, rule: object): object {
  const condition = { type: "object", required: [field], properties: { [field]: { const: value } } };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: rule };
}
