import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ApiError, ConnectionError } from "@parley/sdk";
import { type LastTry, sendOnce } from "./once.ts";

const refusal = (status: number, code: ApiError["code"]) =>
  new ApiError("", {
    ...{ code, status, details: [], reference: null, docs: "", method: "POST", path: "/", attempts: 1 },
    ...{ idempotencyKey: "first", retryAfterMs: null, headers: new Headers() },
  });
const broken = new ConnectionError("the line broke", { idempotencyKey: "first" });

/** @returns the key of the next attempt; undefined: a new one */
async function keyAfter(error: Error, next: unknown = { amount: 500 }, forMs?: number): Promise<string | undefined> {
  const last: LastTry = { current: null };
  const first = sendOnce(last, { amount: 500 }, async ({ idempotencyKey }) => {
    assert.equal(idempotencyKey, undefined);
    throw error;
  });
  await assert.rejects(first, error);
  const key = await sendOnce(last, next, async ({ idempotencyKey }) => idempotencyKey, forMs);
  assert.equal(last.current, null, "known to be done");
  return key;
}

describe("a write of a form", () => {
  it("is repeated under its key if it may have happened", async () => {
    for (const error of [
      ...[broken, refusal(500, "internal_error"), refusal(503, "service_unavailable"), refusal(408, "validation_error")],
      ...[refusal(429, "rate_limited"), refusal(409, "idempotency_in_progress"), refusal(401, "unauthorized")],
    ])
      assert.equal(await keyAfter(error), "first", `${error}`);
  });

  it("gets a new key after a refusal, with other content, and after the given time", async () => {
    assert.equal(await keyAfter(refusal(422, "insufficient_credits")), undefined);
    assert.equal(await keyAfter(refusal(409, "conflict")), undefined);
    assert.equal(await keyAfter(broken, { amount: 501 }), undefined);
    assert.equal(await keyAfter(broken, { amount: 500 }, 0), undefined);
  });
});
