/** Custom fields with a control of their own, edited in place. */
import "../../styles/facts.css";
import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import type { ContactField, TicketField } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox, CheckboxGroup } from "../../ui/fields/Checkbox.tsx";
import { DatePicker, DateTimePicker } from "../../ui/fields/DatePicker.tsx";
import { reasonOf } from "../../ui/fields/failure.ts";
import { InlineEdit } from "../../ui/fields/InlineEdit.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import type { FieldValue } from "./field-value.ts";

interface Props {
  field: ContactField | TicketField;
  value: FieldValue;
  shown: string | null;
  onSave(value: FieldValue): Promise<unknown>;
}

export function CustomControls({ field, value, shown, onSave }: Props) {
  const { t } = useI18n();
  const { label, type, options } = field;
  const frame = { label, shown, placeholder: t("contact.add"), onSave };
  const text = typeof value === "string" ? value : null;
  if (type === "select")
    return <Choice {...frame} isRequired={field.required} value={text} options={withOld(options, text).map((id) => ({ id, name: id }))} />;
  if (type === "boolean")
    return (
      <Choice
        {...frame}
        isRequired={field.required}
        value={typeof value === "boolean" ? String(value) : null}
        options={[
          { id: "true", name: t("common.yes") },
          { id: "false", name: t("common.no") },
        ]}
        onSave={(id) => onSave(id === null ? null : id === "true")}
      />
    );
  if (type === "multi_select") {
    const chosen = Array.isArray(value) ? value : [];
    const offered = withOld(options, ...chosen);
    // In the order of the list, not in which they were chosen.
    const inOrder = (next: readonly string[]) => (next.length === 0 ? null : offered.filter((each) => next.includes(each)));
    return (
      <InlineEdit<string[]> {...frame} value={chosen} onSave={(next) => onSave(inOrder(next))}>
        {({ value: draft, onChange, error, autoFocus }) => (
          <CheckboxGroup label={label} hideLabel value={draft} onChange={onChange} error={error}>
            <span className="contents" ref={autoFocus ? focusFirst : null}>
              {offered.map((each) => (
                <Checkbox key={each} value={each}>
                  {each}
                </Checkbox>
              ))}
            </span>
          </CheckboxGroup>
        )}
      </InlineEdit>
    );
  }
  if (type === "number")
    return (
      <InlineEdit<number | null> {...frame} value={typeof value === "number" ? value : null}>
        {({ value: draft, onChange, error, autoFocus }) => (
          <NumberField
            {...{ label, hideLabel: true, size: "small", autoFocus, error }}
            formatOptions={{ maximumFractionDigits: 10 }}
            value={draft ?? Number.NaN}
            onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
          />
        )}
      </InlineEdit>
    );
  const Picker = type === "date" ? DatePicker : DateTimePicker;
  return (
    <InlineEdit<string | null> {...frame} value={text !== null && isPickable(text, type === "date") ? text : null}>
      {({ value: draft, onChange, error, autoFocus }) => (
        <Picker {...{ label, hideLabel: true, size: "small", autoFocus, error }} value={draft} onChange={onChange} />
      )}
    </InlineEdit>
  );
}

/** The options, and what is stored although it is no longer one of them. */
function withOld(options: readonly string[], ...stored: (string | null)[]): string[] {
  return [...new Set([...options, ...stored.filter((each) => each !== null)])];
}

/** A value that was stored before the field had its kind may be any text. */
function isPickable(text: string, isDay: boolean): boolean {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return false;
  return isDay ? new Date(at).toISOString().slice(0, 10) === text : /T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text);
}

function focusFirst(list: HTMLElement | null): void {
  list?.querySelector("input")?.focus();
}

interface ChoiceProps {
  label: string;
  value: string | null;
  /** What is stored, as text: it may be of another kind than the field. */
  shown: string | null;
  placeholder: string;
  options: readonly { id: string; name: string }[];
  isRequired: boolean;
  onSave(id: string | null): Promise<unknown>;
}

type ChoiceState = { is: "shown" } | { is: "saving" | "saved"; id: string } | { is: "failed"; id: string; reason: string };

const savedMs = 1_000;

/** One of a list, saved when it is chosen. After a failure the choice stays, with its error. */
function Choice({ label, value, shown, placeholder, options, isRequired, onSave }: ChoiceProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [state, setState] = useState<ChoiceState>({ is: "shown" });
  useEffect(() => {
    if (state.is !== "saved") return;
    const timer = setTimeout(() => setState({ is: "shown" }), savedMs);
    return () => clearTimeout(timer);
  }, [state]);
  async function save(id: string) {
    if (id === (value ?? (shown === null ? "" : null))) return setState({ is: "shown" });
    setState({ is: "saving", id });
    try {
      await onSave(id === "" ? null : id);
      setState({ is: "saved", id });
    } catch (error) {
      setState({ is: "failed", id, reason: reasonOf(error, i18n) });
    }
  }
  const chosen = state.is === "shown" ? value : state.id;
  return (
    <>
      <Select
        {...{ label, hideLabel: true, size: "small", className: "fact-choice", placeholder: shown ?? placeholder }}
        value={chosen === "" ? null : chosen}
        options={isRequired || shown === null ? options : [{ id: "", name: t("common.none") }, ...options]}
        onChange={(id) => void save(id)}
        error={state.is === "failed" ? t("ui.notSaved", { reason: state.reason }) : null}
      />
      {state.is === "saved" && <Check className="icon icon-14 text-success-text" role="img" aria-label={t("common.saved")} />}
      {state.is === "failed" && (
        <span className="inline-edit-buttons">
          <Button size="small" onPress={() => void save(state.id)}>
            {t("common.retry")}
          </Button>
          <Button size="small" variant="ghost" onPress={() => setState({ is: "shown" })}>
            {t("common.cancel")}
          </Button>
        </span>
      )}
    </>
  );
}
