/** What values that are edited in place have in common: their states, and the button that shows them. */
import { Check, Pencil } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../lib/classes.ts";
import { reasonOf } from "./failure.ts";

type State = { is: "shown" } | { is: "saved" } | { is: "edited" } | { is: "saving" } | { is: "failed"; reason: string; byKey: boolean };

const savedMs = 1_000;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** After a failed save the edit stays, with its error. `onSave`: an error that it throws is shown. */
export function useInlineEditing<Value>(onSave: (value: Value) => Promise<unknown>) {
  const i18n = useI18n();
  const [state, setState] = useState<State>({ is: "shown" });
  /** The value when editing began: what a colleague changes meanwhile is not undone by an untouched field. */
  const initial = useRef<Value>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const returnFocus = useRef(false);
  const isEditing = state.is === "edited" || state.is === "failed";

  useEffect(() => {
    if (isEditing || !returnFocus.current) return;
    returnFocus.current = false;
    button.current?.focus();
  }, [isEditing]);
  useEffect(() => {
    if (state.is !== "saved") return;
    const timer = setTimeout(() => setState({ is: "shown" }), savedMs);
    return () => clearTimeout(timer);
  }, [state]);

  return {
    is: state.is,
    isEditing,
    button,
    /** The focus is not taken back from a person who has moved on. */
    autoFocus: state.is !== "failed" || state.byKey,
    error: state.is === "failed" ? i18n.t("ui.notSaved", { reason: state.reason }) : null,
    edit(value: Value): void {
      initial.current = value;
      setState({ is: "edited" });
    },
    cancel(): void {
      returnFocus.current = true;
      setState({ is: "shown" });
    },
    async save(value: Value, byKey: boolean): Promise<void> {
      if (state.is === "saving") return;
      returnFocus.current = byKey;
      if (isSame(value, initial.current)) return setState({ is: "shown" });
      setState({ is: "saving" });
      try {
        await onSave(value);
        setState({ is: "saved" });
      } catch (error) {
        setState({ is: "failed", reason: reasonOf(error, i18n), byKey });
      }
    },
  };
}

interface InlineValueProps {
  label: string;
  /** The value as text; null: there is none. */
  text: string | null;
  placeholder: string;
  /** The displayed value, if it is more than text. */
  children?: ReactNode;
  isCode?: boolean;
  is: State["is"];
  button: RefObject<HTMLButtonElement | null>;
  onPress(): void;
}

/** A value that a press or Enter edits. */
export function InlineValue({ label, text, placeholder, children, isCode = false, is, button, onPress }: InlineValueProps) {
  const { t } = useI18n();
  return (
    <AriaButton
      ref={button}
      className="inline-value"
      aria-label={t("ui.edit", { label, value: text ?? placeholder })}
      isPending={is === "saving"}
      onPress={onPress}
    >
      {text === null ? (
        <span className="hint">{placeholder}</span>
      ) : (
        (children ?? <bdi className={classes("cut", isCode && "ltr mono")}>{text}</bdi>)
      )}
      {is === "saved" ? (
        <Check className="icon icon-14 text-success-text" role="img" aria-label={t("common.saved")} />
      ) : (
        <Pencil className="icon icon-12 inline-pencil" aria-hidden />
      )}
    </AriaButton>
  );
}
