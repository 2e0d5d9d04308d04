import assert from "node:assert/strict";
import { it } from "node:test";
import { ApiError, ConnectionError } from "@parley/sdk";
import { errorText, serverText } from "./error-text.ts";

const words = { t: (key: string) => key } as Parameters<typeof errorText>[1];
const refusal = (message: string) =>
  new ApiError(message, {
    ...{ code: "validation_error", status: 400, details: [], reference: null, docs: "", method: "POST", path: "/labels" },
    ...{ attempts: 1, idempotencyKey: null, retryAfterMs: null, headers: new Headers() },
  });

it("people see the server's text without the request", () => {
  assert.equal(serverText(refusal("POST /labels: The name is taken.")), "The name is taken.");
  assert.equal(serverText(refusal("GET it: there")), "GET it: there");
});

it("a lost connection is named as such; an error of ours is reported, not shown as a network error", (context) => {
  const reported: unknown[] = [];
  const before = Object.getOwnPropertyDescriptor(globalThis, "reportError");
  Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) });
  context.after(() =>
    before === undefined ? Reflect.deleteProperty(globalThis, "reportError") : Object.defineProperty(globalThis, "reportError", before),
  );
  assert.equal(errorText(new ConnectionError("no answer"), words), "error.network");
  assert.deepEqual(reported, []);
  const mistake = new TypeError("x is not a function");
  assert.equal(errorText(mistake, words), "error.unexpected");
  assert.deepEqual(reported, [mistake]);
});
