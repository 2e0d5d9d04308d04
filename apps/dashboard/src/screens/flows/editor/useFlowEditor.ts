import { useQueryClient } from "@tanstack/react-query";
import { type ErrorDetail, type Flow, type FlowValidation, isApiError } from "@parley/sdk";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../../api/client.ts";
import { flowChanged } from "../../../api/automation/flows.ts";
import { useDraft } from "../../../api/inbox/useDraft.ts";
import { begin, change, type History, redo, undo } from "../model/history.ts";
import { type Definition, definitionOf, keyAt, type Model, modelOf } from "../model/model.ts";

/** The server's error for a place: a node, and a field in it (empty: the node itself). */
export interface Problem {
  key: string | null;
  field: string;
  issue: ErrorDetail["issue"];
  /** The server's message; null: only the issue is known. */
  message: string | null;
}

/** Somebody else saved the flow meanwhile. */
export class SavedMeanwhile extends Error {
  readonly version: number;
  constructor(version: number) {
    super("the flow was saved meanwhile");
    this.version = version;
  }
}

interface Saved {
  text: string;
  version: number;
}

interface StoredDraft {
  version: number;
  definition: Definition;
}

const definedBy = ({ trigger, conditions, steps, oncePerContact }: Definition): Definition => ({
  trigger,
  conditions,
  steps,
  oncePerContact,
});
const savedOf = (flow: Flow): Saved => ({ text: JSON.stringify(definitionOf(modelOf(definedBy(flow)))), version: flow.version });

function readKept(text: string): StoredDraft | null {
  if (text === "") return null;
  try {
    const stored = JSON.parse(text) as Partial<StoredDraft>;
    const isWhole =
      typeof stored.version === "number" && Array.isArray(stored.definition?.steps) && typeof stored.definition.trigger?.type === "string";
    return isWhole ? (stored as StoredDraft) : null;
  } catch {
    // Written by another version of the page: its meaning is no longer known.
    return null;
  }
}

/** The state of a flow being edited: changes, undo, saving and errors. Unsaved changes survive leaving and reloading the page. */
export function useFlowEditor(flow: Flow, mayWrite: boolean) {
  const client = useQueryClient();
  const [draftText, keep] = useDraft(`flow/${flow.id}`);
  const [saved, setSaved] = useState<Saved>(() => ({ ...savedOf(flow), version: readKept(draftText)?.version ?? flow.version }));
  const [history, setHistory] = useState<History<Model>>(() =>
    begin(modelOf((mayWrite ? readKept(draftText)?.definition : null) ?? definedBy(flow))),
  );
  const [problems, setProblems] = useState<Problem[]>([]);
  const [audience, setAudience] = useState<FlowValidation["audience"]>(null);
  /** Changes to reset forms with their own state. */
  const [epoch, setEpoch] = useState(0);
  const model = history.now;
  const text = useMemo(() => JSON.stringify(definitionOf(model)), [model]);
  const isDirty = mayWrite && text !== saved.text;
  const latest = useRef(model);
  latest.current = model;

  useEffect(() => {
    keep(isDirty ? JSON.stringify({ version: saved.version, definition: JSON.parse(text) }) : "");
  }, [isDirty, text, saved.version, keep]);

  // After a reload, the stored edits arrive a moment later than the flow.
  const restored = useRef(readKept(draftText) !== null);
  const isTouched = history.past.length > 0 || history.future.length > 0;
  useEffect(() => {
    const found = mayWrite && !restored.current && !isTouched ? readKept(draftText) : null;
    if (found === null) return;
    restored.current = true;
    setSaved((now) => ({ ...now, version: found.version }));
    setHistory(begin(modelOf(found.definition)));
    setEpoch((count) => count + 1);
  }, [draftText, mayWrite, isTouched]);

  // A version saved elsewhere replaces an unchanged one here.
  useEffect(() => {
    if (isDirty || flow.version <= saved.version) return;
    setSaved(savedOf(flow));
    setHistory(begin(modelOf(definedBy(flow))));
    setEpoch((count) => count + 1);
  }, [flow, isDirty, saved.version]);

  function take(found: readonly { field: string; issue: ErrorDetail["issue"]; message?: string }[]): void {
    setProblems(
      found.map(({ field, issue, message }) => {
        const place = keyAt(latest.current, field);
        return { key: place?.key ?? null, field: place?.field ?? field, issue, message: message ?? null };
      }),
    );
  }

  /** Lets the server validate the saved version. */
  async function check(): Promise<boolean> {
    const { valid, problems: found, audience: counted } = await api.flows.validate(flow.id);
    take(found);
    setAudience(counted);
    return valid;
  }
  const checking = useRef(check);
  checking.current = check;
  const asks = useRef(mayWrite && readKept(draftText) === null);
  useEffect(() => {
    // Problems are requested once; every save requests them again and reports a failure to do so.
    if (asks.current) checking.current().catch(reportError);
  }, []);

  /** Saves a new version. Throws SavedMeanwhile unless `anyway`. */
  async function save({ anyway = false } = {}): Promise<Flow> {
    const definition = definitionOf(latest.current);
    const before = await api.flows.get(flow.id);
    if (!anyway && before.version !== saved.version) throw new SavedMeanwhile(before.version);
    try {
      const next = await api.flows.update(flow.id, definition);
      setSaved({ text: JSON.stringify(definition), version: next.version });
      await flowChanged(client, next);
      await check();
      return next;
    } catch (error) {
      if (isApiError(error) && error.details.length > 0)
        take(error.details.map((detail) => ({ ...detail, message: messageOf(error.message) })));
      throw error;
    }
  }

  /** `about`: edits of one field are undone in one step. Earlier errors for it no longer apply. */
  function apply(next: Model, about?: { key: string; fields: string[] }): void {
    if (next === model) return;
    setHistory((now) => change(now, next, about === undefined ? null : `${about.key} ${about.fields.join(" ")}`));
    if (about !== undefined)
      setProblems((list) =>
        list.filter(
          ({ key, field }) => key !== about.key || !about.fields.some((name) => field === name || /^[.[]/.test(field.slice(name.length))),
        ),
      );
  }
  function applyHistory(to: typeof undo<Model>): void {
    setHistory(to);
    setEpoch((count) => count + 1);
  }
  return {
    model,
    epoch,
    isDirty,
    problems,
    audience,
    apply,
    save,
    check,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => applyHistory(undo),
    redo: () => applyHistory(redo),
    /** Replaces the definition by another, which can be undone. */
    replace(definition: Definition) {
      apply(modelOf(definition));
      setEpoch((count) => count + 1);
    },
    /** Restores the server's version. */
    discard(current: Flow) {
      setSaved(savedOf(current));
      setHistory(begin(modelOf(definedBy(current))));
      setEpoch((count) => count + 1);
      setProblems([]);
    },
  };
}

export type FlowEditor = ReturnType<typeof useFlowEditor>;

/** Without the request, which the SDK puts in front. */
const messageOf = (message: string): string => message.replace(/^[A-Z]+ \/\S*: /, "");
