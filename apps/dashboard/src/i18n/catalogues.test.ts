/** Every language has every text, with the English text's placeholders: without one, a sentence would lack its number. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "./en/index.ts";
import { languages } from "./languages.ts";
import type { Text } from "./messages.ts";

const forms = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text).filter((each) => each !== undefined));
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const english = en as Readonly<Record<string, Text>>;

for (const [code, { loadFirst, loadRest }] of Object.entries(languages))
  test(`${code}: all keys, and in each text the placeholders of the English one`, async () => {
    const catalogue = { ...(await loadFirst()), ...(await loadRest()) } as Readonly<Record<string, Text>>;
    assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(english).sort());
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(catalogue)) {
      const wanted = placesOf(forms(english[key] ?? "").at(-1) ?? "");
      for (const form of forms(text)) {
        assert.ok(form.trim() !== "", `${key} is empty`);
        const has = placesOf(form);
        // A plural form for one or two may spell out the number.
        const expected =
          typeof text === "string" || form === text.other ? wanted : wanted.filter((place) => place !== "n" || has.includes("n"));
        assert.deepEqual(has, expected, key);
      }
      if (typeof text !== "string")
        for (const category of Object.keys(text))
          assert.ok(categories.includes(category as never), `${key}: ${category} is no form of ${code}`);
    }
  });
