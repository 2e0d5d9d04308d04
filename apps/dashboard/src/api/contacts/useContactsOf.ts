import { useQueries, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Contact } from "@parley/sdk";
import { contacts } from "../resources.ts";
import { can, meQuery } from "../session.ts";

/** A page of contacts. */
const atOnce = 50;

/** The contacts of a list's rows, many in one call. Those that are not loaded yet, or not allowed, are absent. */
export function useContactsOf(ids: readonly (string | null)[]): ReadonlyMap<string, Contact> {
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  // Sorted, so that the same list in another order has the same query key.
  const wanted = can(me, "contacts:read") ? [...new Set(ids)].filter((id) => id !== null).sort() : [];
  const chunks = Array.from({ length: Math.ceil(wanted.length / atOnce) }, (_, at) => wanted.slice(at * atOnce, (at + 1) * atOnce));
  const pages = useQueries({
    queries: chunks.map((chunk) => ({ ...contacts.listQuery({ ids: chunk.join(",") }), throwOnError: false })),
  });
  const found = new Map(pages.flatMap(({ data }) => (data?.items ?? []).map((contact) => [contact.id, contact] as const)));
  // An additional row requests all again: meanwhile the others keep their contacts.
  for (const id of wanted) {
    const known = found.has(id) ? undefined : contacts.cached(client, id);
    if (known !== undefined) found.set(id, known);
  }
  return found;
}
