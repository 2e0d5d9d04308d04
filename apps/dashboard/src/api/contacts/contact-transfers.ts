import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";

const pollMs = 1_000;
const runs = (status: string | undefined) => status === undefined || status === "queued" || status === "running";

/** A file that is being written, polled each second until it is done. */
export function contactExportQuery(id: string) {
  return queryOptions({
    queryKey: ["contact-exports", "detail", id] as const,
    queryFn: ({ signal }) => api.contacts.exports.get(id, { signal }),
    refetchInterval: ({ state }) => (runs(state.data?.status) ? pollMs : false),
  });
}
