import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";

/** The stages of a pipeline with their sums. Their deals are `deals.listQuery({ stageId, sort: "position" })`. */
export function boardQuery(pipelineId: string) {
  return queryOptions({
    queryKey: ["boards", "detail", pipelineId] as const,
    queryFn: ({ client, signal }) => fresh(client, "boards", pipelineId, () => api.pipelines.board(pipelineId, {}, { signal })),
  });
}
