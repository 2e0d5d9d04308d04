/** The installation, as its operator sees it. Other organizations' data has no events here, so it is polled. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  AdminAuditLogListQuery,
  AdminMember,
  AdminMembersListQuery,
  AdminOrganization,
  AdminOrganizationsListQuery,
  AdminOrganizationExport,
  AdminPaymentRequest,
  AdminSubscriptionsListQuery,
  AdminWebhookEventsListQuery,
  App,
  AuditEntry,
  FailedWork,
  OrganizationBalance,
  OrganizationErasure,
  Price,
  Subscription,
  Transaction,
  WebhookEvent,
} from "@parley/sdk";
import { api } from "../client.ts";
import { pagedQuery } from "../paged.ts";

/** Prefix of all keys: after a change, everything shown about the installation is fetched again. */
const name = "admin";
const pollMs = 60_000;
const busyMs = 5_000;

export const organizationsQuery = (filters: AdminOrganizationsListQuery) =>
  pagedQuery<AdminOrganization>(
    name,
    ["organizations", filters],
    (page, options) => api.admin.organizations.list({ ...filters, ...page }, options),
    pollMs,
  );
export const adminOrganizationQuery = (id: string) =>
  queryOptions({
    queryKey: [name, "organization", id] as const,
    queryFn: ({ signal }) => api.admin.organizations.get(id, { signal }),
    staleTime: 0,
  });
export const membersQuery = (filters: AdminMembersListQuery) =>
  pagedQuery<AdminMember>(name, ["members", filters], (page, options) => api.admin.members.list({ ...filters, ...page }, options), pollMs);
export const organizationBalanceQuery = (id: string) =>
  queryOptions({
    queryKey: [name, "balance", id] as const,
    queryFn: ({ signal }) => api.admin.billing.organizations.balance(id, { signal }),
    staleTime: 0,
    throwOnError: false,
  });
export const organizationTransactionsQuery = (id: string) =>
  pagedQuery<Transaction>(name, ["transactions", id], (page, options) =>
    api.admin.billing.organizations.transactions.list(id, page, options),
  );
export const balancesQuery = () =>
  pagedQuery<OrganizationBalance>(name, ["balances"], (page, options) => api.admin.billing.organizations.list(page, options), pollMs);
export const appsQuery = () => pagedQuery<App>(name, ["apps"], (page, options) => api.admin.apps.list(page, options), pollMs);
export const subscriptionsQuery = (filters: AdminSubscriptionsListQuery) =>
  pagedQuery<Subscription>(
    name,
    ["subscriptions", filters],
    (page, options) => api.admin.subscriptions.list({ ...filters, ...page }, options),
    pollMs,
  );
export const adminPricesQuery = () => pagedQuery<Price>(name, ["prices"], (page, options) => api.admin.billing.pricing.list(page, options));
export const adminPaymentsQuery = () =>
  pagedQuery<AdminPaymentRequest>(name, ["payments"], (page, options) => api.admin.billing.paymentRequests.list(page, options), pollMs);
export const webhookEventsQuery = (filters: AdminWebhookEventsListQuery) =>
  pagedQuery<WebhookEvent>(
    name,
    ["webhook-events", filters],
    (page, options) => api.admin.webhookEvents.list({ ...filters, ...page }, options),
    busyMs,
  );
export const webhookEventQuery = (id: string) =>
  queryOptions({
    queryKey: [name, "webhook-event", id] as const,
    queryFn: ({ signal }) => api.admin.webhookEvents.get(id, { signal }),
    staleTime: 0,
    throwOnError: false,
  });
export const erasuresQuery = (filters: { status?: "completed" | "cancelled" | undefined }) =>
  pagedQuery<OrganizationErasure>(name, ["erasures", filters], (page, options) =>
    api.admin.erasures.list({ ...filters, ...page }, options),
  );
export const adminExportsQuery = () =>
  pagedQuery<AdminOrganizationExport>(name, ["exports"], (page, options) => api.admin.exports.list(page, options), busyMs);
export const adminAuditQuery = (filters: AdminAuditLogListQuery) =>
  pagedQuery<AuditEntry>(name, ["audit-log", filters], (page, options) => api.admin.auditLog.list({ ...filters, ...page }, options));

export const gatewayQuery = () =>
  queryOptions({
    queryKey: [name, "gateway"] as const,
    queryFn: ({ signal }) => api.admin.gateway.settings.get({ signal }),
    staleTime: 0,
    throwOnError: false,
  });
export const adminStatsQuery = () =>
  queryOptions({
    queryKey: [name, "stats"] as const,
    queryFn: ({ signal }) => api.admin.stats({ signal }),
    refetchInterval: pollMs,
    staleTime: 0,
    throwOnError: false,
  });
export const usageSummaryQuery = () =>
  queryOptions({
    queryKey: [name, "usage"] as const,
    queryFn: ({ signal }) => api.admin.usage.summary({ signal }),
    refetchInterval: pollMs,
    staleTime: 0,
    throwOnError: false,
  });
export const queuesQuery = () =>
  queryOptions({
    queryKey: [name, "queues"] as const,
    queryFn: async ({ signal }) => (await api.admin.queues.stats.list({}, { signal }).page()).data,
    refetchInterval: busyMs,
    staleTime: 0,
    throwOnError: false,
  });

export const failedWorkQuery = (queue: string) =>
  pagedQuery<FailedWork>(name, ["failed-work", queue], (page, options) => api.admin.queues.failed.list(queue, page, options), busyMs);
export const organizationLimitsQuery = (id: string) =>
  queryOptions({
    queryKey: [name, "limits", id] as const,
    queryFn: ({ signal }) => api.admin.organizations.entitlements(id, { signal }),
    staleTime: 0,
    throwOnError: false,
  });
export const healthQuery = () =>
  queryOptions({
    queryKey: [name, "health"] as const,
    queryFn: ({ signal }) => api.admin.health({ signal }),
    refetchInterval: busyMs,
    staleTime: 0,
    throwOnError: false,
  });

/** After any change. */
export function reloadAdmin(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [name] }, { throwOnError: false });
}
