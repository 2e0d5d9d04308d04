import assert from "node:assert/strict";
import { METHODS } from "node:http";
import { describe, it } from "node:test";
import { t, operations, json, key, pathOf, assertRefused, assertNoFailure, fixture } from "./bad-input-stage.ts";
import { exchange, type RawRequest, readStream, send } from "../raw-http.ts";
import { prefixes } from "./route-operations.ts";
import { validBody, validQuery } from "./route-requests.ts";

/** Not a year, second or instant that both the database and the clock can represent. */
const calendarEdges = ["0000-01", "0000-01-01", "0000-01-01T00:00:00Z", "2016-12-31T23:59:60Z", "9999-12-31T23:59:59-14:00"];

describe("a name in a path that the database cannot store is unknown", () => {
  for (const operation of operations.filter((o) => o.path.includes("{"))) {
    it(`${operation.method} ${operation.path}`, async () => {
      const body = validBody(operation, fixture);
      for (const name of ["%00", "x%00"]) {
        const response = await send(t.url, {
          method: operation.method,
          path: `/api/v1${operation.path.replaceAll(/\{[^}]+\}/g, name)}`,
          headers: { ...key(operation), ...(body === undefined ? {} : json) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        assertRefused(response, { status: 404, code: "not_found" }, name);
      }
    });
  }

  it("GET of its own page", async () => {
    for (const path of ["/p/%00", "/f/%00", "/p/x%00"]) assert.equal((await send(t.url, { path })).status, 404, path);
  });
});

describe("an invalid query of a write is refused, naming the parameter, and nothing is done", () => {
  for (const operation of operations.filter((o) => o.writes && o.query.length > 0)) {
    it(`${operation.method} ${operation.path}`, async () => {
      const body = validBody(operation, fixture);
      for (const { name, schema } of operation.query) {
        const response = await send(t.url, {
          method: operation.method,
          path: `${pathOf(operation)}?${name}=${"x".repeat((schema["maxLength"] ?? 8_000) + 1)}`,
          headers: { ...key(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        assertRefused(response, { status: 400, code: "validation_error", field: name }, `${name} too long`);
      }
    });
  }
});

describe("an invalid query is refused, naming the parameter", () => {
  for (const operation of operations.filter((o) => !o.isStream && !o.writes && o.query.length > 0)) {
    it(`${operation.method} ${operation.path}`, async () => {
      const needed = Object.entries(validQuery(operation, fixture)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const get = (query: string) => {
        const others = needed.filter((pair) => !query.startsWith(pair.slice(0, pair.indexOf("=") + 1)));
        return send(t.url, {
          method: operation.method,
          path: `${pathOf(operation)}?${[query, ...others].join("&")}`,
          headers: key(operation),
        });
      };
      for (const { name, schema } of operation.query) {
        if (name === "limit") {
          for (const value of [
            "0",
            "-1",
            "abc",
            String(schema["maximum"] + 1),
            "1.5",
            "1e9",
            "",
            "999999999999999999999",
            "NaN",
            "%20",
            "0x10",
            "1;drop",
            "null",
          ]) {
            assertRefused(await get(`limit=${value}`), { status: 400, code: "validation_error", field: "limit" }, `limit=${value}`);
          }
          for (const value of ["1", String(schema["maximum"])]) assert.equal((await get(`limit=${value}`)).status, 200, `limit=${value}`);
          assertRefused(await get("limit=1&limit=2"), { status: 400, field: "limit" }, "limit twice");
        } else if (name === "cursor") {
          for (const value of [
            "x",
            "AQ",
            "a".repeat(1000),
            "a".repeat(5000),
            "%00",
            "a%00",
            "..",
            "null",
            "eyJpZCI6MX0",
            "%F0%9F%98%80",
            "AQAAAAAAAAAAAAAAAAAAAAAAAAAA",
          ]) {
            assertRefused(await get(`cursor=${value}`), { status: 400, code: "invalid_cursor", field: "cursor" }, `cursor=${value}`);
          }
          const [empty, none] = [await get("cursor="), await get("")];
          assert.equal(empty.status, 200);
          // Each request is a row in the request log, so no two responses are equal.
          if (operation.id !== "listRequestLogs") assert.equal(empty.text, none.text, "an empty cursor is none");
        } else {
          if (schema["enum"] !== undefined)
            assertRefused(await get(`${name}=nosuchword`), { status: 400, field: name, issue: "unknown_value" }, name);
          if (schema["type"] === "boolean") assertRefused(await get(`${name}=maybe`), { status: 400, field: name }, name);
          if (schema["maxLength"] !== undefined)
            assertRefused(await get(`${name}=${"x".repeat(schema["maxLength"] + 1)}`), { status: 400, field: name }, `${name} too long`);
          for (const value of [
            "%00",
            "%ED%A0%80",
            "%F0%9F%98%80",
            "%27%20or%201%3D1--",
            "%25",
            "_",
            "%5C",
            "",
            "a".repeat(50),
            "%E2%80%AE",
            "%0d%0ax:y",
            "[]",
            "__proto__",
            ...calendarEdges,
          ]) {
            assertNoFailure(await get(`${name}=${value}`), `${name}=${value}`);
          }
          assertNoFailure(await get(`${name}=a&${name}=b`), `${name} twice`);
          assertNoFailure(await get(`${name}[a]=b&${name}[]=c`), `${name} as an object`);
        }
      }
      assert.equal((await get("no%20such=1")).headers["ignored-fields"], "?no%20such");
      assert.equal((await get("")).headers["ignored-fields"], undefined);
      for (const query of [
        "%",
        "%zz=1",
        "a=%E0%A4%A",
        "=",
        "&&&",
        "a[b][c][d]=1",
        "__proto__=1",
        "__proto__[x]=1",
        "constructor=1",
        "limit",
        "?",
        "a".repeat(8_000),
        Array.from({ length: 2_000 }, (_, i) => `p${i}=`)
          .join("&")
          .slice(0, 14_000),
      ]) {
        assertNoFailure(await get(query), `?${query.slice(0, 40)}`);
      }
    });
  }
});

describe("an invalid address", () => {
  const request = (given: Partial<RawRequest>) => send(t.url, { path: "/", ...given, headers: { ...key(), ...given.headers } });

  for (const operation of operations) {
    it(`accepts no other methods: ${operation.path}`, async () => {
      const taken = operations.filter((o) => o.path === operation.path).map((o) => o.method);
      if (taken.includes("GET")) taken.push("HEAD");
      for (const prefix of prefixes) {
        for (const method of [...new Set([...METHODS, "GET"])].filter((m) => !taken.includes(m) && m !== "CONNECT")) {
          // A path matched by another route's parameter: /channels/kinds with PATCH is /channels/{id}.
          if (
            operations.some(
              (o) =>
                o.method === method.replace("HEAD", "GET") &&
                new RegExp(`^${o.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(operation.path),
            )
          )
            continue;
          for (const [body, headers] of [
            [undefined, {}],
            ["{", json],
            ["<x/>", { "content-type": "text/xml" }],
          ] as const) {
            // Node does not send a body with these methods either.
            if (body !== undefined && !["POST", "PUT", "PATCH", "QUERY", "PROPFIND"].includes(method)) continue;
            const response = await request({ method, path: pathOf(operation, prefix), headers, ...(body === undefined ? {} : { body }) });
            if (method === "HEAD") assert.deepEqual([response.status, response.text], [405, ""]);
            else assertRefused(response, { status: 405, code: "method_not_allowed" }, `${method} ${prefix}${operation.path}`);
            assert.deepEqual(String(response.headers["allow"]).split(", "), [...taken].sort(), `${method} ${operation.path}`);
          }
        }
      }
    });
  }

  for (const operation of operations.filter((o) => !o.writes)) {
    it(`responds to HEAD as to GET, without a body: ${operation.path}`, async () => {
      const query = new URLSearchParams(validQuery(operation, fixture));
      const path = `${pathOf(operation)}?${query}`;
      const head = await request({ method: "HEAD", path, headers: key(operation) });
      const got = operation.isStream
        ? await readStream(t.url, { path, headers: key(operation) }, /: ready|"error"/)
        : await request({ path, headers: key(operation) });
      assert.deepEqual([head.status, head.headers["content-type"], head.text], [got.status, got.headers["content-type"], ""]);
      assert.equal((await send(t.url, { method: "HEAD", path })).status, 401);
    });
  }

  it("responds to HEAD outside the API too", async () => {
    for (const path of ["/", "/health/live", "/health/ready", "/openapi.json", "/openapi.yaml", "/docs/", "/sign-in"]) {
      const [head, got] = [await send(t.url, { method: "HEAD", path }), await send(t.url, { path })];
      assert.deepEqual([head.status, head.headers["content-type"], head.text], [200, got.headers["content-type"], ""], path);
    }
    assert.equal((await send(t.url, { method: "HEAD", path: "/nothing" })).status, 404);
  });

  it("asked for a tunnel: 405, and the connection ends", async () => {
    assert.match(
      await exchange(t.url, "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n"),
      /^HTTP\/1\.1 405 [\s\S]*"method_not_allowed"/,
    );
  });

  it("says whether the path or the resource does not exist", async () => {
    const messages = await Promise.all(
      ["/api/v1/nothing", "/api/v1/contacts/x"].map(async (path) => JSON.parse((await request({ path })).text).error),
    );
    assert.deepEqual(messages, [
      { code: "not_found", message: "This path does not exist." },
      { code: "not_found", message: "No such resource exists in this tenant." },
    ]);
  });

  it("is unknown: 404, with and without a key, and under no other prefix", async () => {
    for (const path of [
      "/nothing",
      "/api",
      "/api/",
      "/api/v1",
      "/api/v2/contacts",
      "/api/v1/nothing",
      "/contacts",
      "/api/v1/contacts/",
      "/api/v1//contacts",
      "/API/v1/contacts",
      "/api/v1/Contacts",
      "/api/api/contacts",
      "/v1/contacts",
      "/.env",
      "/api/v1/contacts/a/b/c",
    ]) {
      assertRefused(await request({ path }), { status: 404, code: "not_found" }, path);
      // An empty {id} belongs to the route, which asks for a key first.
      if (path !== "/api/v1/contacts/") assertRefused(await send(t.url, { path }), { status: 404, code: "not_found" }, path);
      assertRefused(await request({ path, method: "POST", headers: json, body: "{}" }), { status: 404 }, `POST ${path}`);
    }
  });

  it("is badly encoded, traverses upwards, is absolute or very long", async () => {
    for (const path of [
      "/api/v1/contacts/%",
      "/api/v1/contacts/%zz",
      "/api/v1/contacts/%E0%A4%A",
      "/api/v1/contacts/%c0%ae",
      "/%",
      "/api/v1/contacts/%ff%fe",
      "/api/v1/contacts/%00",
      "/api/v1/contacts/..%2f..%2fadmin",
      "/api/v1/contacts/%2e%2e/%2e%2e/me",
      "/api/v1/contacts/a%2Fb",
      "/api/v1/contacts/;",
      "/api/v1/contacts/\u00ff",
      "/api/v1/contacts/a?b?c",
      "//api/v1/contacts",
      "/api/v1/../v1/contacts",
      `/api/v1/contacts/${"a".repeat(10_000)}`,
      `/${"a/".repeat(5_000)}`,
    ]) {
      const response = await request({ path });
      assertRefused(response, {}, path.slice(0, 60));
      assert.ok([400, 404].includes(response.status), `${path.slice(0, 60)} ${response.status}`);
    }
  });

  it("and its headers together are too long: 431, and the connection ends", async () => {
    const answer = await exchange(t.url, `GET /api/v1/contacts/${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(await exchange(t.url, `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /);
  });
});

describe("a stream with an invalid query is refused before it starts", () => {
  for (const operation of operations.filter((o) => o.isStream)) {
    it(`${operation.method} ${operation.path}`, async () => {
      for (const [query, field] of [
        ["type=nosuch", "type"],
        ["type=", "type"],
        ["channelId=%00", "channelId"],
        ["after=a%00", "after"],
        [`after=${"a".repeat(101)}`, "after"],
        ["type=message.sent&type=x", "type"],
      ] as const) {
        assertRefused(
          await readStream(t.url, { path: `${pathOf(operation)}?${query}`, headers: key(operation) }, /"error"|: ready/),
          { status: 400, code: "validation_error", field },
          query,
        );
      }
    });
  }
});
