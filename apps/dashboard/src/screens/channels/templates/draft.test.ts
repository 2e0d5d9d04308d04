import assert from "node:assert/strict";
import { test } from "node:test";
import type { TemplateComponent } from "@parley/sdk";
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

test("an unchanged template is written exactly as it was read", () => {
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

test("a new header file is given by its handle, and is reported if it is missing", () => {
  const draft: TemplateDraft = { ...emptyDraft, body: "Hello", header: { kind: "IMAGE", text: "", sample: " 4::aW1hZ2U " } };
  const [header] = componentsOf(draft);
  assert.deepEqual(header, { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::aW1hZ2U"] } });
  const [empty] = componentsOf({ ...draft, header: { ...draft.header, sample: "" } });
  assert.deepEqual(empty, { type: "HEADER", format: "IMAGE", example: { header_handle: [] } });
});

test("empty parts are left out, and error paths match what is sent", () => {
  const draft: TemplateDraft = { ...emptyDraft, body: "Hello" };
  assert.deepEqual(componentsOf(draft), [{ type: "BODY", text: "Hello" }]);
  assert.equal(placeOf(draft, "body"), "components[0]");
  const headed: TemplateDraft = { ...draft, header: { kind: "text", text: "Hi", sample: "" }, footer: "Northwind" };
  assert.deepEqual([placeOf(headed, "body"), placeOf(headed, "footer")], ["components[1]", "components[2]"]);
});

test("variables are found once each, numbers in order of size, and the next one is free", () => {
  assert.deepEqual(variablesIn("{{2}} {{1}} {{2}} {{ 10 }}"), ["1", "2", "10"]);
  assert.deepEqual(variablesIn("{{last}} {{first}}"), ["last", "first"]);
  assert.deepEqual(withVariable("Hello , bye", 6, "positional"), { text: "Hello {{1}}, bye", cursor: 11 });
  assert.deepEqual(withVariable("{{1}} ", 6, "positional").text, "{{1}} {{2}}");
  assert.equal(withVariable("{{value_2}} ", 12, "named").text, "{{value_2}} {{value_3}}");
});

test("a template that the fields cannot show cannot be edited here", () => {
  assert.equal(canBeWritten({ category: "UTILITY", components: [...components] }), true);
  assert.equal(canBeWritten({ category: "AUTHENTICATION", components: [...components] }), false);
  assert.equal(canBeWritten({ category: "MARKETING", components: [{ type: "CAROUSEL" }] }), false);
});

test("an authentication template is reduced to its options, also as the platform lists it", () => {
  const code = { recommends: true, minutes: 10, label: "Copy code" };
  const written = componentsOf({ ...emptyDraft, body: "left from before", category: "AUTHENTICATION", code });
  assert.deepEqual(written, [
    { type: "BODY", add_security_recommendation: true },
    { type: "FOOTER", code_expiration_minutes: 10 },
    { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy code" }] },
  ]);
  const [body, footer] = [written[0] as TemplateComponent, written[1] as TemplateComponent];
  const listed = (type: string) => [
    { ...body, text: "*{{1}}* is your verification code. For your security, do not share this code." },
    { ...footer, text: "This code expires in 10 minutes." },
    { type: "BUTTONS", buttons: [{ type: "URL", text: "Copy code", url: `https://p.example/otp/code/?otp_type=${type}&code=otp{{1}}` }] },
  ];
  const asListed = { ...template, category: "AUTHENTICATION", components: listed("COPY_CODE") };
  assert.equal(canBeWritten(asListed), true);
  assert.deepEqual(componentsOf(draftOf(asListed)), written);
  assert.equal(canBeWritten({ ...asListed, components: listed("ONE_TAP") }), false, "it needs an app of one's own");
  assert.equal(placeOf({ ...emptyDraft, category: "AUTHENTICATION", code }, "buttons"), "components[2]");
  const least = componentsOf({ ...emptyDraft, category: "AUTHENTICATION", code: { recommends: false, minutes: null, label: " " } });
  assert.deepEqual(least, [
    { type: "BODY", add_security_recommendation: false },
    { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
  ]);
});

test("a stored draft is restored, and a broken one is not", () => {
  const draft: TemplateDraft = { ...emptyDraft, body: "Hello {{1}}", samples: { 1: "Amina" } };
  assert.deepEqual(readDraft(JSON.stringify(draft)), draft);
  for (const kept of ["", "{", "null", '{"body":"x"}']) assert.equal(readDraft(kept), null);
});
