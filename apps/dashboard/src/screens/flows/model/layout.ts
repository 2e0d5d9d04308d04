/**
 * The layout of a flow's nodes: top to bottom, the branches of a step next to each other, joined again below. Pure, and computed once for
 * each change: dragging a node changes nothing here.
 */
import { conditionsKey, type Model, type Place, type Slot, slotsShown, type StepNode, triggerKey } from "./model.ts";

export const nodeWidth = 224;
export const nodeHeight = 64;
const gapX = 40;
const gapY = 44;
/** Space for the branch labels. */
const branchGapY = 72;
const joinSize = 8;
const endSize = { width: 96, height: 28 };

export type LaidNode =
  | { id: string; kind: "step"; x: number; y: number; node: StepNode }
  | { id: string; kind: "trigger" | "conditions" | "join" | "end"; x: number; y: number };

/** The kind of an edge: a branch, or whether a response arrived. */
export type Way = Slot | "answered" | "succeeded";

export interface LaidEdge {
  id: string;
  source: string;
  target: string;
  way: Way | null;
  /** Where a step dropped on it is inserted; null: not possible. */
  place: Place | null;
  /** The x of its vertical part: the middle of its column. */
  viaX: number;
  /** Never reached, because an earlier step ends the run. */
  isDead: boolean;
}

export interface Layout {
  nodes: LaidNode[];
  edges: LaidEdge[];
  width: number;
  height: number;
}

const ends = new Set(["stop", "hand_over"]);

/** The edges that leave a step, each with the slot it leads through; null: straight on. */
function waysOf(node: StepNode): { way: Way; slot: Slot | null }[] {
  const slots = slotsShown(node);
  if (slots.length === 0) return [];
  const straight: { way: Way; slot: null }[] = slots.includes("then")
    ? []
    : [{ way: node.fields.type === "http_request" ? "succeeded" : "answered", slot: null }];
  return [...straight, ...slots.map((slot) => ({ way: slot, slot }))];
}

interface Measured {
  node: StepNode;
  width: number;
  columns: { way: Way; slot: Slot | null; items: Measured[]; width: number }[];
}

function measure(list: readonly StepNode[]): Measured[] {
  return list.map((node) => {
    const columns = waysOf(node).map(({ way, slot }) => {
      const items = measure(slot === null ? [] : (node.slots[slot] ?? []));
      return { way, slot, items, width: Math.max(nodeWidth, ...items.map(({ width }) => width)) };
    });
    return { node, columns, width: Math.max(nodeWidth, acrossOf(columns)) };
  });
}

const acrossOf = (columns: Measured["columns"]): number =>
  columns.reduce((sum, { width }) => sum + width, 0) + Math.max(0, columns.length - 1) * gapX;

export function layOut(model: Pick<Model, "steps" | "conditions">): Layout {
  const nodes: LaidNode[] = [];
  const edges: LaidEdge[] = [];
  const items = measure(model.steps);
  const width = Math.max(nodeWidth, ...items.map((item) => item.width));

  /** The edges that leave the bottom; `isDead`: a run ends before. */
  interface Exit {
    from: string;
    way: Way | null;
    isDead: boolean;
  }
  const connect = ({ from, way, isDead }: Exit, target: string, place: Place | null, viaX: number) =>
    edges.push({ id: `${from}>${way ?? ""}>${target}`, source: from, target, way, place, viaX, isDead });

  /** `x` is the middle. Returns the bottom, and the edges that leave it. */
  function put(
    list: Measured[],
    owner: Pick<Place, "parent" | "slot">,
    x: number,
    top: number,
    entry: Exit,
  ): { bottom: number; exit: Exit } {
    let exit = entry;
    let bottom = top;
    for (const [index, { node, columns }] of list.entries()) {
      const y = bottom + (exit.way === null ? gapY : branchGapY);
      nodes.push({ id: node.key, kind: "step", x: x - nodeWidth / 2, y, node });
      connect(exit, node.key, { ...owner, index }, x);
      bottom = y + nodeHeight;
      exit = { from: node.key, way: null, isDead: ends.has(node.fields.type) };
      if (columns.length === 0) continue;
      const join = `${node.key}/join`;
      const arrivals: { exit: Exit; place: Place | null; viaX: number }[] = [];
      let left = x - acrossOf(columns) / 2;
      let lowest = bottom;
      for (const column of columns) {
        const inner = { parent: node.key, slot: column.slot };
        const middle = left + column.width / 2;
        const ended = put(column.items, inner, middle, bottom, { from: node.key, way: column.way, isDead: false });
        // The straight edge has no list of its own: steps added there apply to both branches and go below the join.
        const place = column.slot === null ? null : { ...inner, index: column.items.length };
        arrivals.push({ exit: ended.exit, place, viaX: middle });
        lowest = Math.max(lowest, ended.bottom);
        left += column.width + gapX;
      }
      const joinY = lowest + branchGapY;
      nodes.push({ id: join, kind: "join", x: x - joinSize / 2, y: joinY });
      for (const arrival of arrivals) connect(arrival.exit, join, arrival.place, arrival.viaX);
      bottom = joinY + joinSize;
      exit = { from: join, way: null, isDead: arrivals.every((arrival) => arrival.exit.isDead) };
    }
    return { bottom, exit };
  }

  const middle = width / 2;
  const start = { way: null, isDead: false };
  nodes.push({ id: triggerKey, kind: "trigger", x: middle - nodeWidth / 2, y: 0 });
  const begins = model.conditions === null ? triggerKey : conditionsKey;
  const top = model.conditions === null ? nodeHeight : 2 * nodeHeight + gapY;
  if (model.conditions !== null) {
    nodes.push({ id: conditionsKey, kind: "conditions", x: middle - nodeWidth / 2, y: nodeHeight + gapY });
    connect({ from: triggerKey, ...start }, conditionsKey, null, middle);
  }
  const { bottom, exit } = put(items, { parent: null, slot: null }, middle, top, { from: begins, ...start });
  nodes.push({ id: "end", kind: "end", x: middle - endSize.width / 2, y: bottom + gapY });
  connect(exit, "end", { parent: null, slot: null, index: model.steps.length }, middle);
  return { nodes, edges, width, height: bottom + gapY + endSize.height };
}

export const sizeOf = (kind: LaidNode["kind"]): { width: number; height: number } =>
  kind === "join" ? { width: joinSize, height: joinSize } : kind === "end" ? endSize : { width: nodeWidth, height: nodeHeight };

/** Below a node: the position of a branch label, and of the "+" on an edge with and without one. */
export const labelBelow = 30;
const plusBelow = { labelled: 53, plain: gapY / 2 };

/** Where a step can be inserted, with the edge that is there. */
export function plusPoints({ nodes, edges }: Layout): { edge: LaidEdge; place: Place; x: number; y: number }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap((edge) => {
    const from = byId.get(edge.source);
    if (from === undefined || edge.place === null) return [];
    const below = edge.way === null ? plusBelow.plain : plusBelow.labelled;
    return [{ edge, place: edge.place, x: edge.viaX, y: from.y + sizeOf(from.kind).height + below }];
  });
}
