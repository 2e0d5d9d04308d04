import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { VoiceAgentExtractField } from "@parley/sdk";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TagInput } from "../../../../ui/fields/TagInput.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";

type Field = VoiceAgentExtractField;

interface Props {
  fields: readonly Field[];
  isReadOnly: boolean;
  onChange(fields: Field[]): void;
}

const types = ["text", "number", "boolean", "choice"] as const;
const fieldsMax = 20;

/** The fields that are extracted from each call. */
export function ExtractFields({ fields, isReadOnly, onChange }: Props) {
  const { t } = useI18n();
  const [added, setAdded] = useState<number | null>(null);
  function add() {
    setAdded(fields.length);
    onChange([...fields, { name: "", description: "", type: "text" }]);
  }
  return (
    <>
      <div>
        <h3 className="text-13">{t("voice.extract")}</h3>
        <p className="text-text-2">{t("voice.extract.text")}</p>
      </div>
      {fields.map((field, at) => (
        <ExtractField
          // biome-ignore lint/suspicious/noArrayIndexKey: fields have no id, and are fully controlled
          key={at}
          at={at}
          field={field}
          isNew={at === added}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(fields.with(at, next))}
          onRemove={() => onChange(fields.toSpliced(at, 1))}
        />
      ))}
      {!isReadOnly && fields.length < fieldsMax && (
        <div>
          <Button size="small" icon={Plus} onPress={add}>
            {t("voice.extract.add")}
          </Button>
        </div>
      )}
    </>
  );
}

interface FieldProps {
  at: number;
  field: Field;
  /** It takes the focus. */
  isNew: boolean;
  isReadOnly: boolean;
  onChange(field: Field): void;
  onRemove(): void;
}

function ExtractField({ at, field, isNew, isReadOnly, onChange, onRemove }: FieldProps) {
  const { t } = useI18n();
  const { choices = [], ...rest } = field;
  // The API's path, so that an error is shown at its field.
  const path = `afterCall.extract[${at}]`;
  return (
    <div className="voice-extract" role="group" aria-label={t("voice.extract.nth", { n: at + 1 })}>
      <div className="chatbot-pair">
        <TextField
          label={t("contact.name")}
          name={`${path}.name`}
          hint={t("voice.extract.name.hint")}
          value={field.name}
          maxLength={40}
          isCode
          isReadOnly={isReadOnly}
          autoFocus={isNew}
          onChange={(name) => onChange({ ...field, name: name.trim() })}
        />
        <Select
          label={t("fields.type")}
          name={`${path}.type`}
          value={field.type}
          isReadOnly={isReadOnly}
          options={types.map((id) => ({ id, name: t(`fields.type.${id === "choice" ? "select" : id}`) }))}
          onChange={(type) => onChange(type === "choice" ? { ...rest, type, choices } : { ...rest, type })}
        />
      </div>
      <TextField
        label={t("labels.description")}
        name={`${path}.description`}
        hint={t("voice.extract.description.hint")}
        value={field.description}
        maxLength={300}
        isReadOnly={isReadOnly}
        onChange={(description) => onChange({ ...field, description })}
      />
      {field.type === "choice" && (
        <TagInput
          label={t("fields.options")}
          name={`${path}.choices`}
          hint={t("fields.options.hint")}
          value={choices}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ ...field, choices: next })}
        />
      )}
      {!isReadOnly && (
        <Button
          className="voice-extract-remove"
          size="small"
          variant="ghost"
          icon={X}
          label={t("voice.extract.remove", { n: at + 1 })}
          onPress={onRemove}
        />
      )}
    </div>
  );
}
