import { type Static, Type } from "typebox";
import { GrantedScopes } from "#modules/agencies/index.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, Words } from "#platform/http/schemas.ts";

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
      description: "What the answer is called. name, email and phone are those of the contact; company is the name of a new client",
    }),
    label: Type.String({ minLength: 1, maxLength: 200 }),
    type: Words(fieldTypes),
    required: Type.Optional(Type.Boolean({ description: "Default false; of a checkbox: it must be ticked" })),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        description: "Of a select, and of nothing else",
      }),
    ),
    help: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "Shown with the field" })),
  },
  { title: "SignupFormField" },
);
export type FormField = Static<typeof FormField>;
const Fields = Type.Array(FormField, { minItems: 1, maxItems: 30 });

const Target = Type.Object(
  {
    kind: Words(targetKinds, {
      description:
        "create_contact: each submission becomes a contact of the agency at once. create_client: a client with an invited owner, as soon as the submission is set to processed",
    }),
    grantScopes: Type.Optional(
      Type.Array(GrantedScopes.items, {
        maxItems: 100,
        description: "Of create_client: what the agency may do for the client from the start. Takes a consentText that says so",
      }),
    ),
    snapshotId: Type.Optional(
      NullableText({
        maxLength: 100,
        description:
          "Of create_client: the agency's snapshot that it is set up with; null: none. Left out: the agency's default, if there is one",
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20, description: "Of create_contact: added to the contact" }),
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
    description: "What is agreed to with a tick, without which nothing is taken; kept with each submission, word for word",
  }),
  redirectUrl: NullableText({ maxLength: 500, pattern: "^https://[^\\s]+$", description: "Where to go on; null: thankYouText is shown" }),
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
    active: Type.Boolean({ description: "Whether it is there for everybody" }),
    url: Type.String({
      description:
        "Where everybody fills it in: at the agency's active custom domain, else at this installation's own address by its publicKey",
    }),
    publicKey: Type.String({ description: "Stands for the slug at addresses that are not the agency's own" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "SignupForm" },
);
export type SignupForm = Static<typeof SignupForm>;
export const SignupFormList = ListOf(SignupForm);
export const ListFormsQuery = listQuery({});

const slug = Slug("Its name in addresses, unique in the agency");

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
    active: Type.Optional(Type.Boolean({ description: "Default true" })),
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
  { title: "UpdateSignupForm", description: "Fields left out stay as they are; null empties a field" },
);
export type UpdateSignupForm = Static<typeof UpdateSignupForm>;

const AnswerValue = Type.Unsafe<string | boolean>({ type: ["string", "boolean"] });
export const FormSubmission = Type.Object(
  {
    id: Type.String(),
    formId: NullableText({ description: "null: the form was deleted" }),
    formSlug: Type.String({ description: "As it was then" }),
    formTitle: Type.String({ description: "As it was then" }),
    answers: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), type: Words(fieldTypes), value: AnswerValue })),
    consentText: NullableText({ description: "What was agreed to, word for word" }),
    consentedAt: NullableTimestamp(),
    target: Target,
    status: Words(submissionStatuses, { description: "processed is for good: its target was carried out" }),
    contactId: NullableText({ description: "The contact that it became, or was of already" }),
    clientId: NullableText({ description: "The client that it became" }),
    processedAt: NullableTimestamp(),
    processedBy: NullableText({ description: "The agent or key; null: it was carried out as it came in" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "FormSubmission" },
);
export type FormSubmission = Static<typeof FormSubmission>;
export const FormSubmissionList = ListOf(FormSubmission);
export const ListSubmissionsQuery = listQuery({
  status: Type.Optional(Words(submissionStatuses)),
  formId: Type.Optional(Type.String({ maxLength: 100 })),
});
export const UpdateSubmission = Type.Object({ status: Words(submissionStatuses) }, { title: "UpdateFormSubmission" });
export type UpdateSubmission = Static<typeof UpdateSubmission>;

export const SlugParams = Type.Object({ slug: Type.String() });

export const PublicForm = Type.Object(
  {
    title: Type.String(),
    intro: NullableText(),
    fields: Fields,
    consentText: NullableText(),
    token: Type.String({ description: "To be sent with the answers, three seconds to a day from now" }),
  },
  { title: "PublicSignupForm" },
);
export type PublicForm = Static<typeof PublicForm>;

export const SubmitForm = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200, description: "Of the form; sent twice with the same answers it is one submission" }),
    answers: Type.Unsafe<Record<string, string | boolean>>({
      type: "object",
      maxProperties: 100,
      additionalProperties: { type: ["string", "boolean"], maxLength: 5_000 },
      description: "By key of the field",
    }),
    consent: Type.Optional(Type.Boolean({ description: "true where the form has a consentText" })),
    leaveEmpty: Type.Optional(Type.String({ maxLength: 5_000, description: "Hidden from people: what fills it in is none" })),
  },
  { title: "SubmitForm" },
);
export type SubmitForm = Static<typeof SubmitForm>;

export const Submitted = Type.Object(
  { submitted: Type.Literal(true), thankYouText: Type.String(), redirectUrl: NullableText() },
  { title: "FormSubmitted" },
);
export type Submitted = Static<typeof Submitted>;
