import { type Static, Type } from "typebox";
import { AudienceRules } from "#modules/contacts/segments/index.ts";
import { documentedAs, extending } from "#platform/http/openapi/schemas.ts";
import { issueCodes } from "#platform/errors/catalog.ts";
import {
  ListOf,
  listQuery,
  Nullable,
  NullableText,
  NullableTimestamp,
  NullableEnum,
  Timestamp,
  StringEnum,
} from "#platform/http/schemas.ts";
import { stepsMax } from "./definition.ts";
import { flowConditions, flowStep, flowTrigger } from "./flow-document.ts";
import { flowStatuses, pausedReasons } from "./flows.queries.ts";
import { runStatuses } from "../runs/runs.queries.ts";

const Trigger = documentedAs(
  Type.Unsafe<{ type: string; [field: string]: unknown }>({ type: "object", additionalProperties: true }),
  flowTrigger,
);

const Steps = Type.Array(documentedAs(Type.Unsafe<unknown>({ type: "object", additionalProperties: true }), flowStep), {
  title: "FlowSteps",
  maxItems: stepsMax,
  description: `What the flow does, in this order. Texts may contain the variables of canned replies and {{variables.NAME}}, which requests set. At most ${stepsMax}, including nested ones`,
});

const definition = {
  trigger: Trigger,
  conditions: Nullable(documentedAs(AudienceRules, flowConditions)),
  steps: Steps,
  oncePerContact: Type.Boolean({
    description: "true: a contact goes through it only once, counting the runs kept when this is set; false: one run at a time",
  }),
};

export const Flow = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: NullableText(),
    status: StringEnum(flowStatuses, { description: "Only an active flow starts; runs already started continue in any status" }),
    pausedReason: NullableEnum(pausedReasons, {
      description: "rules_unusable: the segment of a schedule was deleted, or its rules no longer fit the contact fields",
    }),
    version: Type.Integer({ description: "The newest version, which is returned here" }),
    activeVersion: Nullable(Type.Integer({ description: "The version that starts when the flow is active" })),
    ...definition,
    webhook: Nullable(
      Type.Object(
        { createdBy: Type.String(), createdAt: Timestamp },
        { description: "Its webhook address: when it was created, and by whom" },
      ),
    ),
    nextRunAt: NullableTimestamp({ description: "The next start by schedule; null: not active, or no further start" }),
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
  { title: "UpdateFlow", description: "Omitted fields keep their values. A change to the flow's behaviour creates a new version" },
);
export type UpdateFlow = Static<typeof UpdateFlow>;

export const FlowList = ListOf(Flow);
export const ListFlowsQuery = listQuery({ status: Type.Optional(StringEnum(flowStatuses)) });

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
        field: Type.String({ description: "Place of the problem: steps[2].then[0].text" }),
        issue: StringEnum(issueCodes),
        message: Type.String(),
      }),
    ),
    audience: Nullable(
      Type.Object(
        {
          count: Type.Integer({ description: "Current number of contacts" }),
          exact: Type.Boolean({ description: "Whether they were counted exactly; otherwise it is an estimate" }),
          countRange: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
        },
        { description: "For a schedule without problems" },
      ),
    ),
  },
  { title: "FlowValidation" },
);
export type FlowValidation = Static<typeof FlowValidation>;

const RunErrorSchema = Nullable(
  Type.Object(
    { code: Type.String(), message: Type.String(), path: NullableText({ description: "The step it ended at" }) },
    { description: "Why it failed, or, of a run that has not ended, why it is stopped until it is cancelled" },
  ),
);
const run = {
  id: Type.String(),
  flowId: Type.String(),
  version: Type.Integer({ description: "The version it started with and keeps" }),
  contactId: Type.String(),
  conversationId: NullableText(),
  status: StringEnum(runStatuses, {
    description:
      "waiting: for a time, a reply or the response to a request; handed_off: people have the conversation; timed_out: no reply came, and the flow has no steps for that case",
  }),
  startedBy: Type.String({
    description:
      "The event (evt_…), run of another flow (frun_…), key or member that started it; webhook: a call to the flow's address; schedule: its time",
  }),
  depth: Type.Integer({ description: "Number of flows before it in the chain of causes" }),
  waitingUntil: NullableTimestamp({ description: "When it continues automatically" }),
  error: RunErrorSchema,
  startedAt: Timestamp,
  updatedAt: Timestamp,
  endedAt: NullableTimestamp(),
};
export const FlowRun = Type.Object(run, { title: "FlowRun" });
export type FlowRun = Static<typeof FlowRun>;
export const FlowRunWithSteps = extending(
  FlowRun,
  {
    steps: Type.Array(
      Type.Object({
        n: Type.Integer(),
        path: Type.String({ description: "Its path in the version: steps[2].then[0]" }),
        type: Type.String(),
        status: StringEnum(["done", "waiting", "failed"]),
        result: Type.Unsafe<Record<string, unknown>>({
          type: "object",
          additionalProperties: true,
          description:
            "Its result: ids of what was created, the branch taken, the end of a wait, the reason for a failure; for a request, its address and the start of the response, without secrets",
        }),
        at: Timestamp,
      }),
      { description: "Steps executed so far, in order" },
    ),
  },
  { title: "FlowRunWithSteps" },
);
export type FlowRunWithSteps = Static<typeof FlowRunWithSteps>;
export const FlowRunList = ListOf(FlowRun);
export const ListRunsQuery = listQuery({
  status: Type.Optional(StringEnum(runStatuses)),
  contactId: Type.Optional(Type.String({ maxLength: 100, description: "Includes runs of contacts merged into it" })),
});

export const StartRun = Type.Object(
  {
    contactId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Default: the contact of the conversation" })),
    conversationId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { title: "StartFlowRun", description: "Give exactly one" },
);
export type StartRun = Static<typeof StartRun>;
