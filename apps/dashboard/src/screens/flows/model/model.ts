/**
 * A flow as it is edited: what the canvas and the list show and change. Pure. Unknown fields, and steps of types from a later server, are
 * kept unchanged.
 */
import type { Flow, FlowConditions, FlowStep, FlowTrigger } from "@parley/sdk";

/** The contents of a flow version, in the API's terms. */
export type Definition = Pick<Flow, "trigger" | "conditions" | "steps" | "oncePerContact">;
export type StepType = FlowStep["type"];
export type TriggerType = FlowTrigger["type"];

/** Properties of a step that contain steps, in display order. */
export const slotNames = ["then", "else", "onTimeout", "onError"] as const;
export type Slot = (typeof slotNames)[number];
/** The slots of each step type. */
export const slotsOf: Readonly<Partial<Record<StepType, readonly Slot[]>>> = {
  branch: ["then", "else"],
  wait_for_reply: ["onTimeout"],
  http_request: ["onError"],
};

/** A step without its nested steps. */
export type StepFields = { type: StepType } & Record<string, unknown>;

export interface StepNode {
  /** Only for this editing session: it stays the same wherever the step is moved. */
  readonly key: string;
  readonly fields: StepFields;
  readonly slots: Readonly<Partial<Record<Slot, readonly StepNode[]>>>;
}

export interface Model {
  readonly trigger: FlowTrigger;
  readonly conditions: FlowConditions | null;
  readonly oncePerContact: boolean;
  readonly steps: readonly StepNode[];
}

/** The keys of nodes that are not steps. */
export const triggerKey = "trigger";
export const conditionsKey = "conditions";

/** A place in a list of steps: of the flow itself (`parent` null), or in a slot of a step. */
export interface Place {
  parent: string | null;
  slot: Slot | null;
  index: number;
}

let made = 0;
export const newKey = (): string => `n${++made}`;

function nodeOf(step: FlowStep, key: () => string): StepNode {
  const fields: Record<string, unknown> = {};
  const slots: Partial<Record<Slot, StepNode[]>> = {};
  for (const [name, value] of Object.entries(step)) {
    const slot = slotNames.find((each) => each === name);
    if (slot !== undefined && Array.isArray(value)) slots[slot] = (value as FlowStep[]).map((inner) => nodeOf(inner, key));
    else fields[name] = value;
  }
  return { key: key(), fields: fields as StepFields, slots };
}

export function modelOf({ trigger, conditions, steps, oncePerContact }: Definition, key: () => string = newKey): Model {
  return { trigger, conditions, oncePerContact, steps: steps.map((step) => nodeOf(step, key)) };
}

export function stepOf({ fields, slots }: StepNode): FlowStep {
  const inner = Object.entries(slots).map(([name, list]) => [name, list.map(stepOf)]);
  return { ...fields, ...Object.fromEntries(inner) } as FlowStep;
}

export function definitionOf({ trigger, conditions, oncePerContact, steps }: Model): Definition {
  return { trigger, conditions, oncePerContact, steps: steps.map(stepOf) };
}

/** Every step with its path in the API's notation (`steps[2].then[0]`) and its place, in list order. */
export interface Located {
  node: StepNode;
  path: string;
  place: Place;
  depth: number;
}

export function locate(steps: readonly StepNode[]): Located[] {
  const found: Located[] = [];
  const visit = (list: readonly StepNode[], at: string, parent: string | null, slot: Slot | null, depth: number) => {
    for (const [index, node] of list.entries()) {
      const path = `${at}[${index}]`;
      found.push({ node, path, place: { parent, slot, index }, depth });
      for (const name of slotNames) visit(node.slots[name] ?? [], `${path}.${name}`, node.key, name, depth + 1);
    }
  };
  visit(steps, "steps", null, null, 0);
  return found;
}

export const find = (model: Model, key: string): Located | undefined => locate(model.steps).find(({ node }) => node.key === key);

