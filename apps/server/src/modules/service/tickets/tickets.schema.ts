import { type Static, type TSchema, Type } from "typebox";
import { CustomFields, CustomFieldsInput } from "#modules/contacts/custom-fields/index.ts";
import { ServiceLevel } from "#modules/service/sla-policies/index.ts";
import { FieldChanges, ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { ticketStatuses } from "./ticket-status.ts";

export const priorities = ["low", "medium", "high", "urgent"] as const;
export const sources = ["inbox", "flow", "manual", "api"] as const;
export const labelsMax = 50;

export const Ticket = Type.Object(
  {
    id: Type.String(),
    number: Type.Integer({ description: "Numbered from 1 in the tenant" }),
    subject: Type.String(),
    description: NullableText(),
    status: StringEnum(ticketStatuses),
    priority: StringEnum(priorities),
    category: NullableText({ description: "The name of one of the ticket categories" }),
    assigneeId: NullableText({ description: "The assigned agent" }),
    divisionId: NullableText({ description: "The conversation's division" }),
    contactId: NullableText(),
    conversationId: NullableText({ description: "A customer message in it reopens the ticket" }),
    source: StringEnum(sources),
    labels: Type.Array(Type.String()),
    customFields: CustomFields,
    dueAt: NullableTimestamp(),
    resolvedAt: NullableTimestamp(),
    closedAt: NullableTimestamp(),
    autoCloseAt: NullableTimestamp({ description: "When it closes automatically, while it is resolved" }),
    followUpOfId: NullableText({ description: "The closed ticket that this one follows up" }),
    sla: ServiceLevel,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Ticket" },
);
export type Ticket = Static<typeof Ticket>;

const Label = Type.String({ minLength: 1, maxLength: 50 });
const Subject = Type.String({ minLength: 1, maxLength: 500 });

const fields = {
  description: Type.Optional(NullableText({ minLength: 1, maxLength: 65_536 })),
  priority: Type.Optional(StringEnum(priorities)),
  category: Type.Optional(
    NullableText({
      minLength: 1,
      maxLength: 100,
      description: "A ticket category's name (case-insensitive) or id; a new name creates the category",
    }),
  ),
  assigneeId: Type.Optional(NullableText({ maxLength: 100, description: "A member of the tenant: agt_… or usr_…; null: unassigned" })),
  divisionId: Type.Optional(NullableText({ maxLength: 100, description: "A division; null: none" })),
  labels: Type.Optional(
    Type.Array(Label, {
      maxItems: labelsMax,
      description: "Replaces all labels; duplicates are dropped. A label's id can be used instead of its name",
    }),
  ),
  customFields: Type.Optional(
    CustomFieldsInput(
      "Sets the given fields and keeps the others; null removes a field. Defined fields are validated, see ticket fields; keys without a definition accept any text, number or boolean",
    ),
  ),
  dueAt: Type.Optional(NullableTimestamp()),
} satisfies Record<string, TSchema>;

const links = {
  contactId: Type.Optional(NullableText({ maxLength: 100 })),
  conversationId: Type.Optional(NullableText({ maxLength: 100 })),
};

export const CreateTicket = Type.Object(
  {
    subject: Subject,
    ...fields,
    ...links,
    source: Type.Optional(StringEnum(sources, { description: "Default: api for an API key, manual for a member" })),
  },
  { title: "CreateTicket", description: "With a conversation and no contact: the conversation's contact" },
);
export type CreateTicket = Static<typeof CreateTicket>;

export const UpdateTicket = Type.Object(
  { subject: Type.Optional(Subject), status: Type.Optional(StringEnum(ticketStatuses)), ...fields, ...links },
  { title: "UpdateTicket", description: "Omitted fields keep their values; null clears a field" },
);
export type UpdateTicket = Static<typeof UpdateTicket>;

export const CreateConversationTicket = Type.Object(
  {
    subject: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: "Default: the conversation's subject, otherwise its last message" }),
    ),
    ...fields,
  },
  { title: "CreateConversationTicket" },
);
export type CreateConversationTicket = Static<typeof CreateConversationTicket>;

export const FollowUpTicket = Type.Object(
  {
    subject: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "Default: the closed ticket's" })),
    description: Type.Optional(NullableText({ minLength: 1, maxLength: 65_536 })),
  },
  { title: "FollowUpTicket" },
);
export type FollowUpTicket = Static<typeof FollowUpTicket>;

