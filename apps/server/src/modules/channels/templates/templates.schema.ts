import { type Static, Type } from "typebox";
import { ListOf, listQuery, Nullable, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { TemplateComponent, TemplateParameters, TemplateVariable } from "./template-parts.schema.ts";

export const templateStatuses = ["pending", "approved", "rejected", "paused", "disabled", "in_appeal", "deleted", "archived"] as const;

export const Template = Type.Object(
  {
    id: Type.String(),
    channelId: Type.String(),
    name: Type.String(),
    language: Type.String(),
    category: NullableText(),
    status: StringEnum(templateStatuses, {
      description: "Only approved templates can be sent. disabled: also used for unknown states of the platform",
    }),
    platformStatus: NullableText({ description: "The platform's original value; null: not reported" }),
    quality: NullableText(),
    rejectedReason: NullableText(),
    parameterFormat: StringEnum(["positional", "named"]),
    variables: Type.Array(Type.String(), { description: "Variables of the body, in order" }),
    components: Type.Array(TemplateComponent),
    providerTemplateId: NullableText({ description: "The platform's own id" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Template" },
);
export type Template = Static<typeof Template>;
export const TemplateList = ListOf(Template);
export const ListTemplatesQuery = listQuery({
  status: Type.Optional(StringEnum(templateStatuses)),
  name: Type.Optional(Type.String({ maxLength: 512 })),
});
export const TemplateSync = Type.Object(
  {
    synced: Type.Integer({ description: "Number of templates that the platform listed" }),
    changed: Type.Integer({ description: "Number that are new or changed" }),
    removed: Type.Integer({ description: "Number that the platform no longer lists" }),
  },
  { title: "TemplateSync" },
);

const componentsOptions = {
  description: "HEADER, BODY, FOOTER and BUTTONS in the platform's format; with a sample for every variable",
  minItems: 1,
  maxItems: 20,
};

export const CreateTemplate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 512, description: "Lower-case letters, digits and underscores" }),
    language: Type.String({ minLength: 2, maxLength: 20, description: "For example en or en_GB" }),
    category: StringEnum(["MARKETING", "UTILITY", "AUTHENTICATION"], { description: "The platform may change it" }),
    parameterFormat: Type.Optional(StringEnum(["positional", "named"], { description: "{{1}} (default) or {{first_name}}" })),
    components: Type.Array(TemplateComponent, componentsOptions),
  },
  { title: "CreateTemplate" },
);
export type CreateTemplate = Static<typeof CreateTemplate>;

export const EditTemplate = Type.Object(
  {
    category: Type.Optional(CreateTemplate.properties.category),
    components: Type.Optional(
      Type.Array(TemplateComponent, { ...componentsOptions, description: `All components: ${componentsOptions.description}` }),
    ),
  },
  { title: "EditTemplate", minProperties: 1 },
);
export type EditTemplate = Static<typeof EditTemplate>;

export const TemplateParams = Type.Object({ id: Type.String(), templateId: Type.String() });

export const UploadTemplateSample = Type.Object(
  { mediaId: Type.String({ maxLength: 100, description: "A file uploaded with POST /media" }) },
  { title: "UploadTemplateSample" },
);

export const TemplateSample = Type.Object(
  { handle: Type.String({ description: "For `example.header_handle` of a HEADER; the platform only keeps it for a while" }) },
  { title: "TemplateSample" },
);

/** As in the content of a message. */
export const PreviewTemplate = Type.Object(
  {
    variables: Type.Optional(
      Type.Array(TemplateVariable, { maxItems: 100, description: "For the body: values in order, or { name, value } for named ones" }),
    ),
    components: Type.Optional(
      Type.Array(TemplateParameters, { maxItems: 20, description: "Parameters of header, body and buttons in the platform's format" }),
    ),
  },
  { title: "PreviewTemplate" },
);
export type PreviewTemplate = Static<typeof PreviewTemplate>;

export const TemplatePreview = Type.Object(
  {
    header: Nullable(Type.Object({ format: StringEnum(["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"]), text: NullableText() })),
    body: Type.String(),
    footer: NullableText(),
    buttons: Type.Array(Type.Object({ type: Type.String(), text: Type.String(), url: NullableText() })),
  },
  { title: "TemplatePreview" },
);
export type TemplatePreview = Static<typeof TemplatePreview>;

export const templateUpdatedData = Type.Object({
  channelId: Type.String(),
  template: Type.Object({
    id: Type.String(),
    name: Type.String(),
    language: Type.String(),
    status: StringEnum(templateStatuses),
    platformStatus: Nullable(Type.String()),
    category: Nullable(Type.String()),
    quality: Nullable(Type.String()),
    rejectedReason: Nullable(Type.String()),
  }),
});
