import type { ApiResponse } from "@parley/server/test/harness.ts";

/** The body of a successful response; throws for any other. */
export async function answered<T = { id: string }>(asked: Promise<ApiResponse>): Promise<T> {
  const { status, body, text } = await asked;
  if (status >= 300) throw new Error(`the tenant could not be seeded: ${status} ${text}`);
  return body as T;
}
