import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { fetchAll } from "../live/list.ts";
import { fresh } from "../live/live.ts";

/** The contacts' tags, by name. */
export function contactTagsQuery() {
  return queryOptions({
    queryKey: ["contact-tags", "list"] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, "contact-tags", null, () => fetchAll(api.contacts.tags.list({ limit: 100 }, { signal }))),
  });
}
