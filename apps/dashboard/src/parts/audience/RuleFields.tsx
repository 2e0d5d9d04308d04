import { X } from "lucide-react";
import { useI18n } from "../../i18n/i18n.tsx";
import { ManyField } from "../filters/ManyField.tsx";
import { Button } from "../../ui/Button.tsx";
import { ComboBox } from "../../ui/fields/ComboBox.tsx";
import { DatePicker } from "../../ui/fields/DatePicker.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TagInput } from "../../ui/fields/TagInput.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { newRule, type DraftRule, type FieldKind, type Op, opsOf, takesMany, takesNone, takesNumber } from "./rules.ts";
import type { SegmentField } from "./useSegmentFields.ts";

interface Props {
  /** Counted from 1; part of its accessible name. */
  place: number;
  rule: DraftRule;
  fields: readonly SegmentField[];
  onChange(rule: DraftRule): void;
  onRemove(): void;
}

/** One rule: its field, its condition, and the value to compare with. */
export function RuleFields({ place, rule, fields, onChange, onRemove }: Props) {
  const { t } = useI18n();
  // A deleted custom field still belongs to the rule.
  const field = fields.find(({ id }) => id === rule.field) ?? { id: rule.field, name: rule.field, kind: "text" as const };
  const ops: readonly Op[] = opsOf[field.kind].includes(rule.op) ? opsOf[field.kind] : [rule.op, ...opsOf[field.kind]];
  return (
    <div className="rule" role="group" aria-label={t("segments.rule", { n: place })}>
      <ComboBox
        label={t("segments.field")}
        hideLabel
        size="small"
        value={field.id}
        options={fields.some(({ id }) => id === field.id) ? fields : [field, ...fields]}
        onChange={(id) => {
          const next = fields.find((each) => each.id === id);
          const [op] = next === undefined ? [] : opsOf[next.kind];
          if (next !== undefined && op !== undefined) onChange(newRule(next.id, op, next.kind));
        }}
      />
      <Select
        label={t("segments.op")}
        hideLabel
        size="small"
        value={rule.op}
        options={ops.map((id) => ({ id, name: t(`segments.op.${id}`) }))}
        onChange={(op) =>
          onChange(
            takesMany(op) === takesMany(rule.op) && keeps(rule, op, field.kind) ? { ...rule, op } : newRule(rule.field, op, field.kind),
          )
        }
      />
      {!takesNone(rule.op) && <RuleValue rule={rule} field={field} onChange={(value) => onChange({ ...rule, value })} />}
      <Button icon={X} label={t("segments.removeRule", { n: place })} variant="ghost" size="small" className="ms-auto" onPress={onRemove} />
    </div>
  );
}

/** Whether the entered value still has the right type. */
const keeps = ({ op: before }: DraftRule, op: Op, kind: FieldKind) =>
  !takesNone(op) &&
  !takesNone(before) &&
  (op === "within_last") === (before === "within_last") &&
  (kind === "number" || takesNumber(op) === takesNumber(before));

function RuleValue({ rule: { op, value }, field, onChange }: { rule: DraftRule; field: SegmentField; onChange(value: unknown): void }) {
  const { t } = useI18n();
  const shared = { label: t("segments.value"), hideLabel: true, size: "small" as const };
  const text = typeof value === "string" ? value : "";
  if (takesMany(op)) {
    const chosen = Array.isArray(value) ? value.map(String) : [];
    if (field.options !== undefined && field.kind !== "list" && field.kind !== "text")
      return <ManyField name={field.name} hideName options={field.options} chosen={chosen} none={t("ui.choose")} onChange={onChange} />;
    return (
      <TagInput
        label={t("segments.value")}
        hideLabel
        value={chosen}
        onChange={onChange}
        suggestions={(field.options ?? []).map(({ name }) => name)}
      />
    );
  }
  if (op === "within_last")
    return (
      <NumberField
        {...shared}
        value={(value as { days?: number } | undefined)?.days ?? Number.NaN}
        minValue={1}
        maxValue={3_650}
        onChange={(days) => onChange({ days })}
      />
    );
  if (field.kind === "instant") return <DatePicker {...shared} value={text === "" ? null : text.slice(0, 10)} onChange={onChange} />;
  if (field.kind === "number" || takesNumber(op))
    return <NumberField {...shared} value={typeof value === "number" ? value : Number.NaN} onChange={onChange} />;
  if (field.kind === "flag" || field.kind === "boolean")
    return (
      <Select
        {...shared}
        value={String(value)}
        options={[
          { id: "true", name: t("common.yes") },
          { id: "false", name: t("common.no") },
        ]}
        onChange={(next) => onChange(next === "true")}
      />
    );
  if (field.options !== undefined && field.kind !== "text")
    return <Select {...shared} value={text === "" ? null : text} options={field.options} onChange={onChange} />;
  return <TextField {...shared} value={text} onChange={onChange} />;
}
