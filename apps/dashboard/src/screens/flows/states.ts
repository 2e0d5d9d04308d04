import type { Flow, FlowRun, FlowRunCounts } from "@parley/sdk";
import type { ChipTone } from "../../ui/Chip.tsx";

export const flowTones: Readonly<Record<Flow["status"], ChipTone>> = { draft: "plain", active: "ok", paused: "warn" };
export const runTones: Readonly<Record<FlowRun["status"], ChipTone>> = {
  ...{ running: "accent", waiting: "warn", completed: "ok", handed_off: "info", timed_out: "plain", failed: "bad", cancelled: "plain" },
};

type Runs = FlowRunCounts["data"][number]["runs"];
export const countOf = (runs: Runs, ...statuses: FlowRun["status"][]): number =>
  runs.reduce((sum, { status, count }) => (statuses.length === 0 || statuses.includes(status) ? sum + count : sum), 0);
