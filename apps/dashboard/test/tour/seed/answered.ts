import type { ApiAnswer } from "@parley/server/test/harness.ts";

/** The body of an answer that is as it should be. */
export async function answered<T = { id: string }>(asked: Promise<ApiAnswer>): Promise<T> {
  const { status, body, text } = await asked;
  if (status >= 300) throw new Error(`the tenant could not be made: ${status} ${text}`);
  return body as T;
}
