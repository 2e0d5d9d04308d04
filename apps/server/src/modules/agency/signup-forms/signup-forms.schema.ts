import { type Static, Type } from "typebox";
import { GrantedScopes } from "#modules/agency/agencies/index.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const fieldTypes = ["text", "textarea", "email", "phone", "url", "select", "checkbox"] as const;
export type FieldType = (typeof fieldTypes)[number];
export const targetKinds = ["create_client", "create_contact"] as const;
export const submissionStatuses = ["new", "processed", "spam"] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export const Slug = (description: string) => Type.String({ minLength: 1, maxLength: 60, pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", description });

const FormField = Type.Object(
  {
    key: Type.String({
      pattern: "^[a-z][a-z0-9_]{0,39}$",
      description: "Key of the answer. name, email and phone are the contact's; company is the name of a new client",
    }),
    label: Type.String({ minLength: 1, maxLength: 200 }),
    type: StringEnum(fieldTypes),
    required: Type.Optional(Type.Boolean({ description: "Default: false; for a checkbox: it must be ticked" })),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        description: "Only for a select",
      }),
    ),
    help: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "Help text shown with the field" })),
  },
  { title: "SignupFormField" },
);
export type FormField = Static<typeof FormField>;
const Fields = Type.Array(FormField, { minItems: 1, maxItems: 30 });

const Target = Type.Object(
  {
    kind: StringEnum(targetKinds, {
      description:
        "create_contact: each submission becomes a contact of the agency at once; beyond the contact limit it waits as new until it is set to processed. create_client: it becomes a client with an invited owner when the submission is set to processed",
    }),
    grantScopes: Type.Optional(
      Type.Array(GrantedScopes.items, {
        maxItems: 100,
        description: "For create_client: what the agency may do for the client from the start. Needs a consentText that says so",
      }),
    ),
    snapshotId: Type.Optional(
      NullableText({
        maxLength: 100,
        description:
          "For create_client: the agency's snapshot to set up the client; null: none. Default: the agency's default snapshot, if it has one",
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        maxItems: 20,
        description: "For create_contact: tags to add to the contact",
      }),
    ),
  },
  { title: "SignupFormTarget" },
);
export type Target = Static<typeof Target>;

const texts = {
  intro: NullableText({ minLength: 1, maxLength: 5_000 }),
  consentText: NullableText({
    minLength: 1,
    maxLength: 5_000,
    description: "Text of a consent checkbox, which must be ticked to submit; stored with each submission, word for word",
  }),
  redirectUrl: NullableText({
    maxLength: 500,
    pattern: "^https://[^\\s]+$",
    description: "Where to redirect; null: thankYouText is shown",
  }),
};
const thankYouText = { minLength: 1, maxLength: 2_000 };

export const SignupForm = Type.Object(
  {
    id: Type.String(),
    slug: Type.String(),
    title: Type.String(),
    ...texts,
    fields: Fields,
    target: Target,
    thankYouText: Type.String(),
    active: Type.Boolean({ description: "Whether it is publicly available" }),
    url: Type.String({
      description: "Public URL: on the agency's active custom domain, otherwise on this installation's own address by its publicKey",
    }),
    publicKey: Type.String({ description: "Replaces the slug on hosts that are not the agency's own" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "SignupForm" },
);
export type SignupForm = Static<typeof SignupForm>;
export const SignupFormList = ListOf(SignupForm);
export const ListFormsQuery = listQuery({});

const slug = Slug("URL slug, unique in the agency");

export const CreateSignupForm = Type.Object(
  {
    slug,
    title: Type.String({ minLength: 1, maxLength: 200 }),
    intro: Type.Optional(texts.intro),
    fields: Fields,
    consentText: Type.Optional(texts.consentText),
    target: Target,
    thankYouText: Type.Optional(Type.String({ ...thankYouText, description: 'Default: "Thank you. We have got your message."' })),
    redirectUrl: Type.Optional(texts.redirectUrl),
    active: Type.Optional(Type.Boolean({ description: "Default: true" })),
  },
  { title: "CreateSignupForm" },
);
export type CreateSignupForm = Static<typeof CreateSignupForm>;

export const UpdateSignupForm = Type.Object(
  {
    slug: Type.Optional(slug),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    intro: Type.Optional(texts.intro),
    fields: Type.Optional(Fields),
    consentText: Type.Optional(texts.consentText),
    target: Type.Optional(Target),
    thankYouText: Type.Optional(Type.String(thankYouText)),
    redirectUrl: Type.Optional(texts.redirectUrl),
    active: Type.Optional(Type.Boolean()),
  },
  { title: "UpdateSignupForm", description: "Omitted fields keep their values; null clears a field" },
);
export type UpdateSignupForm = Static<typeof UpdateSignupForm>;

const AnswerValue = Type.Unsafe<string | boolean>({ type: ["string", "boolean"] });
export const FormSubmission = Type.Object(
  {
    id: Type.String(),
    formId: NullableText({ description: "null: the form was deleted" }),
    formSlug: Type.String({ description: "The label at the time of the submission" }),
    formTitle: Type.String({ description: "The label at the time of the submission" }),
    answers: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), type: StringEnum(fieldTypes), value: AnswerValue })),
    consentText: NullableText({ description: "The consent text, word for word" }),
    consentedAt: NullableTimestamp(),
    target: Target,
    status: StringEnum(submissionStatuses, { description: "processed is final: its target was carried out" }),
    contactId: NullableText({ description: "The contact created from it, or the existing one" }),
    clientId: NullableText({ description: "The client created from it" }),
    processedAt: NullableTimestamp(),
    processedBy: NullableText({ description: "The agent or key; null: processed automatically on arrival" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "FormSubmission" },
);
export type FormSubmission = Static<typeof FormSubmission>;
export const FormSubmissionList = ListOf(FormSubmission);
export const ListSubmissionsQuery = listQuery({
  status: Type.Optional(StringEnum(submissionStatuses)),
  formId: Type.Optional(Type.String({ maxLength: 100 })),
});
export const UpdateSubmission = Type.Object({ status: StringEnum(submissionStatuses) }, { title: "UpdateFormSubmission" });
export type UpdateSubmission = Static<typeof UpdateSubmission>;

export const SlugParams = Type.Object({ slug: Type.String() });

export const PublicForm = Type.Object(
  {
    title: Type.String(),
    intro: NullableText(),
    fields: Fields,
    consentText: NullableText(),
    token: Type.String({ description: "Return it with the answers, between three seconds and a day from now" }),
  },
  { title: "PublicSignupForm" },
);
export type PublicForm = Static<typeof PublicForm>;

export const SubmitForm = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "From the form; submitting it again with the same answers counts as one submission",
    }),
    answers: Type.Unsafe<Record<string, string | boolean>>({
      type: "object",
      maxProperties: 100,
      additionalProperties: { type: ["string", "boolean"], maxLength: 5_000 },
      description: "By field key",
    }),
    consent: Type.Optional(Type.Boolean({ description: "true if the form has a consentText" })),
    leaveEmpty: Type.Optional(Type.String({ maxLength: 5_000, description: "Honeypot, hidden from people: leave it empty" })),
  },
  { title: "SubmitForm" },
);
export type SubmitForm = Static<typeof SubmitForm>;

export const Submitted = Type.Object(
  { submitted: Type.Literal(true), thankYouText: Type.String(), redirectUrl: NullableText() },
  { title: "FormSubmitted" },
);
export type Submitted = Static<typeof Submitted>;
