import { type Static, Type } from "typebox";
import { IdList } from "#platform/http/reading/id-list.ts";
import { Nullable, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { runStatuses } from "../runs.queries.ts";
import { countedRunsMax } from "./counts.queries.ts";

const among = {
  since: { ...Timestamp, description: "Runs that started since then are counted" },
  more: Type.Boolean({ description: `Whether a flow has more of them than the newest ${countedRunsMax}, which are counted` }),
};
const byStatus = Type.Array(Type.Object({ status: StringEnum(runStatuses), count: Type.Integer() }), {
  description: "Statuses without runs are left out",
});

export const RunCountsQuery = Type.Object({ ids: IdList("flows") });
export const FlowRunCounts = Type.Object(
  {
    ...among,
    data: Type.Array(Type.Object({ flowId: Type.String(), runs: byStatus, lastStartedAt: Timestamp }), {
      description: "Flows without runs are left out",
    }),
  },
  { title: "FlowRunCounts" },
);
export type FlowRunCounts = Static<typeof FlowRunCounts>;

export const StepCountsQuery = Type.Object({
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999, description: "Default: the active version, else the newest" })),
});
export const FlowStepCounts = Type.Object(
  {
    flowId: Type.String(),
    version: Type.Integer(),
    ...among,
    runs: byStatus,
    steps: Type.Array(
      Type.Object({
        path: Type.String({ description: "Its path in the version: steps[2].then[0]" }),
        reached: Type.Integer({ description: "Runs that reached it" }),
        waiting: Type.Integer({ description: "Runs waiting there now" }),
        failed: Type.Integer({ description: "Runs that failed there" }),
        medianMs: Nullable(Type.Integer({ description: "Median time until the reply or response; null: there has been none" })),
      }),
      { description: "Steps that no run reached are left out" },
    ),
  },
  { title: "FlowStepCounts" },
);
export type FlowStepCounts = Static<typeof FlowStepCounts>;
