import assert from "node:assert/strict";
import { test } from "node:test";
import type { Template } from "@parley/sdk";
import {
  blockOf,
  parametersOf,
  partFields,
  placedParts,
  problemOf,
  readParameters,
  shownOf,
  takesVariablesOnly,
  urlWith,
} from "./part-fields.ts";

const shape = (components: Template["components"], more: Partial<Template> = {}) => ({
  ...{ category: "UTILITY", parameterFormat: "positional" as const, components },
  ...more,
});
const body = { type: "BODY", text: "Hello {{1}}." };
const buttons = [
  { type: "QUICK_REPLY", text: "Thanks" },
  { type: "URL", text: "Track", url: "https://n.example/{{1}}" },
  { type: "URL", text: "Shop", url: "https://n.example/" },
  { type: "COPY_CODE", text: "Copy offer code" },
];
const order = shape([{ type: "HEADER", format: "TEXT", text: "Order {{1}}" }, body, { type: "BUTTONS", buttons }]);
const place = shape([{ type: "HEADER", format: "LOCATION" }, body]);

test("fields are listed in the message's order, and a template without such parts has none", () => {
  assert.deepEqual(
    partFields(order).map(({ id, kind, name }) => [id, kind, name]),
    [
      ["header.1", "header", "1"],
      ["button.1", "url", "Track"],
      ["button.3", "code", "Copy offer code"],
    ],
  );
  assert.deepEqual(
    partFields(place).map(({ id }) => id),
    ["location.latitude", "location.longitude", "location.name", "location.address"],
  );
  assert.deepEqual(partFields(shape([{ type: "HEADER", text: "Hello" }, body])), []);
});

test("the code of an authentication template is no field: the server repeats it in the button", () => {
  const code = [body, { type: "BUTTONS", buttons: [{ type: "URL", text: "Copy", url: "https://p.example/?code={{1}}" }] }];
  assert.equal(partFields(shape(code)).length, 1);
  assert.deepEqual(partFields(shape(code, { category: "authentication" })), []);
  assert.deepEqual(parametersOf(shape(code, { category: "AUTHENTICATION" }), {}), []);
});

test("values become parameters in the platform's format", () => {
  assert.deepEqual(parametersOf(order, { "header.1": " 2291 \t 2 ", "button.1": "t/2291", "button.3": "SAVE20" }), [
    { type: "header", parameters: [{ type: "text", text: "2291 2" }] },
    { type: "button", index: "1", sub_type: "url", parameters: [{ type: "text", text: "t/2291" }] },
    { type: "button", index: "3", sub_type: "copy_code", parameters: [{ type: "coupon_code", coupon_code: "SAVE20" }] },
  ]);
  const named = shape([{ type: "HEADER", text: "Hi {{ first_name }}" }, body], { parameterFormat: "named" });
  assert.deepEqual(parametersOf(named, { "header.first_name": "Amina" }), [
    { type: "header", parameters: [{ type: "text", parameter_name: "first_name", text: "Amina" }] },
  ]);
  const values = { "location.latitude": "52,5", "location.longitude": "-13.4", "location.name": "Shop", "location.address": "Main St 1" };
  assert.deepEqual(parametersOf(place, values), [
    {
      type: "header",
      parameters: [{ type: "location", location: { latitude: "52.5", longitude: "-13.4", name: "Shop", address: "Main St 1" } }],
    },
  ]);
  const flow = shape([body, { type: "BUTTONS", buttons: [{ type: "FLOW", text: "Rate" }] }]);
  assert.deepEqual(parametersOf(flow, {}), [{ type: "button", index: "0", sub_type: "flow" }]);
  assert.deepEqual(parametersOf(shape([body]), {}), []);
  const picture = shape([{ type: "HEADER", format: "IMAGE" }, body]);
  assert.deepEqual([shape([body]), order, place, flow, picture].map(takesVariablesOnly), [true, false, false, false, false]);
});

test("parameters are read back as the values that they were, and what no field can show stays as it is", () => {
  for (const [template, values] of [
    [order, { "header.1": "2291", "button.1": "t/2291", "button.3": "SAVE20" }],
    [place, { "location.latitude": "52.5", "location.longitude": "13.4", "location.name": "Shop", "location.address": "Main St 1" }],
  ] as const) {
    const written = parametersOf(template, values);
    assert.deepEqual(readParameters(written), { values, given: [] });
  }
  const picture = { type: "header", parameters: [{ type: "image", image: { link: "https://n.example/a.png" } }] };
  const payload = { type: "button", sub_type: "quick_reply", index: 0, parameters: [{ type: "payload", payload: "YES" }] };
  assert.deepEqual(readParameters([picture, payload]), { values: {}, given: [picture, payload] });
  const media = shape([{ type: "HEADER", format: "IMAGE" }, body, { type: "BUTTONS", buttons }]);
  assert.deepEqual(
    partFields(media, [picture, payload]).map(({ id }) => id),
    ["button.1", "button.3"],
  );
  assert.deepEqual(parametersOf(media, { "button.1": "a", "button.3": "B" }, [picture, payload]).slice(0, 2), [picture, payload]);
});

