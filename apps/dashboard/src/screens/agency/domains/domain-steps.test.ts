import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf, stepsOf } from "./domain-steps.ts";

const at = (status: Parameters<typeof stepsOf>[0]["status"], validUntil: string | null = null) => {
  const domain = { status, certificate: { validUntil, error: null, checkedAt: "2026-11-26T00:00:00.000Z" } };
  return [...stepsOf(domain).map(({ state }) => state), stateOf(domain).tone];
};

test("the steps follow one another, and a domain is live only with a certificate", () => {
  assert.deepEqual(at("pending_verification"), ["next", "todo", "todo", "todo", "info"]);
  assert.deepEqual(at("failed"), ["next", "todo", "todo", "todo", "bad"]);
  assert.deepEqual(at("verified"), ["done", "next", "todo", "todo", "warn"]);
  assert.deepEqual(at("active"), ["done", "done", "next", "todo", "warn"]);
  assert.deepEqual(at("active", "2027-01-01T00:00:00.000Z"), ["done", "done", "done", "done", "ok"]);
});
