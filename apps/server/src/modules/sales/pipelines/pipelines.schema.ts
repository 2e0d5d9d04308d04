import { type Static, Type } from "typebox";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const stageKinds = ["open", "won", "lost"] as const;
export type StageKind = (typeof stageKinds)[number];

export const pipelinesMax = 50;
export const stagesMax = 50;

const Color = Type.String({ pattern: "^#[0-9A-Fa-f]{6}$", description: "#rrggbb" });
const Name = Type.String({ minLength: 1, maxLength: 100 });
const Probability = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: "Probability of winning a deal in this stage, in percent; always 100 for a won stage and 0 for a lost one",
});
const Position = (max: number, description: string) => Type.Integer({ minimum: 0, maximum: max - 1, description });

export const Stage = Type.Object(
  {
    id: Type.String(),
    pipelineId: Type.String(),
    name: Type.String(),
    position: Type.Integer({ description: "From 0, left to right" }),
    color: Type.String(),
    winProbability: Type.Integer(),
    kind: StringEnum(stageKinds, { description: "What its deals are: open, won or lost" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Stage" },
);
export type Stage = Static<typeof Stage>;

export const Pipeline = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    position: Type.Integer({ description: "From 0, in list order" }),
    isDefault: Type.Boolean({ description: "Receives deals that name neither pipeline nor stage; a tenant has exactly one" }),
    stages: Type.Array(Stage),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Pipeline" },
);
export type Pipeline = Static<typeof Pipeline>;

const stageFields = {
  color: Type.Optional(Color),
  winProbability: Type.Optional(Probability),
  kind: Type.Optional(StringEnum(stageKinds)),
};

export const NewStage = Type.Object({ name: Name, ...stageFields }, { title: "NewStage" });
export type NewStage = Static<typeof NewStage>;

export const CreateStage = extending(
  NewStage,
  {
    position: Type.Optional(Position(stagesMax, "Default: after the last open stage; for a won or lost stage, at the end")),
  },
  { title: "CreateStage" },
);
export type CreateStage = Static<typeof CreateStage>;

export const UpdateStage = Type.Object(
  {
    name: Type.Optional(Name),
    ...stageFields,
    position: Type.Optional(Position(stagesMax, "Beyond the end: the end. The other stages move accordingly")),
  },
  { title: "UpdateStage", description: "Omitted fields keep their values" },
);
export type UpdateStage = Static<typeof UpdateStage>;

export const CreatePipeline = Type.Object(
  {
    name: Name,
    position: Type.Optional(Position(pipelinesMax, "Default: the end")),
    isDefault: Type.Optional(Type.Boolean({ description: "true: makes it the default, instead of the current one" })),
    stages: Type.Optional(
      Type.Array(NewStage, {
        minItems: 1,
        maxItems: stagesMax,
        description: "In order, at least one of them open; default: New, Qualified, Proposal, Negotiation, Won, Lost",
      }),
    ),
  },
  { title: "CreatePipeline" },
);
export type CreatePipeline = Static<typeof CreatePipeline>;

export const UpdatePipeline = Type.Object(
  {
    name: Type.Optional(Name),
    position: Type.Optional(Position(pipelinesMax, "Beyond the end: the end. The other pipelines move accordingly")),
    isDefault: Type.Optional(
      Type.Boolean({ description: "true: makes it the default, instead of the current one; the default itself cannot be set to false" }),
    ),
    stageIds: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: stagesMax,
        description: "All stages of the pipeline in their new order",
      }),
    ),
  },
  { title: "UpdatePipeline", description: "Omitted fields keep their values" },
);
export type UpdatePipeline = Static<typeof UpdatePipeline>;

export const PipelineList = ListOf(Pipeline);
export const ListPipelinesQuery = listQuery({});

export const StageParams = Type.Object({ id: Type.String(), stageId: Type.String() });
export const DeleteStageQuery = Type.Object({
  moveTo: Type.Optional(Type.String({ maxLength: 100, description: "The stage that receives this stage's deals and contacts" })),
});

const Sum = {
  currency: NullableText({ description: "null: deals without an amount" }),
  count: Type.Integer({ description: "Deals" }),
  amount: Type.Number(),
  weightedAmount: Type.Number({ description: "Amount times win probability" }),
};

export const Board = Type.Object(
  {
    pipelineId: Type.String(),
    stages: Type.Array(
      Type.Object({
        stage: Stage,
        count: Type.Integer({ description: "Number of deals in all currencies" }),
        totals: Type.Array(Type.Object(Sum), { description: "By currency" }),
      }),
    ),
    totals: Type.Array(
      Type.Object({
        currency: Sum.currency,
        openCount: Type.Integer(),
        openAmount: Type.Number(),
        forecastAmount: Type.Number({ description: "Open deals, each amount times the win probability of its stage" }),
        wonCount: Type.Integer(),
        wonAmount: Type.Number(),
        lostCount: Type.Integer(),
        lostAmount: Type.Number(),
      }),
      { description: "For the whole board, by currency; nothing is converted" },
    ),
  },
  { title: "Board" },
);
export type Board = Static<typeof Board>;

export const BoardQuery = Type.Object({
  ownerId: Type.Optional(Type.String({ maxLength: 100, description: "Deals of this agent; none: without an owner" })),
  closedSince: Type.Optional(
    Type.String({ format: "date-time", description: "For won and lost deals: only those closed at or after this time" }),
  ),
});
