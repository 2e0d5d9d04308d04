import { type ReactNode, useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";
import { classes } from "../lib/classes.ts";
import { part } from "../lib/part.ts";
import { InlineValue, useInlineEditing } from "./inline.tsx";
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
  const { t } = useI18n();
  const editing = useInlineEditing(onSave);
  const [typed, setTyped] = useState(value ?? "");
  const save = (byKey: boolean) => void editing.save(typed.trim(), byKey);

  if (isReadOnly)
    return (
      <span className={classes("inline-read", isCode === true && "ltr mono")}>
        {children ?? <bdi className="cut">{value ?? t("common.none")}</bdi>}
      </span>
    );
  if (editing.isEditing)
    return (
      <TextField
        label={label}
        hideLabel
        size="small"
        autoFocus={editing.autoFocus}
        value={typed}
        onChange={setTyped}
        className="inline-edit"
        error={editing.error}
        {...(editing.is === "failed"
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
          if (event.key === "Enter") save(true);
          else if (event.key === "Escape") editing.cancel();
          else return event.continuePropagation();
          event.preventDefault();
        }}
        onBlur={() => {
          if (editing.is === "edited") save(false);
        }}
        inputRef={selectAll}
        {...part({ isCode, type, maxLength })}
      />
    );
  // Until the record has it, what was typed.
  const isTyped = editing.is === "saving" || editing.is === "saved";
  const shown = isTyped ? typed : (value ?? "");
  return (
    <InlineValue
      {...{ label, is: editing.is, button: editing.button, placeholder: placeholder ?? t("ui.add") }}
      text={shown === "" ? null : shown}
      onPress={() => {
        setTyped(value ?? "");
        editing.edit(value ?? "");
      }}
      {...part({ isCode })}
    >
      {isTyped ? undefined : children}
    </InlineValue>
  );
}

/** Once, when the field appears, so that typing replaces the old value. */
function selectAll(input: HTMLInputElement | null): void {
  input?.select();
}
