import assert from "node:assert/strict";
import { test } from "node:test";
import { type FormField, keyFor, kindOf, moved, slugOf, withKind } from "./form-fields.ts";

const field = (key: string, type: FormField["type"], label = key): FormField => ({ key, label, type });

test("a known kind has the key of its meaning, any other a unique one from its label", () => {
  assert.equal(keyFor("email", "Work e-mail", []), "email");
  assert.equal(keyFor("text", "Größe des Studios", []), "gro_e_des_studios");
  assert.equal(keyFor("text", "Studio", [field("studio", "text")]), "studio_2");
  assert.equal(keyFor("text", "12", []), "answer");
  assert.equal(keyFor("text", "Email", []), "email_2", "an own question is not the contact's e-mail");
});

test("a field's kind is its meaning, or its type", () => {
  assert.equal(kindOf(field("company", "text")), "company");
  assert.equal(kindOf(field("studio", "select")), "select");
  const select = withKind(field("studio", "text", "Studio"), "select", []);
  assert.deepEqual(select, { key: "studio", label: "Studio", type: "select", options: [] });
  assert.deepEqual(withKind(select, "phone", []), { key: "phone", label: "Studio", type: "phone" });
});

test("a slug is derived from a title, and the first and last items cannot move further", () => {
  assert.equal(slugOf("Trade counter, early access!"), "trade-counter-early-access");
  assert.equal(slugOf("مرحبا"), "");
  assert.deepEqual(moved([1, 2, 3], 0, 1), [2, 1, 3]);
  assert.deepEqual(moved([1, 2, 3], 0, -1), [1, 2, 3]);
  assert.deepEqual(moved([1, 2, 3], 2, 1), [1, 2, 3]);
});
