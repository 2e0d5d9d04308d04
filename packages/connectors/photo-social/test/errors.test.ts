import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ProviderError } from "@parley/connector-kit";
import { errors } from "../src/error-table.ts";
import { classify, classifyAnswer } from "../src/errors.ts";

type Row = [codes: (number | string)[], errorClass: ProviderError["class"], code: string, scope: ProviderError["scope"], waitMs?: number];

/** The table of channel-protocols.md 3.8, typed a second time by hand, so that a mistake in the data shows. */
const rows: Row[] = [
  [[0, 190], "credentials", "channel_not_connected", "channel"],
  [[3, 10, ...Array.from({ length: 100 }, (_, n) => 200 + n), "200/2534041", "10/1893063"], "permanent", "provider_error", "channel"],
  [["10/2534022", "10/2018278"], "permanent", "window_closed", "recipient"],
  [[1, 2, 1200], "retryable", "provider_error", "message"],
  [["1/1357046"], "unknown", "provider_error", "message"],
  [[4, 17, 32], "retryable", "provider_error", "account", 120_000],
  [[613], "retryable", "provider_error", "channel", 10_000],
  [[100, "100/2018047", "100/2018109"], "permanent", "provider_error", "message"],
  [["100/2534014", "100/2018001", "100/2534029", 551], "permanent", "recipient_invalid", "recipient"],
  [[368], "permanent", "provider_error", "account"],
];

function bodyOf(key: number | string, spell: (n: number) => unknown = (n) => n) {
  const [code, subcode] = String(key).split("/").map(Number);
  return { error: { message: "m", code: spell(code as number), ...(subcode === undefined ? {} : { error_subcode: spell(subcode) }) } };
}

test("no code appears twice, and the table contains exactly the codes of the document", () => {
  assert.equal(new Set(errors.listed).size, errors.listed.length);
  assert.deepEqual(new Set(errors.rules.keys()), new Set(rows.flatMap(([codes]) => codes)));
});

test("every code has its class, code, scope and wait, whatever the HTTP status and spelling", () => {
  for (const [codes, errorClass, code, scope, retryAfterMs] of rows) {
    for (const key of codes) {
      const expected: ProviderError = {
        class: errorClass,
        providerCode: String(key).split("/")[0] as string,
        code,
        message: "m",
        scope,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
      for (const status of [200, 400, 403, 429, 500]) {
        assert.deepEqual(classify(status, bodyOf(key)), expected, `${key} at ${status}`);
        assert.deepEqual(classify(status, bodyOf(key, String)), expected, `${key} as text`);
      }
    }
  }
});

test("an unlisted subcode uses the code's own rule; an invalid token is one whatever its subcode", () => {
  assert.equal(classify(400, bodyOf("10/999")).code, "provider_error");
  assert.equal(classify(400, bodyOf("100/1")).scope, "message");
  for (const subcode of [460, 463, 467, 458]) assert.equal(classify(400, bodyOf(`190/${subcode}`)).class, "credentials");
  assert.equal(classify(400, bodyOf("613/2534040")).class, "retryable");
});

test("without a known code the HTTP status decides, and doubt never means 'not sent'", () => {
  const outcomes: [number, unknown, ProviderError["class"]][] = [
    [400, { error: { code: 999_999 } }, "permanent"],
    [400, { error: { code: 999_999, is_transient: true } }, "retryable"],
    [401, undefined, "credentials"],
    [404, {}, "permanent"],
    [408, undefined, "unknown"],
    [429, undefined, "retryable"],
    [500, undefined, "unknown"],
    [502, "<html>", "unknown"],
    [200, { recipient_id: "1" }, "unknown"],
  ];
  for (const [status, body, errorClass] of outcomes) assert.equal(classify(status, body).class, errorClass, String(status));
});

test("classify is total: it handles any status and any body", () => {
  const classes = new Set(["retryable", "permanent", "credentials", "unknown"]);
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.anything(), (status, body) => {
      for (const given of [body, { error: body }, { error: { code: body, error_subcode: body, message: body } }]) {
        const error = classify(status, given);
        assert.ok(classes.has(error.class) && typeof error.message === "string" && error.providerCode !== "");
      }
    }),
  );
});

test("the wait is the longest of the table's, Retry-After's and the usage header's", () => {
  const wait = (headers: Record<string, string>, code = 613) =>
    classifyAnswer({ status: 400, headers, body: Buffer.from(JSON.stringify(bodyOf(code))) }, "t").retryAfterMs;
  const usage = (minutes: unknown) =>
    JSON.stringify({ "1784": [{ type: "messenger", call_count: 100, estimated_time_to_regain_access: minutes }] });
  assert.equal(wait({}), 10_000);
  assert.equal(wait({ "retry-after": "30" }), 30_000);
  assert.equal(wait({ "retry-after": "soon" }), 10_000);
  assert.equal(wait({ "x-business-use-case-usage": usage(5) }), 300_000);
  assert.equal(wait({ "x-business-use-case-usage": usage(null) }), 10_000);
  for (const odd of ["not json", "[]", "7", '{"a":[null]}']) assert.equal(wait({ "x-business-use-case-usage": odd }), 10_000, odd);
  assert.equal(wait({ "retry-after": "30" }, 190), undefined);
});
