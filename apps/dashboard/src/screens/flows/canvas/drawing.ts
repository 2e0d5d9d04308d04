/** Converts a laid-out model to what the library draws. Unchanged parts stay the same objects, so that they are not rendered again. */
import type { Layout, LaidNode } from "../model/layout.ts";
import { sizeOf } from "../model/layout.ts";
import type { Mark } from "./marks.ts";
import type { DrawnNode, NodeData, PointNode } from "./nodes.tsx";
import type { Way } from "./WayEdge.tsx";

export type AnyNode = DrawnNode | PointNode;

const same = (a: Record<string, unknown>, b: Record<string, unknown>) => Object.keys(b).every((key) => a[key] === b[key]);

export function drawNodes(
  before: readonly AnyNode[],
  { nodes }: Layout,
  dataOf: (node: Extract<LaidNode, { kind: "step" | "trigger" | "conditions" }>) => NodeData,
  labels: { end: string },
): AnyNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  const drawn = nodes.map((node) => {
    const data =
      node.kind === "join" || node.kind === "end"
        ? { kind: node.kind, label: node.kind === "end" ? labels.end : "" }
        : dataOf(node as never);
    const old = known.get(node.id);
    if (old !== undefined && old.position.x === node.x && old.position.y === node.y && same(old.data, data)) return old;
    const draggable = node.kind === "step" && !(data as NodeData).isFixed;
    return {
      ...(old ?? {}),
      ...{ id: node.id, type: node.kind === "join" || node.kind === "end" ? "point" : "card", data, draggable },
      ...{ position: { x: node.x, y: node.y }, ...sizeOf(node.kind) },
    } as AnyNode;
  });
  return drawn.length === before.length && drawn.every((node, at) => node === before[at]) ? (before as AnyNode[]) : drawn;
}

export function drawEdges({ nodes, edges }: Layout, marks: ReadonlyMap<string, Mark> | null): Way[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  /** A point was passed if something after it was. */
  const passed = (id: string): boolean => {
    const mark = marks?.get(id);
    if (mark !== undefined) return true;
    return id.endsWith("/join") && edges.some(({ source, target }) => source === id && target !== "end" && passed(target));
  };
  return edges.map(({ id, source, target, viaX, isDead }) => {
    const [from, to] = [byId.get(source) as LaidNode, byId.get(target) as LaidNode];
    const middle = (node: LaidNode) => node.x + sizeOf(node.kind).width / 2;
    return {
      ...{ id, source, target, type: "way" as const, focusable: false, selectable: false },
      data: {
        viaX,
        from: { x: middle(from), y: from.y + sizeOf(from.kind).height },
        to: { x: middle(to), y: to.y },
        state: isDead ? "dead" : marks !== null && passed(source) && passed(target) ? "taken" : "plain",
      },
    };
  });
}
