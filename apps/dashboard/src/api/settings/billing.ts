/** The organization's money: its balance, payments, usage, subscription and limits. The events for all of it are called "billing". */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CreatePaymentRequest, PaymentRequest, Price, Transaction, UsageMonth } from "@parley/sdk";
import { isApiError } from "@parley/sdk";
import { api } from "../client.ts";
import { fresh } from "../live/live.ts";
import { pagedQuery } from "../paged.ts";

const name = "billing";
/** An invoice is created within seconds, and its event may be missed while the line is down. */
const waitingMs = 2_000;
const openMs = 15_000;

export const balanceQuery = () =>
  queryOptions({
    queryKey: [name, "list", "balance"] as const,
    queryFn: ({ client, signal }) => fresh(client, name, null, () => api.billing.balance.get({}, { signal })),
    // A charge on its own has no event.
    refetchInterval: openMs,
    staleTime: 0,
    throwOnError: false,
  });

/** null: the organization has none. */
export const subscriptionQuery = () =>
  queryOptions({
    queryKey: [name, "list", "subscription"] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, name, null, () =>
        api.billing.subscription({ signal }).catch((error: unknown) => {
          if (isApiError(error, "not_found")) return null;
          throw error;
        }),
      ),
    staleTime: 0,
    throwOnError: false,
  });

export const entitlementsQuery = () =>
  queryOptions({
    queryKey: [name, "list", "entitlements"] as const,
    queryFn: ({ signal }) => api.organization.entitlements({ signal }),
    staleTime: 0,
    throwOnError: false,
  });

export const transactionsQuery = () =>
  pagedQuery<Transaction>(name, ["transactions"], (page, options) => api.billing.transactions.list(page, options));
export const paymentsQuery = () =>
  pagedQuery<PaymentRequest>(name, ["payments"], (page, options) => api.billing.paymentRequests.list(page, options));
export const pricesQuery = () => pagedQuery<Price>(name, ["prices"], (page, options) => api.billing.pricing.list(page, options));
export const usageQuery = () => pagedQuery<UsageMonth>(name, ["usage"], (page, options) => api.billing.usage.list(page, options));

/** `month`: 2026-11. */
export const modelUsageQuery = (month: string) =>
  queryOptions({
    queryKey: [name, "list", "models", month] as const,
    queryFn: ({ signal }) => api.billing.usage.models({ month }, { signal }),
    staleTime: 0,
    throwOnError: false,
  });

/** A month's messages by channel, received and sent. */
export const channelUsageQuery = (month: string) =>
  queryOptions({
    queryKey: [name, "list", "channels", month] as const,
    queryFn: async ({ signal }) => {
      const period = { by: "channel", since: `${month}-01`, until: firstOfNext(month), timezone: "UTC" } as const;
      const [received, sent] = await Promise.all(
        (["messages_received", "messages_sent"] as const).map((metric) => api.metrics.breakdown({ ...period, metric }, { signal })),
      );
      return { received: received?.groups ?? [], sent: sent?.groups ?? [] };
    },
    staleTime: 0,
    throwOnError: false,
  });

/** One payment, polled until it has ended. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [name, "detail", id] as const,
    queryFn: ({ signal }) => api.billing.paymentRequests.get(id, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.status !== "pending" ? false : data === undefined || data.invoiceUrl === null ? waitingMs : openMs,
    // The user is coming back from the gateway's page.
    refetchOnWindowFocus: true,
    staleTime: 0,
    throwOnError: false,
  });

const reload = (client: QueryClient) => client.invalidateQueries({ queryKey: [name] }, { throwOnError: false });

export async function requestPayment(
  client: QueryClient,
  body: CreatePaymentRequest,
  options: { idempotencyKey?: string },
): Promise<PaymentRequest> {
  const made = await api.billing.paymentRequests.create(body, options);
  client.setQueryData(paymentQuery(made.id).queryKey, made);
  void reload(client);
  return made;
}

export async function cancelPayment(client: QueryClient, id: string): Promise<void> {
  try {
    await api.billing.paymentRequests.cancel(id);
  } finally {
    await reload(client);
  }
}

export async function setLowThreshold(client: QueryClient, lowThreshold: number | null): Promise<void> {
  client.setQueryData(balanceQuery().queryKey, await api.billing.balance.update({ lowThreshold }));
}

/** The first day after a month, `2026-12-01` for `2026-11`. */
export function firstOfNext(month: string): string {
  const [year = 0, of = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, of, 1)).toISOString().slice(0, 10);
}
