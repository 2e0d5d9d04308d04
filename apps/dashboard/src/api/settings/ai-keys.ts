/** Keys of AI providers, and their usage. They have no events, so whatever is shown is polled. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { AiKey, AiKeyTest, AiRequestRecord, UpdateAiKey } from "@parley/sdk";
import { api } from "../client.ts";
import { pagedQuery } from "../paged.ts";

const idleMs = 30_000;

/** In the order in which they are tried. An organization has at most 20. */
export const aiKeysQuery = () =>
  queryOptions({
    queryKey: ["ai-keys", "list"] as const,
    queryFn: async ({ signal }): Promise<AiKey[]> => (await api.ai.keys.list({ limit: 100 }, { signal }).page()).data,
    staleTime: 0,
    refetchInterval: idleMs,
  });

export const aiUsageQuery = (days: number) =>
  queryOptions({
    queryKey: ["ai-keys", "usage", days] as const,
    queryFn: ({ signal }) => api.ai.usage({ days }, { signal }),
    staleTime: 0,
  });

/** Requests to models, newest first, without the texts. */
export const aiRequestsQuery = () =>
  pagedQuery<AiRequestRecord>("ai-requests", [], (page, options) => api.ai.requests.list(page, options), idleMs);

const again = (client: QueryClient) => client.invalidateQueries({ queryKey: ["ai-keys"] }, { throwOnError: false });

export async function addAiKey(client: QueryClient, body: Parameters<typeof api.ai.keys.create>[0]): Promise<AiKey> {
  const made = await api.ai.keys.create(body);
  await again(client);
  return made;
}

export async function saveAiKey(client: QueryClient, id: string, patch: UpdateAiKey): Promise<void> {
  await api.ai.keys.update(id, patch);
  await again(client);
}

export async function removeAiKey(client: QueryClient, id: string): Promise<void> {
  await api.ai.keys.delete(id);
  await again(client);
}

export async function testAiKey(client: QueryClient, id: string): Promise<AiKeyTest> {
  try {
    return await api.ai.keys.test(id);
  } finally {
    await again(client);
  }
}

/** Gives the keys the priorities 1, 2, 3 … in this order. Only those that change are written. */
export async function orderAiKeys(client: QueryClient, keys: readonly AiKey[]): Promise<void> {
  client.setQueryData(
    aiKeysQuery().queryKey,
    keys.map((key, at) => ({ ...key, priority: at + 1 })),
  );
  try {
    for (const [at, key] of keys.entries()) if (key.priority !== at + 1) await api.ai.keys.update(key.id, { priority: at + 1 });
  } finally {
    await again(client);
  }
}
