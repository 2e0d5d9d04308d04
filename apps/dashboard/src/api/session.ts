/** The signed-in user, and what they may do here. */
import { queryOptions } from "@tanstack/react-query";
import type { Me, Scope } from "@parley/sdk";
import { api } from "./client.ts";

export const meQuery = queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => api.me({ signal }) });

/** The branding of the page's host: an agency's, or the product's own. */
export const brandingQuery = queryOptions({
  queryKey: ["branding"],
  queryFn: ({ signal }) => api.branding({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whose page it is. */
export interface Self {
  tenant: Pick<Me["tenant"], "id">;
  user: Pick<NonNullable<Me["user"]>, "id"> | null;
  acting: Pick<NonNullable<Me["acting"]>, "memberId"> | null;
}

/** A person's session: a key has no `user`, and is never sent in a cookie. */
export type Member = Me & { user: NonNullable<Me["user"]> };

/** The user of the page, or the agency's member who acts in a client, and the organization. */
export function identityOf({ tenant, user, acting }: Self): string {
  return `${tenant.id}/${user?.id ?? acting?.memberId ?? ""}`;
}

export function can(me: Pick<Me, "scopes">, scope: Scope): boolean {
  return me.scopes.includes(scope);
}
