import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ApiError, ConnectionError } from "@parley/sdk";
import { type LastTry, sendOnce } from "./once.ts";

const refusal = (status: number, code: ApiError["code"]) =>
  new ApiError("", {
    ...{ code, status, details: [], reference: null, docs: "", method: "POST", path: "/", attempts: 1 },
    ...{ idempotencyKey: null, retryAfterMs: null, headers: new Headers() },
  });
const broken = new ConnectionError("the line broke");

/** Whether the attempt after one that failed has its key. */
async function hasSameKeyAfter(error: Error, next: unknown = { amount: 500 }, forMs?: number): Promise<boolean> {
  const last: LastTry = { current: null };
  let first = "";
  const failing = sendOnce(last, { amount: 500 }, async ({ idempotencyKey }) => {
    first = idempotencyKey;
    throw error;
  });
  await assert.rejects(failing, error);
  assert.notEqual(first, "");
  const key = await sendOnce(last, next, async ({ idempotencyKey }) => idempotencyKey, forMs);
  assert.equal(last.current, null, "known to be done");
  return key === first;
}

describe("a write of a form", () => {
  it("is repeated under its key if it may have happened", async () => {
    for (const error of [
      ...[broken, refusal(500, "internal_error"), refusal(503, "service_unavailable"), refusal(408, "validation_error")],
      ...[refusal(429, "rate_limited"), refusal(409, "idempotency_in_progress"), refusal(401, "unauthorized")],
    ])
      assert.equal(await hasSameKeyAfter(error), true, `${error}`);
  });

  it("gets a new key after a refusal, with other content, and after the given time", async () => {
    assert.equal(await hasSameKeyAfter(refusal(422, "insufficient_credits")), false);
    assert.equal(await hasSameKeyAfter(refusal(409, "conflict")), false);
    assert.equal(await hasSameKeyAfter(broken, { amount: 501 }), false);
    assert.equal(await hasSameKeyAfter(broken, { amount: 500 }, 0), false);
  });
});
