/** Nodes never overlap, every step is reached, and each "+" inserts a step where it is visible. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { FlowStep } from "@parley/sdk";
import { layOut, type LaidNode, nodeWidth, plusPoints, sizeOf } from "./layout.ts";
import { type Definition, find, insert, locate, modelOf, newStep } from "./model.ts";

const leaf: FlowStep = { type: "add_tag", tag: "x" };
const nested = (depth: number): FlowStep[] =>
  depth === 0
    ? [leaf]
    : [
        leaf,
        // biome-ignore lint/suspicious/noThenProperty: steps
        { type: "branch", then: nested(depth - 1), else: [leaf, { type: "stop" }] },
        { type: "wait_for_reply", onTimeout: nested(depth - 1) },
        { type: "http_request", onError: [] },
        // biome-ignore lint/suspicious/noThenProperty: steps
        { type: "branch", then: [{ type: "hand_over" }], else: [{ type: "stop" }] },
        leaf,
      ];
const definition = (steps: FlowStep[], conditions: Definition["conditions"] = null): Definition => ({
  ...{ trigger: { type: "manual" }, conditions, steps, oncePerContact: false },
});
const overlap = (a: LaidNode, b: LaidNode) => {
  const [sizeA, sizeB] = [sizeOf(a.kind), sizeOf(b.kind)];
  return a.x < b.x + sizeB.width && b.x < a.x + sizeA.width && a.y < b.y + sizeB.height && b.y < a.y + sizeA.height;
};

for (const [name, steps] of [
  ["an empty flow", []],
  ["one step", [leaf]],
  ["deep branches", nested(3)],
] as const)
  it(`${name}: nodes do not overlap, all are within the bounds, each step is reached once, edges lead down`, () => {
    const model = modelOf(definition([...steps], { rules: [] }));
    const { nodes, edges, width, height } = layOut(model);
    assert.equal(nodes.filter(({ kind }) => kind === "step").length, locate(model.steps).length);
    for (const [at, node] of nodes.entries()) {
      assert.ok(
        node.x >= 0 && node.x + sizeOf(node.kind).width <= Math.max(width, nodeWidth) && node.y + sizeOf(node.kind).height <= height,
      );
      for (const other of nodes.slice(at + 1)) assert.ok(!overlap(node, other), `${node.id} lies on ${other.id}`);
    }
    assert.equal(new Set(edges.map(({ id }) => id)).size, edges.length);
    const byId = new Map(nodes.map((node) => [node.id, node]));
    for (const { source, target } of edges) assert.ok((byId.get(source)?.y ?? 0) < (byId.get(target)?.y ?? 0));
    for (const node of nodes) if (node.kind === "step") assert.equal(edges.filter(({ target }) => target === node.id).length, 1);
    for (const { edge, place } of plusPoints({ nodes, edges, width, height })) {
      const step = newStep("stop");
      const after = insert(model, place, step);
      assert.ok(find(after, step.key) !== undefined);
      const into = layOut(after).edges.find(({ target }) => target === step.key);
      assert.deepEqual([into?.source, into?.way], [edge.source, edge.way], "the new step follows what the edge came from");
    }
  });

it("steps after a stop are never reached", () => {
  const { edges } = layOut(modelOf(definition([{ type: "stop" }, leaf])));
  assert.deepEqual(
    edges.map(({ isDead }) => isDead),
    [false, true, false],
  );
});
