import assert from "node:assert/strict";
import { test } from "node:test";
import { unusedKeys } from "./unused-keys.ts";

const catalogue = [
  {
    path: "i18n/en/tickets.ts",
    text: 'export const tickets = messages({\n  "tickets.new": "New",\n  "tickets.gone": "Gone",\n  "ticket.status.open": "open",\n  "ticket.sort.dueAt.long": "Due",\n});\n',
  },
];

test("a text that no component uses is found, and one that a template builds is not", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source file
  const source = { path: "a.tsx", text: 't("tickets.new"); t(`ticket.status.${status}`); t(`ticket.sort.${sort}.long`)' };
  assert.deepEqual(unusedKeys(catalogue, [source]), [{ path: "i18n/en/tickets.ts", key: "tickets.gone" }]);
});

test("a template uses only the keys with its beginning and end", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source file
  const source = { path: "a.tsx", text: '"tickets.new" "tickets.gone" `ticket.sort.${sort}.short`' };
  assert.deepEqual(
    unusedKeys(catalogue, [source]).map(({ key }) => key),
    ["ticket.status.open", "ticket.sort.dueAt.long"],
  );
});
