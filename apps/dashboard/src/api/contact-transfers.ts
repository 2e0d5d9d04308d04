import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

const pollMs = 1_000;
const runs = (status: string | undefined) => status === undefined || status === "queued" || status === "running";

/** A file that is being read or written, polled each second until it is done. */
export function contactImportQuery(id: string) {
  return queryOptions({
    queryKey: ["contact-imports", "detail", id] as const,
    queryFn: ({ signal }) => api.contacts.imports.get(id, { signal }),
    refetchInterval: ({ state }) => (runs(state.data?.status) ? pollMs : false),
  });
}

export function contactExportQuery(id: string) {
  return queryOptions({
    queryKey: ["contact-exports", "detail", id] as const,
    queryFn: ({ signal }) => api.contacts.exports.get(id, { signal }),
    refetchInterval: ({ state }) => (runs(state.data?.status) ? pollMs : false),
  });
}

/** The rows of an import that were not applied as they are. */
export function importProblemsQuery(id: string) {
  return queryOptions({
    queryKey: ["contact-import-rows", "list", id] as const,
    queryFn: ({ signal }) => api.contacts.imports.rows.list(id, { outcome: "failed", limit: 20 }, { signal }).page(),
  });
}
