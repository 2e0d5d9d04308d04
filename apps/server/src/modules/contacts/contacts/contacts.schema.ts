import { type Static, type TSchema, Type } from "typebox";
import { CustomFields, CustomFieldsInput } from "#modules/contacts/custom-fields/index.ts";
import { IdList } from "#platform/http/reading/id-list.ts";
import { FieldChanges, ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const optInWords = ["unknown", "opted_in", "opted_out"] as const;

export const tagsMax = 100;

export const ContactIdentity = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: "Kind of channel: chat_app, photo_social or short_video" }),
    account: NullableText({
      description:
        "The external id of the channel that the address is valid for, on platforms where a person has a different address per channel; null: all",
    }),
    address: NullableText({ description: "The address to send to" }),
    providerUserId: NullableText({ description: "The platform's own id of the person" }),
    username: NullableText(),
    name: NullableText({ description: "The profile name on the platform" }),
  },
  { title: "ContactIdentity" },
);

export const Contact = Type.Object(
  {
    id: Type.String(),
    name: NullableText(),
    phone: NullableText({ description: "E.164; null when the platform hides it" }),
    phoneNumber: NullableText({ description: "Same as phone" }),
    email: NullableText(),
    source: Type.String({ description: "How the contact was created: inbound, api, import, manual, or a value of your own" }),
    tags: Type.Array(Type.String()),
    customFields: CustomFields,
    identities: Type.Array(ContactIdentity),
    ownerId: NullableText({ description: "The agent responsible for the contact" }),
    stageId: NullableText({ description: "The contact's pipeline stage" }),
    language: NullableText({ description: "BCP 47 language tag" }),
    timezone: NullableText({ description: "IANA" }),
    country: NullableText({ description: "ISO 3166-1, two letters" }),
    optIn: StringEnum(optInWords),
    blockedAt: NullableTimestamp(),
    lastInboundAt: NullableTimestamp(),
    mergedIntoId: NullableText({
      description: "The contact that replaces this one; a merged contact is not listed and cannot be changed",
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
  phone: Type.Optional(NullableText({ maxLength: 64, description: "International number, in any format; stored as E.164" })),
  phoneNumber: Type.Optional(NullableText({ maxLength: 64, description: "Same as phone" })),
  email: Type.Optional(NullableText({ format: "email", maxLength: 254 })),
  source: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  tags: Type.Optional(Tags),
  ownerId: Type.Optional(NullableText({ maxLength: 100, description: "A member of the tenant: agt_… or usr_…" })),
  stageId: Type.Optional(NullableText({ maxLength: 100, description: "A stage of one of the pipelines: stg_…" })),
  language: Type.Optional(NullableText({ minLength: 2, maxLength: 35, description: "BCP 47 language tag" })),
  timezone: Type.Optional(NullableText({ minLength: 1, maxLength: 64, description: "IANA" })),
  country: Type.Optional(NullableText({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1, two letters" })),
  optIn: Type.Optional(StringEnum(optInWords)),
} satisfies Record<string, TSchema>;

export const CreateContact = Type.Object(
  {
    ...fields,
    customFields: Type.Optional(
      CustomFieldsInput("By key, as defined in the contact fields; keys without a definition accept any text, number or boolean"),
    ),
  },
  { title: "CreateContact", description: "At least a name, a phone or an email" },
);
export type CreateContact = Static<typeof CreateContact>;

export const UpdateContact = Type.Object(
  {
    ...fields,
    customFields: Type.Optional(
      CustomFieldsInput(
        "Sets the given fields and keeps the others; null removes a field. Defined fields are validated, see contact fields",
      ),
    ),
    blocked: Type.Optional(Type.Boolean()),
  },
  { title: "UpdateContact", description: "Omitted fields keep their values; null clears a field" },
);
export type UpdateContact = Static<typeof UpdateContact>;

export const ContactList = ListOf(Contact);
export const ListContactsQuery = listQuery({
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "Name, e-mail, or phone in any format; every word must match" }),
  ),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  optIn: Type.Optional(StringEnum(optInWords)),
  phone: Type.Optional(Type.String({ maxLength: 64, description: "This number, including national variants" })),
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: "This address; case-insensitive" })),
  ownerId: Type.Optional(Type.String({ maxLength: 100, description: "An agent's id, or none" })),
  stageId: Type.Optional(Type.String({ maxLength: 100, description: "A pipeline stage's id, or none" })),
  blocked: Type.Optional(Type.Boolean()),
  ids: IdList("contacts"),
});

export const contactCreatedData = Type.Object({
  contactId: Type.String(),
  name: NullableText(),
  phone: NullableText(),
  source: Type.String(),
});
export const contactUpdatedData = Type.Object({
  contactId: Type.String(),
  changes: FieldChanges(
    "By contact field; username, providerUserId and address of an identity, where the contact's own fields do not show the change",
  ),
  reason: Type.Optional(
    StringEnum(["platform", "address_moved", "merge", "unmerge", "stop_word", "start_word", "field_deleted", "tag_changed"], {
      description:
        "What caused the change, when it was not a request: platform data; an address that the platform gave to somebody else (otherContactId); a merge with otherContactId or its undoing; a keyword of the customer; the deletion of a field; a tag change for all contacts",
    }),
  ),
  otherContactId: Type.Optional(Type.String()),
});
