import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseEncoding, prefersHtml } from "./accept.ts";

test("a browser opening an address gets a page; a client that accepts anything, or sends no Accept, gets JSON", () => {
  for (const [accept, page] of [
    ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", true],
    ["text/html", true],
    ["TEXT/HTML; charset=utf-8", true],
    ["text/html, */*", true],
    ["text/*", true],
    ["text/html;q=0.9, application/json;q=0.8", true],
    ["text/html, application/json", true],
    ["application/json, text/html", false],
    ["application/json, text/html;q=0.9", false],
    ["application/json, text/plain, */*", false],
    ["text/html;q=0", false],
    ["text/html;q=0, */*", false],
    ["text/html;q=nonsense", false],
    ["text/html;q=0.5, */*;q=0.8", false],
    ["*/*", false],
    ["application/json", false],
    ["text/htmlx", false],
    [",;,=,", false],
    ["", false],
    [undefined, false],
  ] as const)
    assert.equal(prefersHtml(accept), page, String(accept));
});

test("an encoding is chosen from those that the client accepts, our best one first", () => {
  for (const [header, chosen] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["*;q=0", null],
    ["identity", null],
    ["identity, gzip;q=0.5", null],
    ["deflate", null],
    ["br;q=2", null],
    ["", null],
    [undefined, null],
  ] as const)
    assert.equal(chooseEncoding(header, ["br", "gzip"]), chosen, String(header));
});
