import { type Static, type TSchema, Type } from "typebox";
import { CustomFields, GivenCustomFields } from "#modules/custom-fields/index.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, Words } from "#platform/http/schemas.ts";

export const optInWords = ["unknown", "opted_in", "opted_out"] as const;

export const tagsMax = 100;

export const ContactIdentity = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: "Kind of channel: chat_app, photo_social or short_video" }),
    account: NullableText({
      description:
        "The external id of the channel that the address is for, on platforms where a person has another one at each; null: of all",
    }),
    address: NullableText({ description: "What one sends to" }),
    providerUserId: NullableText({ description: "The platform's own id of the person" }),
    username: NullableText(),
    name: NullableText({ description: "The name in the platform's profile" }),
  },
  { title: "ContactIdentity" },
);

export const Contact = Type.Object(
  {
    id: Type.String(),
    name: NullableText(),
    phone: NullableText({ description: "E.164; null when the platform hides it" }),
    phoneNumber: NullableText({ description: "The same as phone" }),
    email: NullableText(),
    source: Type.String({ description: "How it came in: inbound, api, import, manual, or a word of your own" }),
    tags: Type.Array(Type.String()),
    customFields: CustomFields,
    identities: Type.Array(ContactIdentity),
    ownerId: NullableText({ description: "The agent who looks after the contact" }),
    stageId: NullableText({ description: "Where the contact stands: a stage of one of the pipelines" }),
    language: NullableText({ description: "BCP 47" }),
    timezone: NullableText({ description: "IANA" }),
    country: NullableText({ description: "ISO 3166-1, two letters" }),
    optIn: Words(optInWords),
    blockedAt: NullableTimestamp(),
    lastInboundAt: NullableTimestamp(),
    mergedIntoId: NullableText({
      description: "The contact that lives on for this one; such a contact is in no list and cannot be changed",
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Contact" },
);
export type Contact = Static<typeof Contact>;

const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  maxItems: tagsMax,
  description: "Replaces all tags; duplicates are dropped",
});

const fields = {
  name: Type.Optional(NullableText({ minLength: 1, maxLength: 200 })),
  phone: Type.Optional(NullableText({ maxLength: 64, description: "International form, in any spelling; stored as E.164" })),
  phoneNumber: Type.Optional(NullableText({ maxLength: 64, description: "The same as phone" })),
  email: Type.Optional(NullableText({ format: "email", maxLength: 254 })),
  source: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  tags: Type.Optional(Tags),
  ownerId: Type.Optional(NullableText({ maxLength: 100, description: "A member of the tenant: agt_… or usr_…" })),
  stageId: Type.Optional(NullableText({ maxLength: 100, description: "A stage of one of the pipelines: stg_…" })),
  language: Type.Optional(NullableText({ minLength: 2, maxLength: 35, description: "BCP 47" })),
  timezone: Type.Optional(NullableText({ minLength: 1, maxLength: 64, description: "IANA" })),
  country: Type.Optional(NullableText({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1, two letters" })),
  optIn: Type.Optional(Words(optInWords)),
} satisfies Record<string, TSchema>;

export const CreateContact = Type.Object(
  {
    ...fields,
    customFields: Type.Optional(
      GivenCustomFields("By key: as its definition says (see contact fields); without one any text, number or boolean"),
    ),
  },
  { title: "CreateContact", description: "At least a name, a phone or an email" },
);
export type CreateContact = Static<typeof CreateContact>;

export const UpdateContact = Type.Object(
  {
    ...fields,
    customFields: Type.Optional(
      GivenCustomFields(
        "Sets the fields given and leaves the others; null removes a field. Defined fields are checked, see contact fields",
      ),
    ),
    blocked: Type.Optional(Type.Boolean()),
  },
  { title: "UpdateContact", description: "Fields left out stay as they are; null empties a field" },
);
export type UpdateContact = Static<typeof UpdateContact>;

export const ContactList = ListOf(Contact);
export const ListContactsQuery = listQuery({
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "Name, e-mail, or phone in any spelling; every word must occur" }),
  ),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  optIn: Type.Optional(Words(optInWords)),
  phone: Type.Optional(Type.String({ maxLength: 64, description: "This number, national variants included" })),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: "This address, in any case" })),
  ownerId: Type.Optional(Type.String({ maxLength: 100, description: "An agent, or none" })),
  stageId: Type.Optional(Type.String({ maxLength: 100, description: "A stage of a pipeline, or none" })),
  blocked: Type.Optional(Type.Boolean()),
});

export const contactCreatedData = Type.Object({
  contactId: Type.String(),
  name: NullableText(),
  phone: NullableText(),
  source: Type.String(),
});
export const contactUpdatedData = Type.Object({
  contactId: Type.String(),
  changes: Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }), {
    description:
      "By field of the contact; username, providerUserId and address of an identity, where the contact's own fields do not tell it",
  }),
  reason: Type.Optional(
    Words(["platform", "address_moved", "merge", "unmerge", "stop_word", "start_word", "field_deleted", "tag_changed"], {
      description:
        "What changed it, when it was no request: the platform's word; an address that the platform gave to somebody else (otherContactId); a merge with otherContactId or its undoing; a word of the customer; the deletion of a field; a change of a tag for all contacts",
    }),
  ),
  otherContactId: Type.Optional(Type.String()),
});
