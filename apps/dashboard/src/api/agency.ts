/** An agency: its clients, their limits, and its public side. Most of it has no events, and is polled. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  AgencyClient,
  AgencyClientsListQuery,
  AgencyDomainsListQuery,
  AgencyFormSubmissionsListQuery,
  AgencyGrant,
  AgencyLandingPagesListQuery,
  AgencyLinkRequest,
  AgencyLinkRequestsListQuery,
  AgencySnapshot,
  Domain,
  Entitlements,
  FormSubmission,
  LandingPage,
  SignupForm,
  SnapshotInput,
  UpdateAgency,
  UpdateAgencyClient,
  UpdateAgencySnapshot,
  UpdateFormSubmission,
  UpdateLandingPage,
  UpdateSignupForm,
} from "@parley/sdk";
import { api } from "./client.ts";
import { defineResource, whole } from "./resource.ts";
import { meQuery } from "./session.ts";
import { organizationQuery } from "./settings/organization.ts";

const idleMs = 60_000;

export const clients = defineResource<AgencyClient, AgencyClientsListQuery, UpdateAgencyClient>(
  "agency-clients",
  () => api.agency.clients,
  {
    limit: 100,
    shownIn: ["agency-entitlements", "agency-profile", "client-grants"],
  },
);
export const linkRequests = defineResource<AgencyLinkRequest, AgencyLinkRequestsListQuery>("link-requests", () => api.agency.linkRequests);
export const domains = defineResource<Domain, AgencyDomainsListQuery>("agency-domains", () => api.agency.domains, whole);
export const signupForms = defineResource<SignupForm, object, UpdateSignupForm>("signup-forms", () => api.agency.signupForms, whole);
export const submissions = defineResource<FormSubmission, AgencyFormSubmissionsListQuery, UpdateFormSubmission>(
  "form-submissions",
  () => api.agency.formSubmissions,
  { shownIn: ["agency-clients"] },
);
export const landingPages = defineResource<LandingPage, AgencyLandingPagesListQuery, UpdateLandingPage>(
  "landing-pages",
  () => api.agency.landingPages,
  whole,
);
/** A snapshot in a list comes without its content. */
export const snapshots = defineResource<AgencySnapshot, object, UpdateAgencySnapshot>(
  "agency-snapshots",
  () => ({ list: api.agency.snapshots.list, update: api.agency.snapshots.update, delete: api.agency.snapshots.delete }),
  whole,
);
/** The client's side: which agency acts here, or asks to. Kept up to date by events. */
export const agencyGrants = defineResource<AgencyGrant>("agency-grants", () => api.agencyGrants);

/** Polled: owners join and grants are answered in the clients' organizations, whose events do not arrive here. */
export const clientsQuery = (filters: AgencyClientsListQuery = {}) => ({
  ...clients.listQuery(filters),
  staleTime: 0,
  refetchInterval: idleMs,
});
export const clientQuery = (id: string) => ({ ...clients.detailQuery(id), staleTime: 0, refetchInterval: idleMs });

export const agencyQuery = queryOptions({
  queryKey: ["agency-profile", "detail"] as const,
  queryFn: ({ signal }) => api.agency.get({ signal }),
  staleTime: 0,
});

/** Its name is that of its organization, which the rail shows. */
export async function saveAgency(client: QueryClient, change: UpdateAgency): Promise<void> {
  client.setQueryData(agencyQuery.queryKey, await api.agency.update(change));
  await Promise.all([meQuery, organizationQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
}

/** These parts of a snapshot, in the format that an organization accepts. */
export async function contentOf(snapshotId: string, parts: readonly string[]): Promise<SnapshotInput> {
  const { snapshot } = await api.agency.snapshots.get(snapshotId);
  return { version: snapshot.version, parts: Object.fromEntries(Object.entries(snapshot.parts).filter(([part]) => parts.includes(part))) };
}

/** The limits and usage of every client, by client id. */
export const allEntitlementsQuery = queryOptions({
  queryKey: ["agency-entitlements", "list"] as const,
  async queryFn({ signal }): Promise<ReadonlyMap<string, Entitlements>> {
    const all = new Map<string, Entitlements>();
    for await (const one of api.agency.entitlements.list({ limit: 100 }, { signal })) all.set(one.organizationId, one);
    return all;
  },
  staleTime: 0,
  refetchInterval: idleMs,
});

export const clientEntitlementsQuery = (id: string) =>
  queryOptions({
    queryKey: ["agency-entitlements", "detail", id] as const,
    queryFn: ({ signal }) => api.agency.clients.entitlements.get(id, { signal }),
    staleTime: 0,
  });

export const clientGrantsQuery = (id: string) =>
  queryOptions({
    queryKey: ["client-grants", "list", id] as const,
    queryFn: ({ signal }) => api.agency.clients.grants.list(id, { limit: 25 }, { signal }).page(),
    staleTime: 0,
  });

export const clientBillingQuery = (id: string) =>
  queryOptions({
    queryKey: ["client-billing", "detail", id] as const,
    queryFn: ({ signal }) => api.agency.clients.billing.get(id, { signal }),
    staleTime: 0,
  });

/** What all clients used in a month (2026-11), or what one client used per month. */
export const billingSummaryQuery = (filters: { month?: string; clientId?: string }) =>
  queryOptions({
    queryKey: ["agency-billing", "list", filters] as const,
    async queryFn({ signal }) {
      const rows = [];
      for await (const row of api.agency.billing.summary.list({ ...filters, limit: 100 }, { signal })) rows.push(row);
      return rows;
    },
    staleTime: 0,
    refetchInterval: idleMs,
  });

/** All amounts of an installation are in one currency. */
export const currencyQuery = queryOptions({
  queryKey: ["balance", "currency"] as const,
  queryFn: async ({ signal }) => (await api.billing.balance.get({}, { signal })).currency,
  staleTime: Number.POSITIVE_INFINITY,
});

export const brandKitQuery = queryOptions({
  queryKey: ["brand-kit", "detail"] as const,
  queryFn: ({ signal }) => api.agency.brandKit.get({ signal }),
});
