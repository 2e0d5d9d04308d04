import assert from "node:assert/strict";
import { test } from "node:test";
import { readNumber } from "./read-number.ts";

test("a number is read in its language's format", () => {
  for (const [typed, language, number] of [
    ["1,500", "en", 1500],
    ["1,500.25", "en", 1500.25],
    ["-1,234,567", "en", -1234567],
    ["1.500", "de", 1500],
    ["1.500,25", "de", 1500.25],
    ["1 500,25", "es", 1500.25],
    ["12,5", "pt-BR", 12.5],
    ["١٬٥٠٠٫٥", "ar", 1500.5],
    [".5", "en", 0.5],
  ] as const)
    assert.equal(readNumber(typed, language), number, `${typed} in ${language}`);
});

test("a single separator of the other language is taken as the decimal separator", () => {
  assert.equal(readNumber("1,5", "en"), 1.5);
  assert.equal(readNumber("1.5", "de"), 1.5);
  assert.equal(readNumber("1500.25", "de"), 1500.25);
});

test("text that is not a number gives none", () => {
  for (const typed of ["", "-", "twelve", "1,50,0", "1.2.3", "1e5", "0x10", "12 apples", "NaN"])
    assert.equal(readNumber(typed, "en"), null, typed);
});