test("a header's values are read by name, or else in the template's order", () => {
  const named = shape([{ type: "HEADER", text: "{{day}} at {{time}}" }, body], { parameterFormat: "named" });
  const read = (template: typeof named, ...parameters: { name?: string; parameter_name?: string; text: string }[]) => {
    const { values, given } = readParameters([{ type: "header", parameters: parameters.map((each) => ({ type: "text", ...each })) }]);
    assert.deepEqual(given, []);
    const shown = placedParts(template, values);
    return partFields(template).map(({ id }) => shown[id]);
  };
  const [day, time] = [{ text: "Monday" }, { text: "9:30" }];
  assert.deepEqual(read(named, day, time), ["Monday", "9:30"]);
  assert.deepEqual(read(named, { parameter_name: "time", ...time }, { parameter_name: "day", ...day }), ["Monday", "9:30"]);
  assert.deepEqual(read(named, { name: "time", ...time }, { name: "day", ...day }), ["Monday", "9:30"]);
  // The variable was renamed: a value that has no other place than its own is not shown at another.
  assert.deepEqual(read(named, { parameter_name: "time", ...time }, { parameter_name: "date", ...day }), [undefined, "9:30"]);
  assert.deepEqual(read(order, { parameter_name: "number", text: "2291" })[0], "2291");
  assert.deepEqual(read(order, { text: "2291" })[0], "2291");
});

test("a value is refused that the platform would refuse", () => {
  const [header, url] = partFields(order);
  const [latitude, longitude] = partFields(place);
  assert.ok(header !== undefined && url !== undefined && latitude !== undefined && longitude !== undefined);
  assert.equal(problemOf(header, " "), "empty");
  assert.equal(problemOf(header), "empty");
  // "Order " has six of the header's 60 characters.
  assert.deepEqual([problemOf(header, "x".repeat(54)), problemOf(header, "x".repeat(55))], [null, "tooLong"]);
  const [full] = partFields(shape([{ type: "HEADER", text: `${"x".repeat(70)} {{1}}` }, body]));
  assert.deepEqual([full?.charactersMax, full && problemOf(full, "a")], [0, "tooLong"]);
  assert.deepEqual([problemOf(url, "a b"), problemOf(url, " a/b?c=d ")], ["spaces", null]);
  assert.deepEqual(
    ["90", "-90,0", "90.1", "12a", "1,2,3", "0x10", "-0.5"].map((text) => problemOf(latitude, text)),
    [null, null, "latitude", "latitude", "latitude", "latitude", null],
  );
  assert.deepEqual([problemOf(longitude, "180"), problemOf(longitude, "180.5")], [null, "longitude"]);
});

test("pasted line breaks and tabs become one space, also in a long run of spaces, which takes no noticeable time", () => {
  const sent = (text: string) => parametersOf(order, { "header.1": text })[0]?.parameters?.[0]?.text;
  assert.equal(sent(" a \r\n\n b\t\u2028c  d "), "a b c  d");
  assert.equal(sent(`a${" ".repeat(9)}b \n  \n c`), "a    b c");
  const spaces = " ".repeat(100_000);
  const from = performance.now();
  assert.equal(sent(`a${spaces}b${spaces}\nc`), "a    b c");
  assert.ok(performance.now() - from < 1_000, "it takes as long as the text is long");
});

test("a part that only the API can fill blocks the template, until it is given", () => {
  const picture = { type: "header", parameters: [{ type: "image" }] };
  const media = { components: [{ type: "HEADER", format: "VIDEO" }, body] };
  assert.deepEqual([blockOf(media), blockOf(media, [picture]), blockOf(order), blockOf(place)], ["file", null, null, null]);
  for (const part of [
    { type: "CAROUSEL" },
    { type: "HEADER", format: "PRODUCT" },
    { type: "BUTTONS", buttons: [{ type: "MPM", text: "View items" }] },
  ])
    assert.equal(blockOf({ components: [body, part] }), "data", part.type);
});

test("the preview has the values of the header and the place, and a URL its ending", () => {
  const { headerValues, place: shown } = shownOf({ "header.1": "2291", "button.1": "x", "location.name": "Shop" });
  assert.deepEqual([headerValues, shown], [{ "1": "2291" }, { name: "Shop", address: "" }]);
  const [, url] = partFields(order);
  assert.ok(url !== undefined);
  assert.deepEqual([urlWith(url, "a"), urlWith(url)], ["https://n.example/a", "https://n.example/…"]);
});
