/** The model of a flow: nothing is lost between the API and the editor, and every change does what it says. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { FlowStep } from "@parley/sdk";
import { begin, change, redo, undo } from "./history.ts";
import {
  type Definition,
  definitionOf,
  duplicate,
  find,
  insert,
  isWithin,
  keyAt,
  locate,
  type Model,
  modelOf,
  move,
  neighbourPlace,
  newStep,
  type Place,
  remove,
  setSlot,
  type Slot,
  slotNames,
  update,
} from "./model.ts";

/** Repeatable. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function anySteps(random: () => number, depth: number): FlowStep[] {
  return Array.from({ length: Math.floor(random() * 4) }, () => anyStep(random, depth));
}

function anyStep(random: () => number, depth: number): FlowStep {
  const kind = Math.floor(random() * 6);
  const maybe = (name: Slot) => (random() < 0.5 ? {} : { [name]: depth === 0 ? [] : anySteps(random, depth - 1) });
  const step = [
    { type: "send_message", text: `T${random()}` },
    { type: "branch", conditions: { match: "any", rules: [{ field: "x", op: "exists" }] }, ...maybe("then"), ...maybe("else") },
    { type: "wait_for_reply", timeoutSeconds: 60, ...maybe("onTimeout") },
    { type: "http_request", url: "https://a.example", headers: { a: "b" }, body: { else: [1] }, ...maybe("onError") },
    { type: "set_field", field: "name", value: null },
    // From a later server, with an unknown field.
    { type: "teleport", to: { x: [1, { y: null }] }, ...maybe("then") },
  ][kind];
  return step as unknown as FlowStep;
}

const anyDefinition = (random: () => number): Definition =>
  ({
    trigger: { type: "message.keyword", keywords: ["a"], unknown: { deep: [true] } },
    conditions: random() < 0.5 ? null : { rules: [{ field: "tags", op: "has_any", value: ["x"] }], later: 1 },
    steps: anySteps(random, 3),
    oncePerContact: random() < 0.5,
  }) as unknown as Definition;

const message = (text: string): FlowStep => ({ type: "send_message", text });
const sample = (): Model =>
  modelOf({
    trigger: { type: "manual" },
    conditions: null,
    oncePerContact: false,
    steps: [
      message("a"),
      // biome-ignore lint/suspicious/noThenProperty: steps
      { type: "branch", then: [message("b"), message("c")], else: [] },
      { type: "wait_for_reply", timeoutSeconds: 60 },
      message("d"),
    ],
  });
const textsOf = (model: Model) => locate(model.steps).map(({ node, path }) => `${path}=${String(node.fields["text"] ?? node.fields.type)}`);
const keyOf = (model: Model, text: string) => locate(model.steps).find(({ node }) => node.fields["text"] === text)?.node.key as string;

describe("the model of a flow", () => {
  it("converts back to the definition, whatever it contains, and every path leads to its step", () => {
    const random = randomFrom(7);
    for (let round = 0; round < 300; round++) {
      const definition = anyDefinition(random);
      const before = structuredClone(definition);
      const model = modelOf(definition);
      assert.deepEqual(definitionOf(model), before);
      assert.deepEqual(definition, before, "what was given is left alone");
      for (const { node, path } of locate(model.steps)) assert.deepEqual(keyAt(model, `${path}.text`), { key: node.key, field: "text" });
    }
  });

  it("keeps its steps when they are moved, restored and undone, wherever they go", () => {
    const random = randomFrom(11);
    for (let round = 0; round < 300; round++) {
      const model = modelOf(anyDefinition(random));
      const all = locate(model.steps);
      const chosen = all[Math.floor(random() * all.length)];
      const target = all[Math.floor(random() * all.length)];
      if (chosen === undefined || target === undefined) continue;
      const slot = slotNames.find((each) => target.node.slots[each] !== undefined);
      const to: Place = slot !== undefined && random() < 0.5 ? { parent: target.node.key, slot, index: 0 } : target.place;
      const moved = move(model, chosen.node.key, to);
      const keys = (of: Model) =>
        locate(of.steps)
          .map(({ node }) => node.key)
          .sort();
      assert.deepEqual(keys(moved), keys(model));
      if (isWithin(model, chosen.node.key, to)) assert.equal(moved, model, "a step does not go into itself");
      else assert.equal(find(moved, chosen.node.key)?.place.parent, to.parent);
      const history = change(begin(model), moved);
      assert.equal(undo(history).now, model);
      if (moved !== model) assert.equal(redo(undo(history)).now, moved);
      assert.equal(keys(remove(model, chosen.node.key)).length, all.length - 1 - locate(Object.values(chosen.node.slots).flat()).length);
    }
  });

  it("identifies the place of a problem by node and field", () => {
    const model = sample();
    assert.deepEqual(keyAt(model, "steps[1].then[1].text"), { key: keyOf(model, "c"), field: "text" });
    assert.deepEqual(keyAt(model, "steps[1].conditions.rules[0].value"), { key: model.steps[1]?.key, field: "conditions.rules[0].value" });
    assert.deepEqual(keyAt(model, "steps[0]"), { key: keyOf(model, "a"), field: "" });
    assert.deepEqual(keyAt(model, "trigger.keywords"), { key: "trigger", field: "keywords" });
    assert.deepEqual(keyAt(model, "conditions.rules[2]"), { key: "conditions", field: "rules[2]" });
    assert.equal(keyAt(model, "steps[9].text"), null);
  });

  it("moves a step up and down through branches, and to the end of the flow", () => {
    let model = sample();
    const key = keyOf(model, "d");
    const seen: string[] = [];
    for (let place = neighbourPlace(model, key, -1); place !== null; place = neighbourPlace(model, key, -1)) {
      model = move(model, key, place);
      seen.push(find(model, key)?.path ?? "");
      if (seen.length > 20) break;
    }
    assert.deepEqual(seen, [
      "steps[2]",
      "steps[1].else[0]",
      "steps[1].then[2]",
      "steps[1].then[1]",
      "steps[1].then[0]",
      "steps[1]",
      "steps[0]",
    ]);
    for (let place = neighbourPlace(model, key, 1); place !== null; place = neighbourPlace(model, key, 1)) model = move(model, key, place);
    assert.equal(find(model, key)?.path, "steps[3]");
    assert.deepEqual(textsOf(model), textsOf(sample()));
  });

  it("adds, changes and duplicates steps, toggles branches, and leaves other parts the same objects", () => {
    const model = sample();
    const added = insert(model, { parent: model.steps[1]?.key ?? "", slot: "else", index: 0 }, newStep("add_tag", { tag: "x" }));
    assert.deepEqual((definitionOf(added).steps[1] as { else: unknown }).else, [{ type: "add_tag", tag: "x" }]);
    assert.equal(added.steps[0], model.steps[0]);
    const changed = update(added, keyOf(added, "a"), { text: "A", gone: undefined });
    assert.deepEqual(definitionOf(changed).steps[0], message("A"));
    const twice = duplicate(changed, changed.steps[1]?.key ?? "");
    assert.ok(twice !== null);
    const [, first, second] = definitionOf(twice.model).steps;
    assert.deepEqual(second, first);
    assert.equal(new Set(locate(twice.model.steps).map(({ node }) => node.key)).size, locate(twice.model.steps).length);
    const wait = model.steps[2]?.key ?? "";
    const on = setSlot(model, wait, "onTimeout", true);
    assert.deepEqual(definitionOf(on).steps[2], { type: "wait_for_reply", timeoutSeconds: 60, onTimeout: [] });
    assert.deepEqual(definitionOf(setSlot(on, wait, "onTimeout", false)), definitionOf(model));
  });

  it("undoes edits of one field in one step", () => {
    let history = begin("");
    for (const text of ["a", "ab", "abc"]) history = change(history, text, "n1.text");
    history = change(history, "abc!", "n2.text");
    assert.equal(undo(history).now, "abc");
    assert.equal(undo(undo(history)).now, "");
    assert.equal(redo(undo(history)).now, "abc!");
    assert.equal(redo(history), history);
  });
});
