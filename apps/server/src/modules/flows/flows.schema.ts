import { type Static, Type } from "typebox";
import { AudienceRules } from "#modules/segments/index.ts";
import { documentedAs } from "#platform/http/openapi/schemas.ts";
import { issueWords } from "#platform/errors/catalog.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, NullableWords, Timestamp, Words } from "#platform/http/schemas.ts";
import { stepsMax } from "./definition.ts";
import { flowConditions, flowStep, flowTrigger } from "./flow-document.ts";
import { flowStatuses, pausedReasons } from "./flows.queries.ts";
import { runStatuses } from "./runs.queries.ts";

const Trigger = documentedAs(
  Type.Unsafe<{ type: string; [field: string]: unknown }>({ type: "object", additionalProperties: true }),
  flowTrigger,
);

const Steps = Type.Array(documentedAs(Type.Unsafe<unknown>({ type: "object", additionalProperties: true }), flowStep), {
  maxItems: stepsMax,
  description: `What the flow does, in this order. Texts may have the variables of canned replies and {{variables.NAME}}, which requests bring. At most ${stepsMax}, those inside of others included`,
});

const definition = {
  trigger: Trigger,
  conditions: Nullable(documentedAs(AudienceRules, flowConditions)),
  steps: Steps,
  oncePerContact: Type.Boolean({
    description: "true: a contact goes through it once, as far back as runs are kept when it becomes true; false: once at a time",
  }),
};

export const Flow = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: NullableText(),
    status: Words(flowStatuses, { description: "Only an active flow is started; runs that have begun go on whatever it is" }),
    pausedReason: NullableWords(pausedReasons, {
      description: "rules_unusable: the segment of a schedule is gone, or its rules do not fit the contact fields any more",
    }),
    version: Type.Integer({ description: "The newest, which is shown here" }),
    activeVersion: Nullable(Type.Integer({ description: "The one that is started, when the flow is active" })),
    ...definition,
    webhook: Nullable(
      Type.Object({ createdBy: Type.String(), createdAt: Timestamp }, { description: "Since when it has an address, and of whom" }),
    ),
    nextRunAt: NullableTimestamp({ description: "When a schedule starts the flow next; null: it is not active, or nothing will come" }),
    createdBy: Type.String(),
    activatedAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Flow" },
);
export type Flow = Static<typeof Flow>;

const name = Type.String({ minLength: 1, maxLength: 200 });
const description = Type.Optional(NullableText({ maxLength: 1_000 }));
const given = {
  conditions: Type.Optional(
    Nullable(documentedAs(Type.Unsafe<AudienceRules>({ type: "object", additionalProperties: true }), flowConditions)),
  ),
  oncePerContact: Type.Optional(Type.Boolean({ default: false })),
};

export const CreateFlow = Type.Object({ name, description, trigger: Trigger, steps: Steps, ...given }, { title: "CreateFlow" });
export type CreateFlow = Static<typeof CreateFlow>;

export const UpdateFlow = Type.Object(
  {
    name: Type.Optional(name),
    description,
    trigger: Type.Optional(Trigger),
    steps: Type.Optional(Steps),
    conditions: given.conditions,
    oncePerContact: Type.Optional(Type.Boolean()),
  },
  { title: "UpdateFlow", description: "Fields left out stay as they are. A change of what the flow does makes a new version" },
);
export type UpdateFlow = Static<typeof UpdateFlow>;

export const FlowList = ListOf(Flow);
export const ListFlowsQuery = listQuery({ status: Type.Optional(Words(flowStatuses)) });

export const FlowVersion = Type.Object(
  { flowId: Type.String(), version: Type.Integer(), ...definition, createdBy: Type.String(), createdAt: Timestamp },
  { title: "FlowVersion" },
);
export type FlowVersion = Static<typeof FlowVersion>;
export const FlowVersionList = ListOf(FlowVersion);
export const ListVersionsQuery = listQuery({});

export const FlowValidation = Type.Object(
  {
    valid: Type.Boolean(),
    problems: Type.Array(
      Type.Object({
        field: Type.String({ description: "Where: steps[2].then[0].text" }),
        issue: Words(issueWords),
        message: Type.String(),
      }),
    ),
    audience: Nullable(
      Type.Object(
        {
          count: Type.Integer({ description: "How many contacts there are now" }),
          exact: Type.Boolean({ description: "Whether they were counted; else it is an estimate" }),
          countRange: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
        },
        { description: "Of a schedule without problems" },
      ),
    ),
  },
  { title: "FlowValidation" },
);
export type FlowValidation = Static<typeof FlowValidation>;

const RunErrorSchema = Nullable(
  Type.Object({ code: Type.String(), message: Type.String(), path: NullableText({ description: "The step it ended at" }) }),
);
const run = {
  id: Type.String(),
  flowId: Type.String(),
  version: Type.Integer({ description: "The version it began with, and keeps" }),
  contactId: Type.String(),
  conversationId: NullableText(),
  status: Words(runStatuses, {
    description:
      "waiting: for a time, a reply or the answer to a request; handed_off: people have the conversation; timed_out: no reply came, and the flow says nothing of that case",
  }),
  startedBy: Type.String({
    description:
      "The event (evt_…), run of another flow (frun_…), key or member that started it; webhook: a call of the flow's address; schedule: its time",
  }),
  depth: Type.Integer({ description: "How many flows stand before it in the chain of causes" }),
  waitingUntil: NullableTimestamp({ description: "When it goes on by itself" }),
  error: RunErrorSchema,
  startedAt: Timestamp,
  updatedAt: Timestamp,
  endedAt: NullableTimestamp(),
};
export const FlowRun = Type.Object(run, { title: "FlowRun" });
export type FlowRun = Static<typeof FlowRun>;
export const FlowRunWithSteps = Type.Object(
  {
    ...run,
    steps: Type.Array(
      Type.Object({
        n: Type.Integer(),
        path: Type.String({ description: "Where it stands in the version: steps[2].then[0]" }),
        type: Type.String(),
        status: Words(["done", "waiting", "failed"]),
        result: Type.Unsafe<Record<string, unknown>>({
          type: "object",
          additionalProperties: true,
          description:
            "What came of it: ids of what was made, which way a branch went, until when it waits, why it failed; of a request its address and the beginning of its answer, without secrets",
        }),
        at: Timestamp,
      }),
      { description: "What it has done so far, in order" },
    ),
  },
  { title: "FlowRunWithSteps" },
);
export type FlowRunWithSteps = Static<typeof FlowRunWithSteps>;
export const FlowRunList = ListOf(FlowRun);
export const ListRunsQuery = listQuery({
  status: Type.Optional(Words(runStatuses)),
  contactId: Type.Optional(Type.String({ maxLength: 100 })),
});

export const StartRun = Type.Object(
  {
    contactId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Default: the contact of the conversation" })),
    conversationId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { title: "StartFlowRun", description: "One of the two" },
);
export type StartRun = Static<typeof StartRun>;
