import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ProviderError } from "@parley/connector-kit";
import { errors } from "../src/error-table.ts";
import { classify, classifyAnswer, classifyElement } from "../src/errors.ts";

type Row = [codes: number[], errorClass: ProviderError["class"], code: string, scope: ProviderError["scope"], waitMs?: number];

const run = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The table of channel-protocols.md 2.11, typed a second time by hand, so that a mistake in the data shows. */
const rows: Row[] = [
  [[0, 190], "credentials", "channel_not_connected", "channel"],
  [[3, 10, ...run(200, 299), 131005], "permanent", "provider_error", "channel"],
  [[1, 2, 131000, 131016, 133004], "retryable", "provider_error", "message"],
  [[4, 17, 32], "retryable", "provider_error", "account", 120_000],
  [[80007, 80008], "retryable", "provider_error", "account", 600_000],
  [[613], "retryable", "provider_error", "channel", 30_000],
  [[130429], "retryable", "provider_error", "channel", 1_000],
  [[131056], "retryable", "provider_error", "recipient", 4_000],
  [[131057], "retryable", "provider_error", "channel", 60_000],
  [[131048, 131064, 131037, 131045, 133010, 33, 131063], "permanent", "provider_error", "channel"],
  [[130472, 131049, 130497, 131062, 137000], "permanent", "provider_error", "recipient"],
  [[131050], "permanent", "recipient_opted_out", "recipient"],
  [[131047], "permanent", "window_closed", "recipient"],
  [[131026, 131021, 131030], "permanent", "recipient_invalid", "recipient"],
  [[131031, 368, 131042, 131044], "permanent", "provider_error", "account"],
  [[100, 131008, 131009, 131052, 131053, 131055, 131060, 135000], "permanent", "provider_error", "message"],
  [[131051], "permanent", "unsupported_by_channel", "message"],
  [[132000, 132008, 132012], "permanent", "template_variables_mismatch", "message"],
  [[132001, 132015, 132016], "permanent", "template_not_approved", "message"],
  [[132005, 132007, 132068], "permanent", "provider_error", "message"],
  [[132069], "retryable", "provider_error", "message", 600_000],
  [[133005, 133006, 133008, 133009, 133015, 133016], "permanent", "provider_error", "channel"],
  [[134011, 134100, 134102], "permanent", "provider_error", "account"],
  [[134101], "retryable", "provider_error", "account", 600_000],
  [[138000, 138013, 138014, 138015, 138018], "permanent", "provider_error", "channel"],
  [[138001, 138006, 138009, 138012, 138017], "permanent", "provider_error", "recipient"],
  [[138002, 138005], "retryable", "provider_error", "channel", 60_000],
  [[138003, 138004, 138007, 138019, 138020, 138021, 138022], "retryable", "provider_error", "recipient", 60_000],
  [[138008, 138010, 138011, 138016, 138023], "permanent", "provider_error", "message"],
  [[139100, 139101], "permanent", "provider_error", "recipient"],
  [[139102, 139103], "retryable", "provider_error", "account", 60_000],
  [[...run(2388000, 2388999), 2593107, 2593108], "permanent", "provider_error", "account"],
];

test("no code appears twice, and the table contains exactly the codes of the document", () => {
  assert.equal(new Set(errors.listed).size, errors.listed.length);
  assert.deepEqual(
    [...errors.rules.keys()].sort((a, b) => Number(a) - Number(b)),
    rows.flatMap(([codes]) => codes).sort((a, b) => a - b),
  );
});

test("every code has its class, code, scope and wait, whatever the HTTP status and spelling", () => {
  for (const [codes, errorClass, code, scope, retryAfterMs] of rows) {
    for (const number of codes) {
      const expected: ProviderError = {
        class: errorClass,
        providerCode: String(number),
        code,
        message: "the details",
        scope,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
      for (const status of [200, 400, 429, 500, 503]) {
        for (const spelled of [number, String(number)]) {
          const error = { message: "m", code: spelled, error_data: { details: "the details" } };
          assert.deepEqual(classify(status, { error }), expected, `${number} at ${status}`);
        }
      }
      assert.deepEqual(classifyElement({ code: number, title: "t", error_data: { details: "the details" } }), expected);
    }
  }
});

test("without a known code the HTTP status decides, and doubt never means 'not sent'", () => {
  const outcomes: [number, unknown, ProviderError["class"]][] = [
    [400, undefined, "permanent"],
    [404, {}, "permanent"],
    [400, { error: { code: 999_999 } }, "permanent"],
    [400, { error: { code: 999_999, is_transient: true } }, "retryable"],
    [301, undefined, "permanent"],
    [401, undefined, "credentials"],
    [408, undefined, "unknown"],
    [429, undefined, "retryable"],
    [429, { error: { code: 999_999 } }, "retryable"],
    [500, undefined, "unknown"],
    [502, undefined, "unknown"],
    [500, { error: { code: 999_999 } }, "unknown"],
    [200, undefined, "unknown"],
    [200, { messages: [] }, "unknown"],
    [200, { error: "text" }, "unknown"],
    [500, { error: { code: 2 } }, "retryable"],
  ];
  for (const [status, body, errorClass] of outcomes) {
    assert.equal(classify(status, body).class, errorClass, `${status} ${JSON.stringify(body)}`);
  }
});

test("classify is total: it handles any status and any body", () => {
  const classes = new Set(["retryable", "permanent", "credentials", "unknown"]);
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.anything(), (status, body) => {
      for (const given of [body, { error: body }, { error: { code: body, message: body } }]) {
        const error = classify(status, given);
        assert.ok(classes.has(error.class) && typeof error.message === "string" && error.providerCode !== "");
      }
      assert.ok(classes.has(classifyElement(body).class));
    }),
  );
});

test("an answer's Retry-After lengthens the wait, and a repeated token is removed", () => {
  const answer = (body: unknown, headers = {}) => ({ status: 400, headers, body: Buffer.from(JSON.stringify(body)) });
  const limited = { error: { code: 130429, message: "m" } };
  assert.equal(classifyAnswer(answer(limited, { "retry-after": "30" }), "t").retryAfterMs, 30_000);
  assert.equal(classifyAnswer(answer(limited, { "retry-after": "soon" }), "t").retryAfterMs, 1_000);
  const echoed = { error: { code: 190, message: `${"x".repeat(990)}EAAGverysecret` } };
  assert.ok(!classifyAnswer(answer(echoed), "EAAGverysecret").message.includes("EAAG"));
});

test("a failed status without a readable reason is permanent and says so", () => {
  assert.deepEqual(classifyElement(undefined), {
    class: "permanent",
    providerCode: "unnamed",
    code: "provider_error",
    message: "The platform gave no reason.",
    scope: "message",
  });
});
