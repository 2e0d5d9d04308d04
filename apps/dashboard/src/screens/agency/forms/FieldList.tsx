import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type FieldKind, fieldKinds, type FormField, keyFor, kindOf, moved, withKind } from "./form-fields.ts";

const fieldsMax = 30;

interface Props {
  fields: readonly FormField[];
  mayWrite: boolean;
  onChange(fields: FormField[]): void;
}

/** A form's questions, in order. */
export function FieldList({ fields, mayWrite, onChange }: Props) {
  const { t } = useI18n();
  const put = (at: number, field: FormField) => onChange(fields.toSpliced(at, 1, field));
  return (
    <fieldset className="grid gap-2">
      <legend className="lab">{t("forms.fields")}</legend>
      {fields.map((field, at) => (
        <FieldRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a field's key changes while its label is typed
          key={at}
          field={field}
          name={`fields[${at}]`}
          mayWrite={mayWrite}
          isFirst={at === 0}
          isLast={at === fields.length - 1}
          kinds={fieldKinds.filter((kind) => kind === kindOf(field) || fields.every(({ key }) => key !== kind))}
          onKind={(kind) => put(at, withKind(field, kind, fields.toSpliced(at, 1)))}
          onChange={(next) => put(at, next)}
          onMove={(by) => onChange(moved(fields, at, by))}
          onRemove={() => onChange(fields.toSpliced(at, 1))}
        />
      ))}
      {mayWrite && fields.length < fieldsMax && (
        <Button
          icon={Plus}
          size="small"
          className="justify-self-start"
          onPress={() => onChange([...fields, { key: keyFor("text", "", fields), label: "", type: "text", required: false }])}
        >
          {t("forms.field.add")}
        </Button>
      )}
    </fieldset>
  );
}

interface RowProps {
  field: FormField;
  /** In the API: `fields[2]`. */
  name: string;
  mayWrite: boolean;
  isFirst: boolean;
  isLast: boolean;
  kinds: readonly FieldKind[];
  onKind(kind: FieldKind): void;
  onChange(field: FormField): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

function FieldRow({ field, name, mayWrite, isFirst, isLast, kinds, onKind, onChange, onMove, onRemove }: RowProps) {
  const { t } = useI18n();
  const kind = kindOf(field);
  const what = field.label === "" ? t("forms.field") : field.label;
  return (
    <div className="form-field card flat" role="group" aria-label={what}>
      <TextField
        label={t("forms.label")}
        name={`${name}.label`}
        size="small"
        value={field.label}
        onChange={(label) => onChange({ ...field, label })}
        isRequired
        isReadOnly={!mayWrite}
      />
      <Select
        label={t("forms.kind")}
        name={`${name}.type`}
        size="small"
        value={kind}
        isReadOnly={!mayWrite}
        options={kinds.map((id) => ({ id, name: t(`forms.kind.${id}`) }))}
        onChange={onKind}
      />
      <Checkbox isSelected={field.required === true} isReadOnly={!mayWrite} onChange={(required) => onChange({ ...field, required })}>
        {t("forms.required")}
      </Checkbox>
      {mayWrite && (
        <span className="flex items-center gap-1">
          <Button
            icon={ArrowUp}
            label={t("forms.up", { name: what })}
            variant="ghost"
            size="small"
            isDisabled={isFirst}
            onPress={() => onMove(-1)}
          />
          <Button
            icon={ArrowDown}
            label={t("forms.down", { name: what })}
            variant="ghost"
            size="small"
            isDisabled={isLast}
            onPress={() => onMove(1)}
          />
          <Button icon={X} label={t("forms.remove", { name: what })} variant="ghost" size="small" onPress={onRemove} />
        </span>
      )}
      {kind === "select" && (
        <div className="form-options">
          <TagInput
            label={t("forms.options")}
            name={`${name}.options`}
            hint={t("forms.options.hint")}
            isReadOnly={!mayWrite}
            value={field.options ?? []}
            onChange={(options) => onChange({ ...field, options })}
          />
        </div>
      )}
    </div>
  );
}
