import { useNavigate } from "@tanstack/react-router";
import { Copy, ListTree, Plus, Redo2, Trash2, Undo2 } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useActions } from "../../../keys/actions.ts";
import { isField } from "../../../keys/is-field.ts";
import {
  after,
  conditionsKey,
  duplicate,
  find,
  insert,
  locate,
  move,
  neighbourPlace,
  newStep,
  type Place,
  remove,
  type StepType,
  triggerKey,
} from "../model/model.ts";
import type { FlowEditor } from "./useFlowEditor.ts";

interface EditingOptions {
  editor: FlowEditor;
  mayWrite: boolean;
  /** The element around canvas, list and form. */
  frame: RefObject<HTMLElement | null>;
}

/** What a person selects and does with nodes, by pointer and keyboard alike. */
export function useEditing({ editor, mayWrite, frame }: EditingOptions) {
  const { model, apply } = editor;
  const navigate = useNavigate({ from: "/flows/$flowId/$part" });
  const [selected, setSelected] = useState<string>(triggerKey);
  const [adding, setAdding] = useState<Place | null>(null);
  /** What gets the focus once it is rendered: a node, or the form. */
  const wanted = useRef<{ key: string; inForm: boolean } | null>(null);
  /** The selected node may be selected again, to get to its form. */
  const [, drawAgain] = useState(0);
  const known = selected === triggerKey || (selected === conditionsKey && model.conditions !== null) || find(model, selected) !== undefined;
  const current = known ? selected : triggerKey;

  useEffect(() => {
    const to = wanted.current;
    if (to === null || frame.current === null) return;
    // The form may still be loading.
    if (!to.inForm) wanted.current = null;
    const selector = to.inForm
      ? ".flow-inspector :is(input:not([type=hidden]), textarea, button[aria-haspopup=listbox])"
      : `[data-key="${to.key}"]:not([hidden])`;
    const found = [...frame.current.querySelectorAll<HTMLElement>(selector)].find((element) => element.offsetParent !== null);
    if (found === undefined) return;
    wanted.current = null;
    found.focus();
  });

  function select(key: string, focusForm = false): void {
    setSelected(key);
    wanted.current = focusForm ? { key, inForm: true } : null;
    if (focusForm) drawAgain((count) => count + 1);
  }
  /** Below the selected node. */
  function placeAfter(): Place {
    const at = find(model, current);
    return at === undefined ? { parent: null, slot: null, index: 0 } : after(at.place);
  }
  function add(type: StepType): void {
    if (adding === null) return;
    const node = newStep(type);
    apply(insert(model, adding, node));
    setAdding(null);
    select(node.key, true);
  }
  function removeKey(key: string): void {
    if (key === conditionsKey) apply({ ...model, conditions: null });
    const all = locate(model.steps);
    const at = all.findIndex(({ node }) => node.key === key);
    if (key !== conditionsKey && at < 0) return;
    const before = all[at - 1]?.node.key ?? (model.conditions === null || key === conditionsKey ? triggerKey : conditionsKey);
    if (at >= 0) apply(remove(model, key));
    wanted.current = { key: before, inForm: false };
    setSelected(before);
  }
  function double(key: string): void {
    const made = duplicate(model, key);
    if (made === null) return;
    apply(made.model);
    wanted.current = { key: made.key, inForm: false };
    setSelected(made.key);
  }
  function moveTo(key: string, place: Place): void {
    apply(move(model, key, place));
    wanted.current = { key, inForm: false };
    setSelected(key);
  }
  function moveBy(key: string, by: -1 | 1): void {
    const place = neighbourPlace(model, key, by);
    if (place !== null) moveTo(key, place);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!mayWrite || isField(event.target) || !event.altKey || event.defaultPrevented) return;
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    moveBy(current, event.key === "ArrowUp" ? -1 : 1);
  }

  const group = "shell.flows" as const;
  const isStep = find(model, current) !== undefined;
  useActions([
    {
      ...({ id: "flow.add", label: "flows.addAfter", group, icon: Plus, keys: "a", enabled: mayWrite } as const),
      run: () => setAdding(placeAfter()),
    },
    {
      ...({ id: "flow.remove", label: "flows.remove", group, icon: Trash2, keys: "backspace" } as const),
      enabled: mayWrite && (isStep || current === conditionsKey),
      run: () => removeKey(current),
    },
    {
      ...({ id: "flow.double", label: "flows.duplicate", group, icon: Copy, keys: "mod+d", enabled: mayWrite && isStep } as const),
      run: () => double(current),
    },
    {
      ...({ id: "flow.undo", label: "common.undo", group, icon: Undo2, keys: "mod+z", enabled: editor.canUndo } as const),
      run: editor.undo,
    },
    {
      ...({ id: "flow.redo", label: "flows.redo", group, icon: Redo2, keys: "mod+shift+z", enabled: editor.canRedo } as const),
      run: editor.redo,
    },
    {
      ...({ id: "flow.asList", label: "flows.asList", group, icon: ListTree, keys: "v" } as const),
      run: () => void navigate({ search: (now) => ({ ...now, as: now.as === "list" ? undefined : "list" }) }),
    },
  ]);

  return {
    selected: current,
    select,
    adding,
    openAdd: setAdding,
    closeAdd: () => setAdding(null),
    add,
    remove: removeKey,
    double,
    moveTo,
    moveBy,
    onKeyDown,
  };
}

export type Editing = ReturnType<typeof useEditing>;
