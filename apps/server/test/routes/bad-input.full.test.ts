import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ask, assertNoFailure, assertRefused, fieldsOf, fixture, json, key, pathOf, t, withBody } from "./bad-input-stage.ts";
import { type RawResponse, send } from "../raw-http.ts";
import { prefixes, type Schema } from "./route-operations.ts";
import { put, validBody } from "./route-requests.ts";

/** JSON values of every type; those that the schema accepts are left out. */
const samples: [string, unknown][] = [
  ["string", "x"],
  ["number", 1.5],
  ["integer", 7],
  ["boolean", true],
  ["null", null],
  ["array", [{}]],
  ["object", { a: [1] }],
];

function typesOf(schema: Schema): Set<string> | null {
  const options = [schema, ...((schema["anyOf"] ?? []) as Schema[])];
  const types = options.flatMap((option) => [option["type"] ?? []].flat() as string[]);
  if (types.length === 0) return null;
  if (types.includes("number")) types.push("integer");
  return new Set(types);
}

describe("an invalid body is refused, naming the field", () => {
  for (const operation of withBody) {
    it(`${operation.method} ${operation.path}`, async () => {
      const good = validBody(operation, fixture) as Record<string, unknown>;
      const schema = operation.body as Schema;

      for (const prefix of prefixes) {
        for (const text of [
          "{",
          "nonsense",
          '{"a":}',
          "{'a':1}",
          "[1,",
          "\u0000",
          '{"a":1}{',
          "NaN",
          '{"a":01}',
          '"\\x"',
          "// c\n{}",
          '{"a":"\n"}',
        ]) {
          assertRefused(await ask(operation, text, {}, prefix), { status: 400, code: "invalid_json" }, text);
        }
      }
      for (const bytes of [
        Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
        Buffer.from("\ufeff{}", "utf16le"),
        Buffer.from([0xc0, 0xaf]),
        Buffer.from('{"a":"\xe9"}', "latin1"),
      ]) {
        assertRefused(await ask(operation, bytes), { status: 400, code: "invalid_json" }, bytes.toString("hex"));
      }
      for (const text of ["null", "7", "true", '"x"', "[]", "[{}]"])
        assertRefused(await ask(operation, text), { status: 400, code: "validation_error" }, text);
      // If nothing is required, it counts as `{}`.
      if (operation.method === "PUT" || (schema["required"] ?? []).length > 0)
        assertRefused(
          await send(t.url, { method: operation.method, path: pathOf(operation), headers: { ...key(operation), ...json } }),
          { status: 400, code: "validation_error" },
          "no body at all",
        );

      for (const field of fieldsOf(schema)) {
        const name = field.path.join(".");
        const types = typesOf(field.schema);
        for (const [type, value] of types === null ? [] : samples) {
          if (types?.has(type) || (type === "integer" && types?.has("number"))) continue;
          assertRefused(
            await ask(operation, JSON.stringify(put(good, field.path, value))),
            { status: 400, code: "validation_error", field: name },
            `${name} = ${JSON.stringify(value)}`,
          );
        }
        if (field.required && field.path.length === 1) {
          const { [name]: _gone, ...rest } = good;
          assertRefused(
            await ask(operation, JSON.stringify(rest)),
            { status: 400, code: "validation_error", field: name, issue: "required" },
            `without ${name}`,
          );
        }
        if (types?.has("string") && field.schema["maxLength"] !== undefined) {
          for (const text of ["x".repeat(field.schema["maxLength"] + 1), "😀".repeat(field.schema["maxLength"] + 1)]) {
            assertRefused(
              await ask(operation, JSON.stringify(put(good, field.path, text))),
              { status: 400, code: "validation_error", field: name, issue: "too_long" },
              `${name} too long`,
            );
          }
        }
        if (types?.has("string") && field.schema["minLength"] !== undefined) {
          assertRefused(await ask(operation, JSON.stringify(put(good, field.path, ""))), { status: 400, field: name }, `${name} empty`);
        }
        if (field.schema["enum"] !== undefined) {
          assertRefused(
            await ask(operation, JSON.stringify(put(good, field.path, "no such word"))),
            { status: 400, code: "validation_error", field: name, issue: "unknown_value" },
            `${name} unknown`,
          );
        }
        if (field.schema["maxItems"] !== undefined) {
          const many = Array.from({ length: field.schema["maxItems"] + 1 }, (_, i) => `item ${i}`);
          assertRefused(
            await ask(operation, JSON.stringify(put(good, field.path, many))),
            { status: 400, code: "validation_error" },
            `${name} too many`,
          );
        }
        if (field.schema["minimum"] !== undefined) {
          const fraction = types?.has("number") ? [] : [1.5];
          for (const value of [field.schema["minimum"] - 1, -1, -1e308, ...fraction, 1e308, Number.MAX_SAFE_INTEGER + 1]) {
            assertRefused(
              await ask(operation, JSON.stringify(put(good, field.path, value))),
              { status: 400, code: "validation_error", field: name },
              `${name} = ${value}`,
            );
          }
        }
        if (JSON.stringify(field.schema).includes('"date-time"')) {
          for (const text of [
            "yesterday",
            "2026-02-30T00:00:00Z",
            "2026-01-01",
            "2026-01-01T25:00:00Z",
            "",
            "99999-01-01T00:00:00Z",
            "2026-01-01T00:00:00+99:00",
            "2016-12-31T23:59:60Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59-14:00",
          ]) {
            assertRefused(
              await ask(operation, JSON.stringify(put(good, field.path, text))),
              { status: 400, code: "validation_error", field: name },
              `${name} = ${text}`,
            );
          }
        }
        // Text that JSON can express and PostgreSQL cannot store.
        for (const bad of ["\\u0000", "\\ud800", "\\udc00\\ud800"]) {
          const text = JSON.stringify(put(good, field.path, "MARK")).replace("MARK", bad);
          assertRefused(await ask(operation, text), { status: 400, code: "validation_error" }, `${name} = ${bad}`);
        }
        // Harmless in one place but not in another: accepted or refused, never an internal error.
        for (const value of [
          "%",
          "%s%n",
          "' or 1=1--",
          "\\",
          "\u202e",
          "a\u0301".repeat(500),
          "\r\nx: y",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: sent verbatim
          "${1}",
          "../../etc/passwd",
          "😀",
          "1e400",
          "-0",
          " ",
          "\t",
        ]) {
          assertNoFailure(await ask(operation, JSON.stringify(put(good, field.path, value))), `${name} = ${value}`);
        }
        // As long as allowed, but longer as stored: in NFC, or as a URL.
        const longest = types?.has("string") === true ? (field.schema["maxLength"] ?? 300) : 0;
        for (const value of longest === 0
          ? []
          : ["\u0958".repeat(longest), `https://93.184.216.34/${"ü".repeat(Math.max(0, longest - 22))}`, "a.b"]) {
          assertNoFailure(await ask(operation, JSON.stringify(put(good, field.path, value))), `${name} = ${value.slice(0, 30)}`);
        }
        for (const raw of ["1e400", "-1e400", "123456789012345678901234567890", "1e-400", "-0"]) {
          assertNoFailure(await ask(operation, JSON.stringify(put(good, field.path, "MARK")).replace('"MARK"', raw)), `${name} = ${raw}`);
        }
      }

      const wrapped = (extra: string) => `${JSON.stringify(good).slice(0, -1)}${Object.keys(good).length === 0 ? "" : ","}${extra}}`;
      assertRefused(
        await ask(operation, wrapped('"__proto__":{"isAdmin":true}')),
        { status: 400, code: "validation_error", field: "__proto__" },
        "__proto__",
      );
      assertRefused(await ask(operation, wrapped('"x":[{"__proto__":null}]')), { status: 400, field: "__proto__" }, "nested __proto__");
      assertRefused(
        await ask(operation, wrapped('"\\u005f_proto__":{"isAdmin":true}')),
        { status: 400, field: "__proto__" },
        "escaped __proto__",
      );
      for (const extra of ['"constructor":{"prototype":{"isAdmin":true}}', '"toString":1', '"hasOwnProperty":1', '"":1', '"x":null']) {
        assertNoFailure(await ask(operation, wrapped(extra)), extra);
      }
      assert.equal(({} as Record<string, unknown>)["isAdmin"], undefined);
      const deep = (n: number, open: string, close: string) => `${open.repeat(n)}1${close.repeat(n)}`;
      for (const nested of [deep(10_000, "[", "]"), deep(10_000, '{"a":', "}"), deep(33, "[", "]"), wrapped(`"x":${deep(32, "[", "]")}`)]) {
        assertRefused(await ask(operation, nested), { status: 400, code: "validation_error" }, "nesting");
      }
      const misspelt = await ask(operation, wrapped('"noSuch Field":{"a":[1]}'));
      assertNoFailure(misspelt, "a field that nobody knows");
      assert.equal(misspelt.headers["ignored-fields"], "noSuch%20Field");
      assert.equal((await ask(operation, JSON.stringify(good))).headers["ignored-fields"], undefined);
      assertNoFailure(await ask(operation, wrapped(`"x":${deep(31, "[", "]")}`)), "31 levels more");
      // Brackets in a string are not nesting.
      assertNoFailure(await ask(operation, wrapped(`"x":"${"[{".repeat(5_000)}"`)), "brackets in a text");
      assertRefused(await ask(operation, "[".repeat(100_000)), { status: 400 }, "only opening brackets");

      for (const size of [1_048_577, 2_000_000]) {
        const text = `${JSON.stringify(good)}${" ".repeat(size)}`.slice(0, size);
        assertRefused(await ask(operation, text), { status: 413, code: "payload_too_large" }, `${size} bytes`);
      }
      assertRefused(
        await send(t.url, {
          method: operation.method,
          path: pathOf(operation),
          headers: { ...key(operation), ...json },
          body: "x".repeat(2_000_000),
          chunked: true,
        }).catch(brokenPipe),
        { status: 413, code: "payload_too_large" },
        "2 MB in chunks",
      );
      for (const type of [
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/octet-stream",
        "application/jsonx",
        "json",
        "text/json",
        "*/*",
      ].filter((type) => !operation.otherBodies.some((other) => type.startsWith(other)))) {
        assertRefused(
          await ask(operation, JSON.stringify(good), { "content-type": type }),
          { status: 415, code: "unsupported_media_type" },
          type,
        );
      }
      const { "content-type": _type, ...untyped } = { ...key(operation), ...json };
      assertRefused(
        await send(t.url, { method: operation.method, path: pathOf(operation), headers: untyped, body: JSON.stringify(good) }),
        { status: 415 },
        "no content type",
      );
      for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json;charset=UTF-8"]) {
        assert.notEqual((await ask(operation, JSON.stringify({ ...good, nonsense: 1 }), { "content-type": type })).status, 415, type);
      }
      assertNoFailure(await ask(operation, JSON.stringify(good), { "content-encoding": "gzip" }), "gzip that is none");
    });
  }
});

/** A server may respond and close before the whole body was sent; the client may then see only the closed connection. */
function brokenPipe(error: NodeJS.ErrnoException): RawResponse {
  if (error.code !== "EPIPE" && error.code !== "ECONNRESET") throw error;
  return {
    status: 413,
    text: JSON.stringify({ error: { code: "payload_too_large", message: "The connection was closed." } }),
    headers: { "content-type": "application/json; charset=utf-8", "x-content-type-options": "nosniff" },
    rawHeaders: [],
  };
}
