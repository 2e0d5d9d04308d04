import assert from "node:assert/strict";
import { test } from "node:test";
import type { Template } from "@parley/sdk";
import { preferred, prefill, prefillParts, templateContent } from "./template-content.ts";

const template = (more: Partial<Template>): Template => ({
  ...{ id: "tpl_1", channelId: "chn_1", name: "order", language: "en", category: "UTILITY", status: "approved", platformStatus: null },
  ...{ quality: null, rejectedReason: null, parameterFormat: "positional", variables: [], components: [], providerTemplateId: null },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z", ...more },
});
const contact = { id: "cnt_1", name: "Amina Yusuf", phone: "+447700900123" } as Parameters<typeof prefill>[1];

test("the same language comes first, then another form of it, then the first that can be sent", () => {
  const [draft, english, portugal, brazil] = [
    template({ id: "draft", language: "pt_BR", status: "pending" }),
    template({ id: "english" }),
    template({ id: "portugal", language: "pt_PT" }),
    template({ id: "brazil", language: "pt_BR" }),
  ];
  const all = [draft, english, portugal, brazil];
  assert.equal(preferred(all, "pt-BR")?.id, "brazil");
  assert.equal(preferred([draft, english, portugal], "pt-BR")?.id, "portugal");
  assert.equal(preferred(all, "de")?.id, "english");
  assert.equal(preferred([draft], "pt-BR"), undefined);
  const picture = template({ id: "picture", language: "de", components: [{ type: "HEADER", format: "IMAGE" }] });
  assert.equal(preferred([picture, english], "de")?.id, "english");
  assert.equal(preferred([picture], "de")?.id, "picture");
});

test("names of the contact are suggested in body and header; a number in the header is not guessed", () => {
  const named = template({
    ...{ parameterFormat: "named", variables: ["first_name", "day"] },
    components: [{ type: "HEADER", text: "For {{name}}" }],
  });
  assert.deepEqual(prefill(named, contact), { first_name: "Amina", day: "" });
  assert.deepEqual(prefillParts(named, contact), { "header.name": "Amina Yusuf" });
  const numbered = template({ variables: ["1", "2"], components: [{ type: "HEADER", text: "Order {{1}}" }] });
  assert.deepEqual([prefill(numbered, contact), prefillParts(numbered, contact)], [{ "1": "Amina", "2": "" }, { "header.1": "" }]);
});

test("a message has components only if the template needs them", () => {
  assert.deepEqual(templateContent(template({ variables: ["1"] }), { "1": "Amina" }, {}), {
    ...{ name: "order", language: "en", variables: ["Amina"] },
  });
  const needing = template({ parameterFormat: "named", variables: ["day"], components: [{ type: "HEADER", text: "Order {{no}}" }] });
  assert.deepEqual(templateContent(needing, { day: "Friday" }, { "header.no": "2291" }), {
    ...{ name: "order", language: "en", variables: [{ name: "day", value: "Friday" }] },
    components: [{ type: "header", parameters: [{ type: "text", parameter_name: "no", text: "2291" }] }],
  });
});
