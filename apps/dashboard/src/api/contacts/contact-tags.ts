import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";

/** The contacts' tags, most used first: a hundred are enough to choose from. */
export function contactTagsQuery() {
  return queryOptions({
    queryKey: ["contact-tags", "list"] as const,
    queryFn: ({ client, signal }) => fresh(client, "contact-tags", null, () => api.contacts.tags.list({ limit: 100 }, { signal }).page()),
  });
}
