import { type Static, Type } from "typebox";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { SettingsInput } from "../chatbots.schema.ts";
import { decisions } from "../turns/turn.types.ts";

const casesMax = 200;

const Expectation = Type.Object(
  {
    decision: Type.Optional(StringEnum(decisions)),
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: "Expected reason of the turn, for example customer_request" }),
    ),
    contains: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        maxItems: 20,
        description: "Each must appear in the reply; case-insensitive",
      }),
    ),
    excludes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20, description: "None may appear in the reply" }),
    ),
  },
  { title: "ChatbotExpectation", description: "Omitted expectations are not checked" },
);

const Case = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    message: Type.String({ minLength: 1, maxLength: 4_000 }),
    history: Type.Optional(
      Type.Array(Type.Object({ from: StringEnum(["customer", "chatbot"]), text: Type.String({ minLength: 1, maxLength: 4_000 }) }), {
        maxItems: 20,
      }),
    ),
    at: Type.Optional(Type.String({ format: "date-time", description: "The time to simulate; default: when it runs" })),
    expect: Expectation,
  },
  { title: "ChatbotCase" },
);
export type Case = Static<typeof Case>;

const name = Type.String({ minLength: 1, maxLength: 100 });
const cases = Type.Array(Case, { minItems: 1, maxItems: casesMax });

export const ChatbotEvaluation = Type.Object(
  { id: Type.String(), chatbotId: Type.String(), name, cases, createdAt: Timestamp, updatedAt: Timestamp },
  { title: "ChatbotEvaluation" },
);
export type ChatbotEvaluation = Static<typeof ChatbotEvaluation>;

export const CreateEvaluation = Type.Object({ name, cases }, { title: "CreateChatbotEvaluation" });
export type CreateEvaluation = Static<typeof CreateEvaluation>;

export const UpdateEvaluation = Type.Object(
  { name: Type.Optional(name), cases: Type.Optional(cases) },
  { title: "UpdateChatbotEvaluation" },
);
export type UpdateEvaluation = Static<typeof UpdateEvaluation>;

/** A suite may be large: lists show only its size. */
const EvaluationSummary = Type.Object(
  { ...Type.Omit(ChatbotEvaluation, ["cases"]).properties, caseCount: Type.Integer() },
  { title: "ChatbotEvaluationSummary" },
);
export type EvaluationSummary = Static<typeof EvaluationSummary>;

export const EvaluationList = ListOf(EvaluationSummary);
export const ListEvaluationsQuery = listQuery({});

export const StartRun = Type.Object(
  {
    settings: Type.Optional(SettingsInput),
  },
  { title: "StartChatbotEvaluationRun" },
);
export type StartRun = Static<typeof StartRun>;

export const problemWords = ["decision", "reason", "missing_text", "forbidden_text"] as const;

const Result = Type.Object(
  {
    name: Type.String(),
    passed: Type.Boolean(),
    problems: Type.Array(StringEnum(problemWords), { description: "Expectations that were not met" }),
    decision: StringEnum(decisions),
    reason: NullableText(),
    reply: NullableText(),
  },
  { title: "ChatbotCaseOutcome" },
);
export type Result = Static<typeof Result>;

const ResultShown = extending(
  Result,
  { message: Type.String({ description: "As asked" }), expect: Expectation },
  { title: "ChatbotCaseResult" },
);

const RunSummary = Type.Object(
  {
    id: Type.String(),
    evaluationId: Type.String(),
    chatbotId: Type.String(),
    chatbotVersion: Type.Integer(),
    triedSettings: Type.Boolean({ description: "The run used overrides" }),
    status: StringEnum(["running", "done", "failed"], {
      description: "failed: it was interrupted twice and is not resumed; start another run",
    }),
    error: NullableText({ description: "Why it failed" }),
    total: Type.Integer(),
    passed: Type.Integer(),
    failed: Type.Integer(),
    createdAt: Timestamp,
    finishedAt: NullableTimestamp(),
  },
  { title: "ChatbotEvaluationRunSummary" },
);
export type RunSummary = Static<typeof RunSummary>;

export const EvaluationRun = extending(
  RunSummary,
  { results: Type.Array(ResultShown, { description: "For completed cases, in order" }) },
  { title: "ChatbotEvaluationRun" },
);
export type EvaluationRun = Static<typeof EvaluationRun>;

export const RunList = ListOf(RunSummary);
export const ListRunsQuery = listQuery({});
