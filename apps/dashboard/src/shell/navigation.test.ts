/** A place that a person's scopes do not allow is absent from the rail, the tab bar, the palette and the shortcuts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Me, Scope } from "@parley/sdk";
import { allowedPlaces, places } from "./navigation.ts";

const idsFor = (...scopes: Scope[]) => allowedPlaces({ scopes, tenant: { kind: "agency" }, user: {} } as Me).map(({ id }) => id);

test("every place with a scope is absent without it and present with it", () => {
  const free = places.filter(({ scope }) => scope === null).map(({ id }) => id);
  assert.deepEqual(idsFor(), free);
  for (const { id, scope } of places) if (scope !== null) assert.ok(idsFor(scope).includes(id) && !free.includes(id), id);
});

test("a person who may not read metrics has no analytics", () => {
  assert.ok(idsFor("metrics:read").includes("go.analytics"));
  assert.ok(!idsFor("conversations:read", "flows:read", "broadcasts:read", "chatbot:read").includes("go.analytics"));
});

test("each place has its own key", () => {
  const keys = places.map(({ key }) => key);
  assert.deepEqual([...new Set(keys)], keys);
});
