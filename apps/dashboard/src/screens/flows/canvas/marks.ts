/** How nodes are drawn in a replayed run, or in a dry run. Pure. */
import type { FlowRunWithSteps, FlowTest } from "@parley/sdk";
import { keyAt, type Model } from "../model/model.ts";

export type Mark = "done" | "current" | "waiting" | "failed" | "skipped";

/** By key; steps not in it were not taken. `upTo`: how many steps of the run are shown. */
export function marksOfRun(model: Model, { steps }: Pick<FlowRunWithSteps, "steps">, upTo: number): Map<string, Mark> {
  const marks = new Map<string, Mark>([
    ["trigger", "done"],
    ["conditions", "done"],
  ]);
  const shown = steps.slice(0, upTo);
  for (const [at, { path, status }] of shown.entries()) {
    const place = keyAt(model, path);
    if (place === null) continue;
    const last = at === shown.length - 1;
    marks.set(place.key, status === "failed" ? "failed" : last ? (status === "waiting" ? "waiting" : "current") : "done");
  }
  return marks;
}

export function marksOfTest(model: Model, { steps, starts }: FlowTest): Map<string, Mark> {
  const marks = new Map<string, Mark>([
    ["trigger", starts ? "done" : "failed"],
    ["conditions", starts ? "done" : "failed"],
  ]);
  for (const { path, error } of steps) {
    const place = keyAt(model, path);
    if (place !== null) marks.set(place.key, error === null ? "done" : "failed");
  }
  return marks;
}
