import { type Static, type TSchema, Type } from "typebox";
import { stageKinds } from "#modules/sales/pipelines/index.ts";
import {
  FieldChanges,
  ListOf,
  listQuery,
  Nullable,
  NullableText,
  NullableTimestamp,
  Timestamp,
  StringEnum,
} from "#platform/http/schemas.ts";

export const Deal = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    amount: Nullable(Type.Number({ description: "At most 6 decimals" })),
    currency: NullableText({ description: "ISO 4217" }),
    contactId: Type.String(),
    conversationId: NullableText({ description: "The conversation it came from" }),
    ownerId: NullableText({ description: "The deal's owner" }),
    pipelineId: Type.String(),
    stageId: Type.String(),
    status: StringEnum(stageKinds, { description: "The kind of its stage" }),
    lostReason: NullableText(),
    position: Type.Number({ description: "Its place in its stage's column: lowest on top" }),
    expectedCloseAt: NullableTimestamp(),
    stageEnteredAt: Timestamp,
    wonAt: NullableTimestamp(),
    lostAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Deal" },
);
export type Deal = Static<typeof Deal>;

const Title = Type.String({ minLength: 1, maxLength: 200 });

const fields = {
  amount: Type.Optional(Nullable(Type.Number({ description: "0 to 1,000,000,000,000, at most 6 decimals; needs a currency" }))),
  currency: Type.Optional(NullableText({ pattern: "^[A-Za-z]{3}$", description: "ISO 4217: EUR" })),
  conversationId: Type.Optional(NullableText({ maxLength: 100, description: "The conversation it came from" })),
  ownerId: Type.Optional(NullableText({ maxLength: 100, description: "A member of the tenant: agt_… or usr_…" })),
  lostReason: Type.Optional(NullableText({ minLength: 1, maxLength: 500, description: "Required in a lost stage; not allowed elsewhere" })),
  position: Type.Optional(
    Type.Number({
      description:
        "Its place in its stage's column, lowest on top: to place it between two others, give a number between theirs. Default: at the end",
    }),
  ),
  expectedCloseAt: Type.Optional(NullableTimestamp()),
} satisfies Record<string, TSchema>;

export const CreateDeal = Type.Object(
  {
    title: Title,
    ...fields,
    contactId: Type.Optional(Type.String({ maxLength: 100, description: "Default: the contact of the conversation" })),
    pipelineId: Type.Optional(Type.String({ maxLength: 100, description: "Default: the stage's pipeline, otherwise the default one" })),
    stageId: Type.Optional(Type.String({ maxLength: 100, description: "Default: the first open stage of the pipeline" })),
  },
  { title: "CreateDeal", description: "Give a contact, or a conversation with one" },
);
export type CreateDeal = Static<typeof CreateDeal>;

export const UpdateDeal = Type.Object(
  {
    title: Type.Optional(Title),
    ...fields,
    contactId: Type.Optional(Type.String({ maxLength: 100 })),
    pipelineId: Type.Optional(Type.String({ maxLength: 100, description: "Another pipeline without a stageId: its first open stage" })),
    stageId: Type.Optional(Type.String({ maxLength: 100, description: "Of any pipeline; pipelineId is set to the stage's pipeline" })),
  },
  { title: "UpdateDeal", description: "Omitted fields keep their values; null clears a field" },
);
export type UpdateDeal = Static<typeof UpdateDeal>;

export const DealList = ListOf(Deal);
export const ListDealsQuery = listQuery({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "In the title; every word must match" })),
  pipelineId: Type.Optional(Type.String({ maxLength: 100 })),
  stageId: Type.Optional(Type.String({ maxLength: 100 })),
  ownerId: Type.Optional(Type.String({ maxLength: 100, description: "An agent's id, or none" })),
  contactId: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(StringEnum(stageKinds)),
  sort: StringEnum(["createdAt", "position"], {
    default: "createdAt",
    description: "createdAt: newest first; position: in the order of a stage's column; needs stageId and cannot be combined with q",
  }),
});

export const StageStay = Type.Object(
  {
    id: Type.String(),
    pipelineId: Type.String(),
    stageId: Type.String({ description: "May have been deleted since" }),
    stageName: Type.String({ description: "The stage's name at that time" }),
    stageKind: StringEnum(stageKinds),
    enteredAt: Timestamp,
    leftAt: NullableTimestamp({ description: "null: it is still there" }),
    durationSeconds: Type.Integer({ description: "For the current stage: until now" }),
    movedBy: Type.String({ description: "Who moved it there: an API key, an agent, or the system" }),
  },
  { title: "StageStay" },
);
export type StageStay = Static<typeof StageStay>;

export const StageStayList = ListOf(StageStay);
export const ListStageStaysQuery = listQuery({});

export const dealReasons = ["created", "updated", "stage_deleted", "merge", "unmerge", "deleted"] as const;
export type DealReason = (typeof dealReasons)[number];

export const dealUpdatedData = Type.Object({
  dealId: Type.String(),
  contactId: Type.String(),
  conversationId: NullableText(),
  pipelineId: Type.String(),
  stageId: Type.String(),
  status: StringEnum(stageKinds),
  reason: StringEnum(dealReasons, {
    description: "Also sent when a deal is created or deleted; merge and unmerge refer to its contact",
  }),
  changes: FieldChanges("By deal field; from null for a new deal, empty for a deleted one"),
});