export const CreateComment = Type.Object({ text: Type.String({ minLength: 1, maxLength: 65_536 }) }, { title: "CreateTicketComment" });

export const TicketList = ListOf(Ticket);
export const ticketSorts = ["createdAt", "dueAt"] as const;
export type TicketSort = (typeof ticketSorts)[number];
export const ListTicketsQuery = listQuery({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "In the subject, or #number; every word must match" })),
  status: Type.Optional(StringEnum(ticketStatuses)),
  priority: Type.Optional(StringEnum(priorities)),
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "A category's name or id" })),
  assigneeId: Type.Optional(Type.String({ maxLength: 100, description: "An agent's id, or none" })),
  divisionId: Type.Optional(Type.String({ maxLength: 100, description: "A division's id, or none" })),
  contactId: Type.Optional(Type.String({ maxLength: 100 })),
  conversationId: Type.Optional(Type.String({ maxLength: 100 })),
  source: Type.Optional(StringEnum(sources)),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: "Has this label" })),
  customField: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 300,
      pattern: "^[^:]{1,64}:[\\s\\S]+$",
      description: "KEY:VALUE, the whole value of a custom field; for a list, one of its options",
    }),
  ),
  overdue: Type.Optional(Type.Boolean({ description: "true: past dueAt and neither resolved nor closed" })),
  sort: StringEnum(ticketSorts, {
    default: "createdAt",
    description:
      "createdAt: newest first; dueAt: soonest due first, only tickets with a dueAt that are neither resolved nor closed; cannot be combined with q, label or customField",
  }),
});

export const ticketReasons = [
  "created",
  "request",
  "customer_reply",
  "auto_close",
  "merge",
  "unmerge",
  "sla_breach",
  "division_deleted",
  "field_deleted",
  "deleted",
] as const;
export type TicketReason = (typeof ticketReasons)[number];

export const TicketActivity = Type.Object(
  {
    id: Type.String(),
    kind: StringEnum(["created", "updated", "comment"]),
    by: Type.String({ description: "An API key, an agent, or the system" }),
    reason: StringEnum(ticketReasons),
    text: NullableText({ description: "For a comment" }),
    changes: FieldChanges("By ticket field"),
    createdAt: Timestamp,
  },
  { title: "TicketActivity" },
);
export type TicketActivity = Static<typeof TicketActivity>;

export const TicketActivityList = ListOf(TicketActivity);
export const ListTicketActivityQuery = listQuery({});

const about = {
  ticketId: Type.String(),
  number: Type.Integer(),
  subject: Type.String(),
  status: StringEnum(ticketStatuses),
  priority: StringEnum(priorities),
  category: NullableText(),
  assigneeId: NullableText(),
  divisionId: NullableText(),
  contactId: NullableText(),
  conversationId: NullableText(),
};

export const ticketCreatedData = Type.Object({ ...about, source: StringEnum(sources), followUpOfId: NullableText() });
export const ticketUpdatedData = Type.Object({
  ...about,
  reason: StringEnum(ticketReasons, {
    description:
      "request: an API or dashboard request; customer_reply: a message reopened it; auto_close: its time expired; merge, unmerge: of its contact; sla_breach: a target was missed; division_deleted: it was moved to another division; field_deleted: a custom field and its values were deleted; deleted: it was deleted",
  }),
  changes: FieldChanges("By ticket field; commentId is the id of an added comment, deletedAt the time of deletion"),
});

export const TicketCategory = Type.Object(
  { id: Type.String(), name: Type.String(), description: NullableText(), createdAt: Timestamp, updatedAt: Timestamp },
  { title: "TicketCategory" },
);
export type TicketCategory = Static<typeof TicketCategory>;

const CategoryName = Type.String({ minLength: 1, maxLength: 100 });
const CategoryDescription = Type.Optional(NullableText({ minLength: 1, maxLength: 500 }));
export const CreateTicketCategory = Type.Object(
  { name: CategoryName, description: CategoryDescription },
  { title: "CreateTicketCategory" },
);
export type CreateTicketCategory = Static<typeof CreateTicketCategory>;
export const UpdateTicketCategory = Type.Object(
  { name: Type.Optional(CategoryName), description: CategoryDescription },
  { title: "UpdateTicketCategory" },
);
export type UpdateTicketCategory = Static<typeof UpdateTicketCategory>;
export const TicketCategoryList = ListOf(TicketCategory);
export const ListTicketCategoriesQuery = listQuery({});
