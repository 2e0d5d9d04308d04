import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { Flow, FlowStepCounts } from "@parley/sdk";
import { stepCountsQuery } from "../../../api/automation/flows.ts";
import { keyAt, type Model, triggerKey } from "../model/model.ts";
import { countOf } from "../states.ts";

export type StepCount = Pick<FlowStepCounts["steps"][number], "reached" | "waiting" | "failed" | "medianMs">;

const none: ReadonlyMap<string, StepCount> = new Map();

/** How many runs of the active version reached each node, by its key; empty until one has run. */
export function useStepCounts(flow: Flow, model: Model, isDirty: boolean): ReadonlyMap<string, StepCount> {
  const version = flow.activeVersion;
  const { data } = useQuery({ ...stepCountsQuery(flow.id, version ?? 1), enabled: version !== null, throwOnError: false });
  const last = useRef(none);
  // Paths belong to the active version: in another version, or with unsaved changes, they would refer to other steps.
  const isSame = version === flow.version && !isDirty;
  const counted = useMemo(() => {
    if (data === undefined || !isSame) return null;
    const found = new Map<string, StepCount>();
    const all = countOf(data.runs);
    if (all > 0) found.set(triggerKey, { reached: all, waiting: 0, failed: 0, medianMs: null });
    for (const { path, ...counts } of data.steps) {
      const place = keyAt(model, path);
      if (place?.field === "") found.set(place.key, counts);
    }
    return found;
  }, [data, isSame, model]);
  if (counted !== null) last.current = counted;
  return version === null ? none : last.current;
}
