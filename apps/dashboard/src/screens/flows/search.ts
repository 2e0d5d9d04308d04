import type { Flow, FlowRun } from "@parley/sdk";

export const flowStatuses = ["active", "paused", "draft"] as const satisfies Flow["status"][];
export const runStatuses = [
  "running",
  "waiting",
  "completed",
  "handed_off",
  "timed_out",
  "failed",
  "cancelled",
] as const satisfies FlowRun["status"][];
export const flowParts = ["canvas", "runs", "versions"] as const;

/** The search parameters of GET /flows. */
export interface FlowListSearch {
  status?: Flow["status"] | undefined;
}

/** `as`: the list instead of the canvas. The others are those of GET /flows/{id}/runs, and the shown step of a run, counted from 1. */
export interface FlowSearch {
  as?: "list" | undefined;
  status?: FlowRun["status"] | undefined;
  contactId?: string | undefined;
  step?: number | undefined;
}

export const readFlowListSearch = ({ status }: Record<string, unknown>): FlowListSearch => ({
  status: flowStatuses.find((each) => each === status),
});

export function readFlowSearch({ as, status, contactId, step }: Record<string, unknown>): FlowSearch {
  return {
    as: as === "list" ? "list" : undefined,
    status: runStatuses.find((each) => each === status),
    contactId: typeof contactId === "string" && contactId !== "" ? contactId : undefined,
    step: typeof step === "number" && Number.isInteger(step) && step > 0 ? step : undefined,
  };
}
