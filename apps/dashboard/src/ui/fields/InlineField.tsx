import { Check, Pencil } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";
import { classes } from "../lib/classes.ts";
import { part } from "../lib/part.ts";
import { reasonOf } from "./failure.ts";
import { TextField } from "./TextField.tsx";

interface InlineFieldProps {
  /** The field's name for screen readers; its visible name is beside it, in the `dt`. */
  label: string;
  value: string | null;
  /** Shown while it is empty: "Add a company". */
  placeholder?: string;
  /** The displayed value, if it is more than text. */
  children?: ReactNode;
  /** An error that it throws is shown. */
  onSave: (value: string) => Promise<unknown>;
  isReadOnly?: boolean;
  isCode?: boolean;
  type?: "text" | "email" | "tel" | "url";
  maxLength?: number;
}

type State = { is: "shown" } | { is: "saved" } | { is: "edited" } | { is: "saving" } | { is: "failed"; reason: string };

const savedMs = 1_000;

/**
 * A value that is edited in place: a press or Enter starts editing, Enter or blur saves, Esc cancels. After a failed save the edit stays,
 * with its error.
 */
export function InlineField({
  label,
  value,
  placeholder,
  children,
  onSave,
  isReadOnly = false,
  isCode,
  type,
  maxLength,
}: InlineFieldProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [state, setState] = useState<State>({ is: "shown" });
  const [typed, setTyped] = useState(value ?? "");
  const button = useRef<HTMLButtonElement>(null);
  const returnFocus = useRef(false);
  const savedByKey = useRef(true);
  const editing = state.is === "edited" || state.is === "failed";

  useEffect(() => {
    if (!editing && returnFocus.current) {
      returnFocus.current = false;
      button.current?.focus();
    }
  }, [editing]);
  useEffect(() => {
    if (state.is !== "saved") return;
    const timer = setTimeout(() => setState({ is: "shown" }), savedMs);
    return () => clearTimeout(timer);
  }, [state]);

  function edit() {
    setTyped(value ?? "");
    setState({ is: "edited" });
  }
  function cancelEdit() {
    returnFocus.current = true;
    setState({ is: "shown" });
  }
  async function save(fromKey: boolean) {
    if (state.is === "saving") return;
    returnFocus.current = fromKey;
    savedByKey.current = fromKey;
    const next = typed.trim();
    if (next === (value ?? "")) return setState({ is: "shown" });
    setState({ is: "saving" });
    try {
      await onSave(next);
      setState({ is: "saved" });
    } catch (error) {
      setState({ is: "failed", reason: reasonOf(error, i18n) });
    }
  }

  if (isReadOnly)
    return (
      <span className={classes("inline-read", isCode === true && "ltr mono")}>
        {children ?? <bdi className="cut">{value ?? t("common.none")}</bdi>}
      </span>
    );
  if (editing)
    return (
      <TextField
        label={label}
        hideLabel
        size="small"
        // The focus is not taken back from a person who has moved on.
        autoFocus={state.is === "edited" || savedByKey.current}
        value={typed}
        onChange={setTyped}
        className="inline-edit"
        error={state.is === "failed" ? t("ui.notSaved", { reason: state.reason }) : null}
        {...(state.is === "failed"
          ? {
              end: (
                <Button size="small" variant="ghost" onPress={() => save(true)}>
                  {t("common.retry")}
                </Button>
              ),
            }
          : {})}
        onKeyDown={(event) => {
          // While an input method is composing, Enter confirms its word.
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") void save(true);
          else if (event.key === "Escape") cancelEdit();
          else return event.continuePropagation();
          event.preventDefault();
        }}
        onBlur={() => {
          if (state.is === "edited") void save(false);
        }}
        inputRef={selectAll}
        {...part({ isCode, type, maxLength })}
      />
    );
  const shown = state.is === "saving" || state.is === "saved" ? typed : (value ?? "");
  const empty = placeholder ?? t("ui.add");
  return (
    <AriaButton
      ref={button}
      className={classes("inline-value", isCode === true && shown !== "" && "ltr mono")}
      aria-label={t("ui.edit", { label, value: shown === "" ? empty : shown })}
      isPending={state.is === "saving"}
      onPress={edit}
    >
      {shown === "" ? (
        <span className="hint">{empty}</span>
      ) : state.is === "saving" || state.is === "saved" ? (
        <bdi className="cut">{shown}</bdi>
      ) : (
        (children ?? <bdi className="cut">{shown}</bdi>)
      )}
      {state.is === "saved" ? (
        <Check className="icon icon-14 text-success-text" role="img" aria-label={t("common.saved")} />
      ) : (
        <Pencil className="icon icon-12 inline-pencil" aria-hidden />
      )}
    </AriaButton>
  );
}

/** Once, when the field appears, so that typing replaces the old value. */
function selectAll(input: HTMLInputElement | null): void {
  input?.select();
}
