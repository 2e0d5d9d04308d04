import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ProviderError } from "@parley/connector-kit";
import { errorRules, listedCodes } from "../src/error-table.ts";
import { classify, withoutSecrets } from "../src/errors.ts";

type Row = [codes: number[], errorClass: ProviderError["class"], code: string, scope: ProviderError["scope"], waitMs?: number];

/** The table of channel-protocols.md 4.8, typed a second time by hand, so that a mistake in the data shows. */
const rows: Row[] = [
  [[40000, 40002, 40007], "permanent", "provider_error", "message"],
  [[40001, 40102, 40104, 40105], "credentials", "channel_not_connected", "channel"],
  [[40064], "permanent", "window_closed", "recipient"],
  [[40100], "retryable", "provider_error", "channel", 300_000],
  [[40908], "permanent", "unsupported_by_channel", "message"],
  [[51065], "retryable", "provider_error", "message", 120_000],
];

const NOON = Date.UTC(2026, 10, 18, 12);

test("no code appears twice, and the table contains exactly the codes of the document", () => {
  assert.equal(new Set(listedCodes).size, listedCodes.length);
  assert.deepEqual(
    [...errorRules.keys()].sort((a, b) => a - b),
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
        message: "the words (request r1)",
        scope,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
      for (const status of [200, 400, 401, 429, 500, 503]) {
        for (const spelled of [number, String(number)]) {
          const body = { code: spelled, message: "the words", request_id: "r1", data: {} };
          assert.deepEqual(classify(status, body, NOON), expected, `${number} at ${status}`);
        }
      }
    }
  }
});

test("codes of 50000 and above are retried after the time for an echo, any other code is permanent", () => {
  for (const code of [50_000, 50_002, 51_305, 59_999]) {
    const { class: errorClass, scope, retryAfterMs } = classify(200, { code }, NOON);
    assert.deepEqual([errorClass, scope, retryAfterMs], ["retryable", "message", 120_000], String(code));
  }
  for (const code of [1, -1, 40_003, 40_999, 49_999, 60_000]) assert.equal(classify(200, { code }, NOON).class, "permanent", String(code));
});

test("a daily limit pauses until midnight UTC", () => {
  const limited = (message: string) => classify(200, { code: 40100, message }, NOON).retryAfterMs;
  assert.equal(limited("Too many requests per day"), 12 * 3_600_000);
  assert.equal(limited("Daily quota exceeded"), 12 * 3_600_000);
  assert.equal(limited("Too many requests. Please retry in some time."), 300_000);
});

test("without a code the HTTP status decides, and doubt never means 'not sent'", () => {
  const outcomes: [number, unknown, ProviderError["class"]][] = [
    [404, undefined, "permanent"],
    [400, {}, "permanent"],
    [301, undefined, "permanent"],
    [401, undefined, "credentials"],
    [408, undefined, "unknown"],
    [429, undefined, "retryable"],
    [500, undefined, "unknown"],
    [502, { code: "a text" }, "unknown"],
    [200, undefined, "unknown"],
    [200, { code: 0 }, "unknown"],
    [500, { code: 0 }, "unknown"],
  ];
  for (const [status, body, errorClass] of outcomes) {
    assert.equal(classify(status, body, NOON).class, errorClass, `${status} ${JSON.stringify(body)}`);
  }
});

test("classify is total: it handles any status and any body", () => {
  const classes = new Set(["retryable", "permanent", "credentials", "unknown"]);
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.anything(), (status, body) => {
      for (const given of [body, { code: body }, { code: 40100, message: body, request_id: body }]) {
        const error = classify(status, given, NOON);
        assert.ok(classes.has(error.class) && typeof error.message === "string" && error.providerCode !== "");
      }
    }),
  );
});

test("secrets that an answer repeats are removed, also where its text is cut", () => {
  const message = `${"x".repeat(990)}act.very-secret is dead, refresh with rft.secret`;
  const error = classify(200, withoutSecrets({ code: 40105, message }, ["act.very-secret", "", "rft.secret"]), NOON);
  assert.equal(error.message, `${"x".repeat(990)}[secret] i`);
  assert.equal(withoutSecrets(undefined, ["x"]), undefined);
});
