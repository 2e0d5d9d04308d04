import assert from "node:assert/strict";
import { test } from "node:test";
import {
  canBeWritten,
  componentsOf,
  draftOf,
  emptyDraft,
  placeOf,
  readDraft,
  type TemplateDraft,
  variablesIn,
  withVariable,
} from "./draft.ts";

const components = [
  { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["2291"] } },
  { type: "BODY", text: "Hello {{1}}, it comes on {{2}}.", example: { body_text: [["Amina", "Friday"]] } },
  { type: "FOOTER", text: "Northwind" },
  {
    type: "BUTTONS",
    buttons: [
      { type: "QUICK_REPLY", text: "Thanks" },
      { type: "URL", text: "Track", url: "https://n.example/{{1}}", example: ["https://n.example/2291"] },
      { type: "PHONE_NUMBER", text: "Call", phone_number: "+15550100" },
      { type: "COPY_CODE", example: ["SAVE20"] },
      { type: "FLOW", text: "Rate", flow_id: "7" },
    ],
  },
];
const template = { name: "order_left", language: "en", category: "UTILITY", parameterFormat: "positional", components } as const;

test("a template that is read and not changed is written as it was", () => {
  const draft = draftOf({ ...template, components: [...components] });
  assert.deepEqual(componentsOf(draft), components);
  const named = [
    { type: "BODY", text: "Hello {{first}}.", example: { body_text_named_params: [{ param_name: "first", example: "Amina" }] } },
  ];
  assert.deepEqual(componentsOf(draftOf({ ...template, parameterFormat: "named", components: named })), named);
  const media = [
    { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::a"] } },
    { type: "BODY", text: "Hello" },
  ];
  assert.deepEqual(componentsOf(draftOf({ ...template, components: media })), media);
});

test("what is empty is left out, and the places are those of what is sent", () => {
  const draft: TemplateDraft = { ...emptyDraft, body: "Hello" };
  assert.deepEqual(componentsOf(draft), [{ type: "BODY", text: "Hello" }]);
  assert.equal(placeOf(draft, "body"), "components[0]");
  const headed: TemplateDraft = { ...draft, header: { kind: "text", text: "Hi", sample: "" }, footer: "Northwind" };
  assert.deepEqual([placeOf(headed, "body"), placeOf(headed, "footer")], ["components[1]", "components[2]"]);
});

test("variables are found once each, numbers by their size, and the next one is free", () => {
  assert.deepEqual(variablesIn("{{2}} {{1}} {{2}} {{ 10 }}"), ["1", "2", "10"]);
  assert.deepEqual(variablesIn("{{last}} {{first}}"), ["last", "first"]);
  assert.deepEqual(withVariable("Hello , bye", 6, "positional"), { text: "Hello {{1}}, bye", cursor: 11 });
  assert.deepEqual(withVariable("{{1}} ", 6, "positional").text, "{{1}} {{2}}");
  assert.equal(withVariable("{{value_2}} ", 12, "named").text, "{{value_2}} {{value_3}}");
});

test("a template that the fields cannot show is not written here", () => {
  assert.equal(canBeWritten({ category: "UTILITY", components: [...components] }), true);
  assert.equal(canBeWritten({ category: "AUTHENTICATION", components: [...components] }), false);
  assert.equal(canBeWritten({ category: "MARKETING", components: [{ type: "CAROUSEL" }] }), false);
});

test("a kept draft comes back, and a broken one does not", () => {
  const draft: TemplateDraft = { ...emptyDraft, body: "Hello {{1}}", samples: { 1: "Amina" } };
  assert.deepEqual(readDraft(JSON.stringify(draft)), draft);
  for (const kept of ["", "{", "null", '{"body":"x"}']) assert.equal(readDraft(kept), null);
});
