import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WEBHOOK_ATTEMPTS_MAX, WEBHOOK_DELAYS_MS } from "#platform/retry/schedule.ts";
import { type AttemptResult, judge } from "./outcome.ts";

const now = new Date("2026-11-21T08:00:00.000Z");
const half = () => 0.5;
const answer = (status: number, retryAfter?: string): AttemptResult => ({ kind: "answer", status, retryAfter });
const waitMs = (result: AttemptResult, attempt: number, random = half) => {
  const verdict = judge(result, attempt, now, random);
  assert.equal(verdict.state, "ready");
  return (verdict.runAt as Date).getTime() - now.getTime();
};

describe("the outcome of an attempt", () => {
  it("any 2xx is a success", () => {
    for (const status of [200, 201, 202, 204, 299]) assert.equal(judge(answer(status), 1, now, half).state, "delivered");
  });

  it("everything else is retried on the schedule, within a fifth either way", () => {
    for (const status of [301, 302, 307, 400, 401, 403, 404, 408, 422, 500, 502]) {
      for (let attempt = 1; attempt < WEBHOOK_ATTEMPTS_MAX; attempt++) {
        const base = WEBHOOK_DELAYS_MS[attempt] as number;
        assert.equal(waitMs(answer(status), attempt), base);
        assert.equal(
          waitMs(answer(status), attempt, () => 0),
          base * 0.8,
        );
        assert.ok(waitMs(answer(status), attempt, () => 0.999) <= base * 1.2);
      }
    }
    for (const error of ["blocked", "dns", "connect", "timeout", "tls", "network", "too_large", "internal"] as const) {
      assert.equal(judge({ kind: "error", error, message: "x" }, 3, now, half).state, "ready");
    }
  });

  it("the eleventh failure is the last", () => {
    assert.equal(judge(answer(500), WEBHOOK_ATTEMPTS_MAX, now, half).state, "failed");
    assert.equal(judge(answer(500), WEBHOOK_ATTEMPTS_MAX + 3, now, half).state, "failed");
  });

  it("an overloaded receiver gets at least a minute, even if it only timed out", () => {
    for (const result of [answer(429), answer(503), { kind: "error", error: "timeout", message: "x" } as const]) {
      assert.ok(waitMs(result, 1) >= 60_000);
    }
  });

  it("Retry-After is honoured, up to a day", () => {
    assert.ok(waitMs(answer(500, "8"), 1) >= 8_000);
    assert.ok(waitMs(answer(500, "8"), 1) <= 10_000);
    assert.ok(waitMs(answer(503, "600"), 1) >= 600_000);
    assert.equal(
      waitMs(answer(500, "864000"), 1, () => 0),
      86_400_000,
    );
    assert.ok(waitMs(answer(429, "90"), 2) >= 90_000);
  });

  it("410 ends the subscription", () => {
    const verdict = judge(answer(410), 1, now, half);
    assert.equal(verdict.state, "failed");
    assert.ok(verdict.disable?.includes("410"));
  });

  it("explains the failure to the tenant", () => {
    assert.equal(judge(answer(302), 1, now, half).errorKind, "redirect");
    assert.equal(judge(answer(500), 1, now, half).errorKind, "status");
    assert.equal(
      judge({ kind: "error", error: "dns", message: "the host name did not resolve (ENOTFOUND)" }, 1, now, half).errorKind,
      "dns",
    );
  });
});
