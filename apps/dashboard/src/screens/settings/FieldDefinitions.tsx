import { TextCursorInput } from "lucide-react";
import { useState } from "react";
import type { ContactField, CreateContactField, TicketField, UpdateContactField } from "@parley/sdk";
import type { PlainKey } from "../../i18n/catalogue.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { TagInput } from "../../ui/fields/TagInput.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../ui/overlays/FormDialog.tsx";
import { SettingsList } from "./SettingsList.tsx";

type Field = ContactField | TicketField;

interface FieldDefinitionsProps {
  titleKey: PlainKey;
  rows: readonly Field[] | undefined;
  mayWrite: boolean;
  emptyKey: PlainKey;
  /** The API call that creates the first one. */
  call: string;
  /** Explains what it means that a field is required. */
  requiredKey: PlainKey;
  /** What is lost with a field. */
  lossKey: PlainKey;
  create(body: CreateContactField): Promise<unknown>;
  update(id: string, body: UpdateContactField): Promise<unknown>;
  onDelete(id: string): Promise<unknown>;
}

const types = ["text", "number", "boolean", "date", "datetime", "select", "multi_select", "url", "email", "phone"] as const;

/** A team's custom fields for its customers or tickets. */
export function FieldDefinitions(props: FieldDefinitionsProps) {
  const { t, format } = useI18n();
  return (
    <SettingsList<Field>
      titleKey={props.titleKey}
      newKey="fields.new"
      rows={props.rows}
      nameOf={({ label }) => label}
      mayWrite={props.mayWrite}
      columns={[
        {
          ...{ id: "label", name: t("contact.name") },
          cell: ({ label, required }) => (
            <span className="flex items-center gap-2">
              <bdi className="font-medium">{label}</bdi>
              {required && <Chip tone="line">{t("fields.required.short")}</Chip>}
            </span>
          ),
        },
        { id: "key", name: t("fields.key"), cell: ({ key }) => <code>{key}</code> },
        {
          ...{ id: "type", name: t("fields.type") },
          cell: ({ type, options }) => (
            <span>
              {t(`fields.type.${type}`)}
              {options.length > 0 && <bdi className="cut block text-12 text-text-3">{format.list(options)}</bdi>}
            </span>
          ),
        },
        {
          id: "description",
          name: t("labels.description"),
          cell: ({ description }) => (description ?? "") !== "" && <bdi className="text-text-2">{description}</bdi>,
        },
      ]}
      empty={
        <EmptyState icon={TextCursorInput} title={t("fields.empty")} call={props.call}>
          {t(props.emptyKey)}
        </EmptyState>
      }
      form={(field, onClose) => <FieldDialog field={field} definitions={props} onClose={onClose} />}
      loss={() => t(props.lossKey)}
      onDelete={({ id }) => props.onDelete(id)}
    />
  );
}

/** Derives an API key from a label: `Loyalty level` becomes `loyaltyLevel`. */
function keyFor(label: string): string {
  const words = label
    .normalize("NFKD")
    .replace(/[^\p{ASCII}]/gu, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const key = words.map((word, at) => (at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()));
  return key.join("").replace(/^\d+/, "");
}

interface FieldDialogProps {
  field: Field | null;
  definitions: FieldDefinitionsProps;
  onClose(): void;
}

function FieldDialog({ field, definitions, onClose }: FieldDialogProps) {
  const { t } = useI18n();
  const [label, setLabel] = useState(field?.label ?? "");
  const [ownKey, setOwnKey] = useState<string | null>(field?.key ?? null);
  const [type, setType] = useState<Field["type"]>(field?.type ?? "text");
  const [options, setOptions] = useState<string[]>(field?.options ?? []);
  const [description, setDescription] = useState(field?.description ?? "");
  const [required, setRequired] = useState(field?.required ?? false);
  const [position, setPosition] = useState(field?.position ?? Number.NaN);
  const key = ownKey ?? keyFor(label);
  const hasOptions = type === "select" || type === "multi_select";
  const body = {
    ...{ label, required, description: description.trim() === "" ? null : description },
    ...(hasOptions ? { options } : {}),
    ...(Number.isNaN(position) ? {} : { position }),
  };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (field === null) await definitions.create({ ...body, key, type });
    else if (changes !== null) await definitions.update(field.id, changes);
    onClose();
  }
  return (
    <FormDialog
      title={field === null ? t("fields.new") : t("labels.edit", { name: field.label })}
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("contact.name")} name="label" value={label} onChange={setLabel} isRequired />
      <TextField
        label={t("fields.key")}
        name="key"
        hint={t("fields.key.hint")}
        value={key}
        onChange={setOwnKey}
        isRequired
        isCode
        isReadOnly={field !== null}
      />
      <Select<Field["type"]>
        label={t("fields.type")}
        name="type"
        value={type}
        options={types.map((id) => ({ id, name: t(`fields.type.${id}`) }))}
        onChange={setType}
        isReadOnly={field !== null}
      />
      {hasOptions && (
        <TagInput label={t("fields.options")} name="options" hint={t("fields.options.hint")} value={options} onChange={setOptions} />
      )}
      <TextField label={t("labels.description")} name="description" isOptional value={description} onChange={setDescription} />
      <NumberField
        label={t("fields.position")}
        name="position"
        hint={t("fields.position.hint")}
        isOptional
        value={position}
        minValue={0}
        onChange={setPosition}
      />
      <Switch isSelected={required} onChange={setRequired} hint={t(definitions.requiredKey)}>
        {t("fields.required")}
      </Switch>
    </FormDialog>
  );
}