/** What a path from the server refers to: the node, and the field in it (`then[0].text` is `text`); null: the flow as a whole. */
export function keyAt(model: Model, path: string): { key: string; field: string } | null {
  for (const key of [triggerKey, conditionsKey])
    if (path === key || path.startsWith(`${key}.`)) return { key, field: path.slice(key.length + 1) };
  const longest = locate(model.steps)
    .filter((each) => path === each.path || path.startsWith(`${each.path}.`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return longest === undefined ? null : { key: longest.node.key, field: path.slice(longest.path.length + 1) };
}

/** Applies `change` to every node: null removes it. Unchanged nodes stay the same objects. */
function mapNodes(list: readonly StepNode[], change: (node: StepNode) => StepNode | null): readonly StepNode[] {
  let same = true;
  const next = list.flatMap((node) => {
    const changed = change(node);
    const inner = changed === null ? null : withSlots(changed, (each) => mapNodes(each, change));
    if (inner !== node) same = false;
    return inner === null ? [] : [inner];
  });
  return same ? list : next;
}

function withSlots(node: StepNode, change: (list: readonly StepNode[], slot: Slot) => readonly StepNode[]): StepNode {
  let slots = node.slots;
  for (const slot of slotNames) {
    const list = node.slots[slot];
    if (list === undefined) continue;
    const next = change(list, slot);
    if (next !== list) slots = { ...slots, [slot]: next };
  }
  return slots === node.slots ? node : { ...node, slots };
}

const withSteps = (model: Model, steps: readonly StepNode[]): Model => (steps === model.steps ? model : { ...model, steps });

export function insert(model: Model, { parent, slot, index }: Place, ...nodes: StepNode[]): Model {
  const into = (list: readonly StepNode[]) => list.toSpliced(index, 0, ...nodes);
  if (parent === null || slot === null) return withSteps(model, into(model.steps));
  return withSteps(
    model,
    mapNodes(model.steps, (node) =>
      node.key === parent ? { ...node, slots: { ...node.slots, [slot]: into(node.slots[slot] ?? []) } } : node,
    ),
  );
}

/** Including its nested steps. */
export const remove = (model: Model, key: string): Model =>
  withSteps(
    model,
    mapNodes(model.steps, (node) => (node.key === key ? null : node)),
  );

/** Whether a place is inside this step. */
export function isWithin(model: Model, key: string, { parent }: Place): boolean {
  for (let at = parent; at !== null; at = find(model, at)?.place.parent ?? null) if (at === key) return true;
  return false;
}

/** `to` is a place before the step is removed. It cannot be moved into itself. */
export function move(model: Model, key: string, to: Place): Model {
  const from = find(model, key);
  if (from === undefined || isWithin(model, key, to)) return model;
  const sameList = from.place.parent === to.parent && from.place.slot === to.slot;
  const index = sameList && from.place.index < to.index ? to.index - 1 : to.index;
  if (sameList && index === from.place.index) return model;
  return insert(remove(model, key), { ...to, index }, from.node);
}

/** The places that "up" and "down" move a step to: past its neighbour, into the neighbour's branch, or out of its own. */
export function neighbourPlace(model: Model, key: string, by: -1 | 1): Place | null {
  const at = find(model, key);
  if (at === undefined) return null;
  const { parent, slot, index } = at.place;
  const neighbour = listAt(model, parent, slot)[index + by];
  if (neighbour !== undefined) return inside(neighbour, by) ?? { parent, slot, index: by < 0 ? index - 1 : index + 2 };
  const around = parent === null ? undefined : find(model, parent);
  if (around === undefined || slot === null) return null;
  const names = slotsShown(around.node);
  const next = names[names.indexOf(slot) + by];
  if (next !== undefined) return { parent, slot: next, index: by < 0 ? (around.node.slots[next]?.length ?? 0) : 0 };
  return { ...around.place, index: around.place.index + (by < 0 ? 0 : 1) };
}

/** The nearest place in the slots of a step. */
function inside(node: StepNode, by: -1 | 1): Place | null {
  const slot = slotsShown(node).at(by < 0 ? -1 : 0);
  return slot === undefined ? null : { parent: node.key, slot, index: by < 0 ? (node.slots[slot]?.length ?? 0) : 0 };
}

/** The slots that a step has, or always shows: both branches of a branch step. */
export const slotsShown = ({ fields, slots }: StepNode): Slot[] =>
  slotNames.filter((slot) => slots[slot] !== undefined || (fields.type === "branch" && (slot === "then" || slot === "else")));

export function listAt(model: Model, parent: string | null, slot: Slot | null): readonly StepNode[] {
  if (parent === null || slot === null) return model.steps;
  return find(model, parent)?.node.slots[slot] ?? [];
}

export const after = ({ parent, slot, index }: Place): Place => ({ parent, slot, index: index + 1 });

/** Fields without a value are left out. */
export function update(model: Model, key: string, fields: Record<string, unknown>): Model {
  return withSteps(
    model,
    mapNodes(model.steps, (node) => (node.key === key ? { ...node, fields: merged(node.fields, fields) } : node)),
  );
}

export const updateTrigger = (model: Model, fields: Record<string, unknown>): Model => ({
  ...model,
  trigger: merged(model.trigger as StepFields & FlowTrigger, fields),
});

function merged<Of extends Record<string, unknown>>(fields: Of, change: Record<string, unknown>): Of {
  return Object.fromEntries(Object.entries({ ...fields, ...change }).filter(([, value]) => value !== undefined)) as Of;
}

/** An optional branch exists, even empty, or does not: without one the run ends differently. */
export function setSlot(model: Model, key: string, slot: Slot, isOn: boolean): Model {
  return withSteps(
    model,
    mapNodes(model.steps, (node) => {
      if (node.key !== key || (node.slots[slot] !== undefined) === isOn) return node;
      const { [slot]: _, ...others } = node.slots;
      return { ...node, slots: isOn ? { ...others, [slot]: [] } : others };
    }),
  );
}

/** After the step, with new keys. */
export function duplicate(model: Model, key: string, newKeyOf: () => string = newKey): { model: Model; key: string } | null {
  const at = find(model, key);
  if (at === undefined) return null;
  const copy = nodeOf(stepOf(at.node), newKeyOf);
  return { model: insert(model, after(at.place), copy), key: copy.key };
}

/** A new step: with its branches, without values. */
export function newStep(type: StepType, fields: Record<string, unknown> = {}): StepNode {
  const slots = type === "branch" ? Object.fromEntries((slotsOf[type] ?? []).map((slot) => [slot, []])) : {};
  return { key: newKey(), fields: { type, ...fields } as StepFields, slots };
}

export const countSteps = (model: Model): number => locate(model.steps).length;
