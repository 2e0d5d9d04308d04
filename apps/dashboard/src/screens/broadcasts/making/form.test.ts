import assert from "node:assert/strict";
import { test } from "node:test";
import type { Broadcast, Template } from "@parley/sdk";
import { contentOf, formOf, isComplete, partsToSet, placedIn } from "./form.ts";

const order = {
  ...{ name: "order", language: "en", category: "UTILITY", status: "approved", parameterFormat: "positional", variables: ["1"] },
  components: [
    { type: "HEADER", format: "TEXT", text: "Order {{1}}" },
    { type: "BODY", text: "Hello {{1}}." },
    { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy offer code" }] },
  ],
} as Partial<Template> as Template;
const header = { type: "header", parameters: [{ type: "text", text: "2291" }] };
const button = { type: "button", index: "0", sub_type: "copy_code", parameters: [{ type: "coupon_code", coupon_code: "SAVE20" }] };
const picture = { type: "header", parameters: [{ type: "image", image: { link: "https://n.example/a.png" } }] };

function formWith(components: object[], variables: unknown[] = [{ field: "firstName" }]) {
  const broadcast = { title: "Orders", channelId: "chn_1", targetAudience: { all: true }, sendRatePerMinute: null, quietHours: null };
  return formOf({ ...broadcast, messageContent: { name: "order", language: "en", variables, components } } as unknown as Broadcast);
}

test("a draft's header and buttons become fields, and are saved again as they were", () => {
  const form = formWith([header, button]);
  assert.deepEqual(form.parts, { "header.1": "2291", "button.0": "SAVE20" });
  const content = { name: "order", language: "en", variables: [{ field: "firstName" }], components: [header, button] };
  assert.deepEqual(contentOf(form, true, order), content);
  const changed = { ...form, parts: { ...form.parts, "button.0": "SAVE30" } };
  assert.deepEqual((contentOf(changed, true, order) as typeof content).components[1]?.parameters, [
    { type: "coupon_code", coupon_code: "SAVE30" },
  ]);
  assert.equal(contentOf({ ...form, parts: { "header.1": "2291", "button.0": " " } }, true, order), null);
});

test("a file that was given through the API stays, and its absence is not a draft that could be sent", () => {
  const withPicture: Template = { ...order, components: [{ type: "HEADER", format: "IMAGE" }, ...order.components.slice(1)] };
  const form = formWith([picture, button]);
  assert.deepEqual(
    partsToSet(form, withPicture).map(({ id }) => id),
    ["button.0"],
  );
  assert.deepEqual((contentOf(form, true, withPicture) as { components: object[] }).components, [picture, button]);
  assert.equal(isComplete(formWith([button]), withPicture), false);
  assert.equal(contentOf(formWith([button]), true, withPicture), null);
});

test("a body that was given through the API stays, without variables beside it", () => {
  const body = { type: "body", parameters: [{ type: "text", text: "Amina" }] };
  const content = contentOf(formWith([body, header, button], []), true, order) as { variables: unknown[]; components: object[] };
  assert.deepEqual(content.variables, []);
  assert.deepEqual(content.components, [body, header, button]);
});

test("values count as they do for the server: by the template's names, or in its order if they have none", () => {
  const named = {
    ...{ ...order, parameterFormat: "named", variables: ["first_name", "shop"] },
    components: [
      { type: "HEADER", format: "TEXT", text: "Order {{number}}" },
      { type: "BODY", text: "Hello {{first_name}}, {{shop}} here." },
    ],
  } as Template;
  const contentIn = (template: Template, components: object[], variables: unknown[]) =>
    contentOf(placedIn(template, formWith(components, variables)), true, template);
  const whole = {
    ...{ name: "order", language: "en" },
    variables: [
      { name: "first_name", field: "firstName" },
      { name: "shop", value: "Northwind" },
    ],
    components: [{ type: "header", parameters: [{ type: "text", parameter_name: "number", text: "2291" }] }],
  };
  assert.deepEqual(contentIn(named, [header], [{ field: "firstName" }, "Northwind"]), whole);
  assert.deepEqual(contentIn(named, whole.components, whole.variables.toReversed()), whole);
  // For numbered variables, names say nothing.
  assert.deepEqual(contentIn({ ...order, components: order.components.slice(0, 2) }, whole.components, whole.variables.slice(0, 1)), {
    ...{ name: "order", language: "en", variables: [{ field: "firstName" }], components: [header] },
  });
  // What is typed for one of several does not take the others away.
  const form = placedIn(named, formWith([header], [{ field: "firstName" }, "Northwind"]));
  const changed = { ...form, variables: { ...form.variables, shop: { field: "", text: "The shop" } } };
  assert.deepEqual(contentOf(placedIn(named, changed), true, named), {
    ...whole,
    variables: [whole.variables[0], { name: "shop", value: "The shop" }],
  });
});
